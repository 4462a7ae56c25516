import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createShareSender } from '#lib/sending/send-integrations.ts'
import { enqueueSend } from '#lib/store/integrations/enqueue-sends.ts'
import { createIntegration } from '#lib/store/integrations/integrations.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { observe } from '#tests/support/servers/child-process.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'

/** A Linkding that lets somebody do something before it answers. */
async function startLinkding(beforeAnswer: () => Promise<void>) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      bodies.push(await text(request))
      await beforeAnswer()
      response.writeHead(201).end('{}')
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { bodies, url: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

test('a sender that is killed between the answer and its note: one more try of the same address, and it is sent', async () => {
  const { database, url: databaseUrl, stop } = await startServerDatabase()
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  let isFirst = true
  const linkding = await startLinkding(async () => {
    if (!isFirst) return
    isFirst = false
    await holder.query('BEGIN')
    await holder.query('SELECT FROM "integration_send" FOR UPDATE') // the note has to wait
  })
  const { id: subscriberId } = await addSubscriber(database, { name: 'reader' })
  const { sourceId } = await addSubscription(database, subscriberId, 'times')
  const [postingId = 0n] = await addPostings(database, sourceId, [{ title: 'News' }])
  const request = { kind: 'linkding', name: 'L', url: linkding.url, token: 'secret' } as const
  const made = await createIntegration(database, subscriberId, request, Date.now())
  if (made === 'too-many') throw new Error(made)
  await enqueueSend(database, subscriberId, { integrationId: made.id, postingId }, Date.now() - 1000)

  const args = ['tests/support/chaos/share-process.ts', databaseUrl]
  const sender = observe(process.execPath, args, process.env)
  const waiting = async () => {
    const { rows } = await holder.query(
      'SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))',
    )
    return rows.length
  }
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1) // it was answered, and tries to note that
  sender.child.kill('SIGKILL')
  expect(await sender.exited).toBe('SIGKILL')
  await holder.query('ROLLBACK')
  await holder.end()

  const noted = () => database.integrationSend.findFirstOrThrow()
  const guard = { userAgent: 'tests', allowedPrivateNetworks: ['127.0.0.0/8'] }
  const another = createShareSender({
    database,
    clock: createTestClock(Date.now() + 61_000),
    owner: 'next',
    ...guard,
  })
  await another()
  await another()
  expect(await noted()).toMatchObject({ state: 'sent', tries: 2, httpStatus: 201 })
  expect(linkding.bodies).toEqual([linkding.bodies[0], linkding.bodies[0]])
  linkding.stop()
  await stop()
}, 60_000)
