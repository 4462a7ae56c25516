import { beforeAll, expect, test } from 'vitest'
import { POST as revert } from '#app/api/v1/admin/audit/[id]/revert/route.ts'
import { POST as preview } from '#app/api/v1/admin/preview/retention/route.ts'
import { GET as sizes } from '#app/api/v1/admin/retention/route.ts'
import { PATCH as change } from '#app/api/v1/admin/settings/route.ts'
import { retentionRules, type RetentionPreview, type StoredSizesAnswer } from '#lib/api/server/retention.ts'
import { removeByRules } from '#lib/store/retention/remove-postings.ts'
import { getSettings, retentionOf } from '#lib/store/ground/server-settings.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { keepAll } from '#tests/support/world/retention.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const dayMs = 86_400_000
const { database } = await serverDatabaseOfFile()
let admin: { token: string }
let reader: { token: string }

/** Two sources, of which one has postings that are a year old and unread. */
beforeAll(async () => {
  admin = await addSubscriber(database, { name: 'ada', role: 'admin' })
  reader = await addSubscriber(database, { name: 'bob' })
  const subscriber = await addReader(database, 'reader')
  for (const [name, ageDays] of [
    ['old', 365],
    ['new', 5],
  ] as const) {
    const { sourceId } = await addSubscription(database, subscriber, name)
    const foundAt = Date.now() - ageDays * dayMs
    await addPostings(
      database,
      sourceId,
      Array.from({ length: 5 }, () => ({ foundAt, shownAt: foundAt })),
    )
  }
})

const params = (id = '') => ({ params: Promise.resolve({ id }) })
async function call(handler: typeof sizes, token: string, method: string, body?: unknown, id?: string) {
  const answer = await handler(requestWith(token, '/api/v1/admin/x', method, body), params(id))
  return { status: answer.status, body: (await answer.json()) as never }
}

test('the preview says what is removed then, and sizes what is stored', async () => {
  const rules = { ...keepAll, keepReadDays: 90, keepUnreadDays: 90 }
  const { body } = await call(preview, admin.token, 'POST', rules)
  const told: RetentionPreview = body
  expect(told).toMatchObject({ postings: { count: 5 }, sourceCount: 1, sources: [{ count: 5, kept: 0 }] })
  // An id, two short texts and what rows take: a few hundred bytes each.
  expect(told.postings.bytes / 5).toBeGreaterThan(150)
  expect(told.postings.bytes / 5).toBeLessThan(500)
  expect(await database.posting.count()).toBe(10)
  expect((await call(change, admin.token, 'PATCH', { keepReadDays: 90, keepUnreadDays: 90 })).status).toBe(
    200,
  )
  const set = retentionOf(await getSettings(database))
  expect(set).toEqual(rules)
  expect((await removeByRules(database, set, Date.now())).postings).toBe(5)
  const stored: StoredSizesAnswer = (await call(sizes, admin.token, 'GET')).body
  expect([stored.postings.count, stored.forgotten.count]).toEqual([5, 5])
  expect(stored.postings.bytes).toBeGreaterThan(8_000)
})

test('a change of the rules is in the log and can be taken back', async () => {
  await call(change, admin.token, 'PATCH', { keepUnreadDays: 400 })
  const entry = await database.auditEntry.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect((await call(revert as never, admin.token, 'POST', undefined, String(entry.id))).status).toBe(200)
  expect((await getSettings(database)).keepUnreadDays).toBe(90)
})

test('only admins may ask', async () => {
  expect((await call(sizes, reader.token, 'GET')).status).toBe(403)
  expect((await call(preview, reader.token, 'POST', keepAll)).status).toBe(403)
})

test.each([
  ['too short', { ...keepAll, keepReadDays: 1 }],
  ['unread kept shorter than read', { ...keepAll, keepReadDays: 90, keepUnreadDays: 80 }],
  ['unread removed and read kept', { ...keepAll, keepUnreadDays: 80 }],
  ['not all named', { keepReadDays: 90 }],
])('rules are refused: %s', async (_name, rules) => {
  expect((await call(preview, admin.token, 'POST', rules)).status).toBe(400)
  expect(retentionRules.safeParse(keepAll).success).toBe(true)
})
