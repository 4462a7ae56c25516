import { beforeAll, expect, test } from 'vitest'
import { POST } from '#app/api/v1/import/route.ts'
import { takeImportLock } from '#lib/store/moving/import-lock.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { fixture, importFile } from '#tests/support/world/moving.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let databaseUrl: string

beforeAll(async () => {
  databaseUrl = process.env['DATABASE_URL'] ?? ''
})

/** As another web server does. */
async function take(subscriberId: string): Promise<() => Promise<void>> {
  const end = await takeImportLock(databaseUrl, subscriberId)
  if (end === null) throw new Error('Nobody imports.')
  return end
}

test('an import into an account is refused while another web server has one, and goes once that has ended', async () => {
  const { id, token } = await addSubscriber(database, { name: 'ada' })
  const other = await addSubscriber(database, { name: 'bea' })
  const end = await take(id)
  await expect(importFile(token, fixture('miniflux.json'))).rejects.toThrow(/HTTP 409.*still running/)
  expect(await database.subscription.count({ where: { subscriberId: id } })).toBe(0)
  expect(await importFile(other.token, fixture('miniflux.json'))).toMatchObject([{ added: 1 }])
  await end()
  expect(await importFile(token, fixture('miniflux.json'))).toMatchObject([{ added: 1 }])
})

test('while an import runs no other web server has one of its account; a web server that dies leaves the account free', async () => {
  const { id } = await addSubscriber(database, { name: 'eve' })
  await take(id)
  expect(await takeImportLock(databaseUrl, id)).toBeNull()
  await database.$queryRaw`
    SELECT pg_terminate_backend("pid") FROM pg_stat_activity
    WHERE "application_name" = 'skylark-import' AND "datname" = current_database()`
  const isFree = async () => {
    const end = await takeImportLock(databaseUrl, id)
    await end?.()
    return end !== null
  }
  await expect.poll(isFree).toBe(true)
})

test('an import of which the body is still coming holds no connection of the database, and lets no second one in', async () => {
  const { id, token } = await addSubscriber(database, { name: 'slow' })
  let finish = () => {}
  const whole = new Uint8Array(Buffer.from(fixture('miniflux.json')))
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(whole.subarray(0, 1))
      finish = () => {
        controller.enqueue(whole.subarray(1))
        controller.close()
      }
    },
  })
  const { url, headers } = requestWith(token, '/api/v1/import')
  const request = new Request(url, { method: 'POST', headers, body, ...{ duplex: 'half' } })
  const answer = POST(request, { params: Promise.resolve({}) })
  const isCounted = () => database.rateLimit.count({ where: { key: { contains: `import|${id}` } } })
  await expect.poll(isCounted).toBe(1)
  const connections = database.$queryRaw`SELECT "pid" FROM pg_stat_activity WHERE "application_name" = 'skylark-import' AND "datname" = current_database()`
  expect(await connections).toEqual([])
  await expect(importFile(token, fixture('miniflux.json'))).rejects.toThrow(/HTTP 409.*still running/)
  finish()
  const lines = (await (await answer).text()).trim().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'report', files: [{ added: 1 }] })
})
