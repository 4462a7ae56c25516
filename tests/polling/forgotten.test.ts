import { beforeEach, expect, test } from 'vitest'
import { removeByRules } from '#lib/store/retention/remove-postings.ts'
import { document, rssDocument, type ServedPosting } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { keepAll } from '#tests/support/world/retention.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const world = polledWorldOfEachTest()
let id = 0
let polledAt = referenceAt

beforeEach(async () => {
  id = await world.addSource('/feed')
  polledAt = referenceAt
})

/** Polls an hour after the last time, with this in the document; returns how many postings the poll brought. */
async function poll(postings: readonly ServedPosting[], afterMs = hourMs): Promise<number> {
  world.server.route('/feed', document(rssDocument('A feed', postings)))
  polledAt += afterMs
  await world.pollAt(id, polledAt)
  const last = await world.database.poll.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(last.outcome).toBe('fetched')
  return last.newPostings
}

/** Removes what the rule lets go; the polls are rolled up before. */
async function remove(): Promise<number> {
  await world.database.poll.updateMany({ data: { finishedAt: new Date(polledAt) } })
  await world.database.posting.updateMany({ data: { pollId: null } })
  const { postings } = await removeByRules(world.database, { ...keepAll, keepUnreadDays: 60 }, polledAt)
  return postings
}

const old = { ...postingAfter('An old posting', -hourMs), link: 'https://example.org/old' }
const other = postingAfter('Another old posting', -2 * hourMs)
const late = postingAfter('A late posting', 99 * dayMs)

/** Two postings are polled; 100 days later there is another, they are no longer in the document, and are removed. */
async function forget(): Promise<void> {
  await poll([old, other])
  await poll([late], 100 * dayMs)
  expect(await remove()).toBe(2)
  expect(await world.titles()).toEqual(['A late posting'])
}

test('what the document held when it was last read is not removed', async () => {
  await poll([old, other])
  await poll([late, other], 100 * dayMs)
  expect(await remove()).toBe(1)
  expect(await world.titles()).toEqual(['Another old posting', 'A late posting'])
})

test('a removed posting that is shown again brings nothing, and counts as part of the document', async () => {
  await forget()
  expect(await poll([late, old, other])).toBe(0)
  expect(await world.titles()).toEqual(['A late posting'])
  const source = await world.database.source.findUniqueOrThrow({ where: { id } })
  expect([source.windowSize, source.windowOldestAt]).toEqual([3, new Date(referenceAt - 2 * hourMs)])
  const next = postingAfter('The next', 100 * dayMs)
  expect(await poll([next, late, old])).toBe(1)
  expect(await world.titles()).toEqual(['A late posting', 'The next'])
})

test('its edits do nothing, whatever of title, time and address they leave', async () => {
  await forget()
  const edited = { ...old, text: 'Quite another text.', publishedAt: polledAt }
  const retitled = { ...other, title: 'A new title', guid: other.guid ?? '', text: 'Another text, too.' }
  expect(await poll([late, edited, retitled])).toBe(0)
  expect(await world.titles()).toEqual(['A late posting'])
})

test('it is known by the keys that it got later, too', async () => {
  await poll([old, other])
  const moved = { ...old, guid: 'another-guid' }
  expect(await poll([moved, other])).toBe(0)
  await poll([late], 100 * dayMs)
  expect(await remove()).toBe(2)
  expect(await poll([late, moved])).toBe(0)
  expect(await poll([late, old])).toBe(0)
})

test('a new posting under its guid is new, and known as itself afterwards', async () => {
  await forget()
  const reused = {
    guid: old.guid ?? '',
    title: 'Something else entirely',
    link: 'https://example.org/else',
    text: 'Words that say other things.',
    publishedAt: polledAt,
  }
  expect(await poll([late, reused])).toBe(1)
  expect(await poll([late, reused, other])).toBe(0)
  expect(await poll([late, old])).toBe(0)
  expect(await world.titles()).toEqual(['A late posting', 'Something else entirely'])
  const latest = postingAfter('Much later', 250 * dayMs)
  await poll([latest], 150 * dayMs)
  expect(await remove()).toBe(2)
  expect(await poll([latest, reused])).toBe(0)
  expect(await poll([latest, old])).toBe(0)
})

test('a document of nothing but removed postings is no change of all ids', async () => {
  await forget()
  expect(await poll([old, other])).toBe(0)
  expect(await world.database.postingAlias.count()).toBe(1) // that of the one that is there
  expect(await world.titles()).toEqual(['A late posting'])
})
