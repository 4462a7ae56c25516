import { expect, test } from 'vitest'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import { markRead, undoMarkRead } from '#lib/store/marks/mark-read.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

test('marking a page read never marks what came after the page was read', async () => {
  const reader = await addReader(database, 'later')
  const { sourceId } = await addSubscription(database, reader, 'later-1')
  const other = await addSubscription(database, reader, 'later-2')
  await addPostings(database, sourceId, [{}, {}])
  const filter = postingFilter.parse({})
  const { asOfId } = await listPostings(database, reader, filter, {
    after: null,
    limit: 50,
    now: referenceAt,
  })
  await addPostings(database, other.sourceId, [{}])
  await addPostings(database, sourceId, [{}, {}, {}])
  const { marked } = await markRead(database, reader, { throughId: asOfId }, referenceAt)
  expect(marked).toBe(2)
  expect((await readCounts(database, reader)).bySource).toEqual({ [sourceId]: 3, [other.sourceId]: 1 })
})

test('an undo keeps what was read singly since, and a later mark', async () => {
  const reader = await addReader(database, 'undo')
  const first = await addSubscription(database, reader, 'undo-1')
  const second = await addSubscription(database, reader, 'undo-2')
  const ids = await addPostings(database, first.sourceId, [{}, {}, {}])
  await addPostings(database, second.sourceId, [{}, {}])
  const { asOfId } = await listPostings(database, reader, postingFilter.parse({}), {
    after: null,
    limit: 1,
    now: referenceAt,
  })
  const { undoToken } = await markRead(database, reader, { throughId: asOfId }, referenceAt)
  await changePostings(database, reader, ids.slice(0, 1), { isRead: true }, referenceAt)
  const [later] = await addPostings(database, second.sourceId, [{}])
  await markRead(database, reader, { sourceId: second.sourceId, throughId: `${later}` }, referenceAt)
  expect(await undoMarkRead(database, reader, undoToken, referenceAt)).toEqual({ restored: 2 })
  expect((await readCounts(database, reader)).bySource).toEqual({ [first.sourceId]: 2, [second.sourceId]: 0 })
})

test('an undo ends after an hour, and nonsense is not taken for one', async () => {
  const reader = await addReader(database, 'late-undo')
  await addSubscription(database, reader, 'late-undo')
  const { undoToken } = await markRead(database, reader, { throughId: '9' }, referenceAt)
  expect(await undoMarkRead(database, reader, undoToken, referenceAt + 3_600_001)).toBe('expired')
  for (const token of ['', 'x', 'AAAA', Buffer.from('1|2|3').toString('base64url')])
    expect(await undoMarkRead(database, reader, token, referenceAt), token).toBe('invalid')
})

test("another subscriber's undo token moves nothing", async () => {
  const owner = await addReader(database, 'owner')
  const thief = await addReader(database, 'thief')
  const { sourceId } = await addSubscription(database, owner, 'owned')
  await addPostings(database, sourceId, [{}, {}])
  const { asOfId } = await listPostings(database, owner, postingFilter.parse({}), {
    after: null,
    limit: 1,
    now: referenceAt,
  })
  const { undoToken } = await markRead(database, owner, { throughId: asOfId }, referenceAt)
  expect(await undoMarkRead(database, thief, undoToken, referenceAt)).toEqual({ restored: 0 })
  expect((await readCounts(database, owner)).all).toBe(0)
})
