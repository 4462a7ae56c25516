import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCounts } from '#lib/store/lists/counts.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { document, rssDocument, type ServedPosting } from '#tests/support/servers/feed-documents.ts'
import { listenForNotifications } from '#tests/support/servers/notifications.ts'
import { createPolledWorld, postingAfter, type PolledWorld } from '#tests/support/world/polled-world.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const reader = 'reader-reader'

let world: PolledWorld
let id: number
beforeEach(async () => {
  world = await createPolledWorld()
  id = await world.addSource('/feed')
  await world.database.subscription.updateMany({ data: { createdAt: new Date(referenceAt) } })
})
afterEach(() => world.close())

/** p60 is the newest at the start, an hour old; each one before is an hour older. */
const hourly = (from: number, to: number): ServedPosting[] =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    postingAfter(`p${to - index}`, (to - index - 61) * hourMs),
  )
const serve = (postings: readonly ServedPosting[]) =>
  world.server.route('/feed', document(rssDocument('A feed', postings)))
const unread = async (subscriberId = reader) => (await readCounts(world.database, subscriberId)).all
const titlesOfList = async (show: 'all' | 'unread', subscriberId = reader) => {
  const filter = { show, order: 'newest', starred: false, later: false } as const
  const page = { after: null, limit: 100, now: 0 }
  return (await listPostings(world.database, subscriberId, filter, page)).postings.map(({ title }) => title)
}

test('a window that grows brings no old posting back as new: they go to their place in time, read', async () => {
  serve(hourly(51, 60))
  await world.pass()
  expect(await unread()).toBe(10)
  // Forty older ones, none of them a week old, and a new one.
  serve(hourly(11, 61))
  await world.pollAt(id, referenceAt + hourMs)
  expect(await world.database.posting.count()).toBe(51)
  expect(await unread()).toBe(11)
  expect(await titlesOfList('unread')).toEqual(hourly(51, 61).map(({ title }) => title))
  expect(await titlesOfList('all')).toEqual(hourly(11, 61).map(({ title }) => title))
  const old = await world.database.posting.findFirstOrThrow({ where: { title: 'p11' } })
  expect(old).toMatchObject({ isInitial: true, shownAt: new Date(referenceAt - 50 * hourMs) })
})

test('who has read all has read them, and "mark all read" later covers what is new', async () => {
  serve(hourly(51, 60))
  await world.pass()
  await markRead(world.database, reader, { throughId: '999999999999' }, world.clock.now())
  serve(hourly(11, 61))
  await world.pollAt(id, referenceAt + hourMs)
  expect(await titlesOfList('unread')).toEqual(['p61'])
})

test('one in the tail that was published since the subscription, and missed, stays unread', async () => {
  await world.database.subscription.updateMany({ data: { createdAt: new Date(referenceAt - 30 * hourMs) } })
  serve(hourly(51, 60))
  await world.pass()
  serve(hourly(11, 60))
  await world.pollAt(id, referenceAt + hourMs)
  // Thirty hours before the start stands p31.
  expect(await titlesOfList('unread')).toEqual(hourly(32, 60).map(({ title }) => title))
})

test('who subscribes afterwards begins with the newest, not with what surfaced last', async () => {
  serve(hourly(51, 60))
  await world.pass()
  serve(hourly(11, 60))
  await world.pollAt(id, referenceAt + hourMs)
  const late = await addReader(world.database, 'late')
  const { url, hostName } = await world.database.source.findUniqueOrThrow({ where: { id } })
  await subscribe(world.database, late, { url, hostName }, world.clock.now())
  expect(await titlesOfList('unread', late)).toEqual(hourly(51, 60).map(({ title }) => title))
  expect(await unread(late)).toBe(10)
})

test('a posting dated back that stands before the others is new', async () => {
  serve(hourly(51, 60))
  await world.pass()
  serve([postingAfter('of this week', -100 * hourMs), ...hourly(11, 60)])
  await world.pollAt(id, referenceAt + hourMs)
  expect(await titlesOfList('unread')).toEqual(['of this week', ...hourly(51, 60).map(({ title }) => title)])
})

test('the first document sets the marks also where the first polls failed', async () => {
  world.server.route('/feed', (_, response) => void response.writeHead(500).end())
  await world.pass()
  serve(hourly(11, 60))
  await world.pollAt(id, referenceAt + hourMs)
  expect(await unread()).toBe(30)
})

test('nobody is told of new postings when only old ones surfaced', async () => {
  serve(hourly(51, 60))
  await world.pass()
  const told = await listenForNotifications(world.databaseUrl)
  serve(hourly(11, 60))
  await world.pollAt(id, referenceAt + hourMs)
  expect(await told.next()).toEqual({ type: 'source', sourceId: id })
  expect(told.waiting()).toBe(0)
  await told.stop()
})
