import { afterEach, expect, test } from 'vitest'
import { POST } from '#app/api/v1/import/route.ts'
import { afterAnswerDone } from '#lib/runtime/after-answer.ts'
import { processMetrics } from '#lib/runtime/process-metrics.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { importFile, importLines } from '#tests/support/world/moving.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

afterEach(() => {
  processMetrics().stopping = new AbortController()
})

const count = 300
const line = (_: unknown, n: number) => `<outline text="F${n}" xmlUrl="https://h${n}.example/feed"/>`
const list = `<opml version="2.0"><body>${Array.from({ length: count }, line).join('')}</body></opml>`

test('whoever ends the process waits for an import, also where its sender has left', async () => {
  const { id, token } = await addSubscriber(database, { name: 'ada' })
  const { url, headers } = requestWith(token, '/api/v1/import')
  const response = await POST(new Request(url, { method: 'POST', headers, body: list }), {
    params: Promise.resolve({}),
  })
  await response.body?.cancel()
  await afterAnswerDone()
  expect(await database.subscription.count({ where: { subscriberId: id } })).toBe(count)
  expect(await importFile(token, list)).toMatchObject([{ added: 0, alreadyThere: count }])
})

test('an import that a server has no time for any more says so, and the same file brings the rest', async () => {
  const { token } = await addSubscriber(database, { name: 'bea' })
  processMetrics().stopping.abort()
  expect((await importLines(token, list)).at(-1)).toMatchObject({
    type: 'error',
    error: { code: 'unavailable', message: expect.stringContaining('Import the same file again') },
  })
  processMetrics().stopping = new AbortController()
  expect(await importFile(token, list)).toMatchObject([{ added: count }])
})
