import { expect, test } from 'vitest'
import { findPosting } from '#lib/store/postings/posting-details.ts'
import { document, rssDocument, type ServedPosting } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const world = polledWorldOfEachTest()

const old = [postingAfter('old', -2 * hourMs), postingAfter('older', -3 * hourMs)]

/** Serves these postings by a server whose clock is `aheadMs` ahead of ours. */
function serve(postings: readonly ServedPosting[], { aheadMs = 0, withoutDates = false } = {}): void {
  const body = rssDocument('A feed', postings, withoutDates)
  world.server.route('/feed', (request, response) => {
    const date = new Date(world.clock.now() + aheadMs).toUTCString()
    document(body, 'application/rss+xml', { date })(request, response)
  })
}

/** The posting "new", stored and shown, that a poll at +1 h finds after one at 0 h. */
async function find(before: readonly ServedPosting[], after: readonly ServedPosting[], options = {}) {
  serve(before, options)
  const id = await world.addSource('/feed')
  await world.pass()
  serve(after, options)
  await world.pollAt(id, referenceAt + hourMs)
  const posting = await world.database.posting.findFirstOrThrow({ where: { title: 'new' } })
  const [subscription] = await world.database.subscription.findMany({ take: 1 })
  const shown = await findPosting(world.database, subscription?.subscriberId ?? '', posting.id)
  const { claimedAt, publishedAt, foundAt, notBeforeAt } = posting
  const since = (at: Date | null) => (at === null ? null : at.getTime() - referenceAt)
  return {
    claimed: since(claimedAt),
    credible: since(publishedAt),
    found: since(foundAt),
    notBefore: since(notBeforeAt),
    delay: shown?.delay,
    bounds: shown?.delayBounds,
  }
}

const always = { found: hourMs, notBefore: 0, bounds: { leastMs: 0, mostMs: hourMs } }

test('a plausible date gives the exact delay, within the bounds of the polls', async () => {
  expect(await find(old, [postingAfter('new', 50 * minuteMs), ...old])).toEqual({
    ...always,
    claimed: 50 * minuteMs,
    credible: 50 * minuteMs,
    delay: { kind: 'exact', delayMs: 10 * minuteMs },
  })
})

test('without a date the delay is what the polls tell', async () => {
  const found = await find(old, [postingAfter('new', 0), ...old], { withoutDates: true })
  expect(found).toEqual({
    ...always,
    claimed: null,
    credible: null,
    delay: { kind: 'range', leastMs: 0, mostMs: hourMs },
  })
})

test.each([
  ['in the future', 5 * dayMs],
  ['before a poll that did not show the posting', -30 * minuteMs],
])('a date %s is kept and not believed', async (_name, at) => {
  const found = await find(old, [postingAfter('new', at), ...old])
  expect(found).toEqual({ ...always, claimed: at, credible: null, delay: { kind: 'doubtful' } })
})

test.each([
  ['of the epoch, which is what programs write for "none"', -referenceAt],
  ['before there were feeds', Date.UTC(1989, 11) - referenceAt],
])('a date %s is kept, not believed, and puts nothing into the past', async (_name, at) => {
  const found = await find(old, [...old, postingAfter('new', at)])
  expect(found).toEqual({ ...always, claimed: at, credible: null, delay: { kind: 'doubtful' } })
  expect(await world.database.posting.findFirst({ where: { title: 'new' } })).toMatchObject({
    shownAt: new Date(referenceAt + hourMs),
  })
})

test('in a first document neither the epoch nor the future is believed: both stand below what is dated', async () => {
  serve([...old, postingAfter('epoch', -referenceAt), postingAfter('future', 26_000 * dayMs)])
  await world.addSource('/feed')
  await world.pass()
  const odd = await world.database.posting.findMany({ where: { title: { in: ['epoch', 'future'] } } })
  expect(odd).toHaveLength(2)
  for (const posting of odd) {
    expect(posting).toMatchObject({ publishedAt: null, isInitial: true })
    expect(posting.foundAt.getTime() - posting.shownAt.getTime()).toBe(48 * hourMs)
  }
})

test('dates made while answering are none', async () => {
  const stamped = (at: number) => old.map((one) => ({ ...one, publishedAt: referenceAt + at }))
  const found = await find(stamped(0), [postingAfter('new', hourMs), ...stamped(hourMs)])
  expect(found).toEqual({
    ...always,
    claimed: null,
    credible: null,
    delay: expect.objectContaining({ kind: 'range' }),
  })
})

test('dates that move with every answer are none, such as "two hours ago"', async () => {
  const movedMs = hourMs + 7_000
  const moved = old.map((one) => ({ ...one, publishedAt: one.publishedAt + movedMs }))
  const found = await find(old, [postingAfter('new', 20 * minuteMs), ...moved])
  expect(found).toMatchObject({ claimed: null, credible: null, delay: { kind: 'range' } })
})

test('a corrected time zone moves the dates of all and leaves them dates', async () => {
  const moved = old.map((one) => ({ ...one, publishedAt: one.publishedAt + hourMs }))
  const found = await find(old, [postingAfter('new', 20 * minuteMs), ...moved])
  expect(found).toMatchObject({ credible: 20 * minuteMs, delay: { kind: 'exact' } })
})

test.each([
  ['ahead', 3 * hourMs],
  ['behind', -3 * hourMs],
])('a server whose clock is %s is corrected by its Date, and the claim is kept', async (_name, aheadMs) => {
  const dated = (title: string, at: number) => postingAfter(title, at + aheadMs)
  const before = [dated('old', -2 * hourMs)]
  const found = await find(before, [dated('new', 40 * minuteMs), ...before], { aheadMs })
  expect(found).toEqual({
    ...always,
    claimed: 40 * minuteMs + aheadMs,
    credible: 40 * minuteMs,
    delay: { kind: 'exact', delayMs: 20 * minuteMs },
  })
})

test('a Date header that is no clock changes nothing', async () => {
  const found = await find(old, [postingAfter('new', 40 * minuteMs), ...old], { aheadMs: 400 * dayMs })
  expect(found).toMatchObject({ credible: 40 * minuteMs })
})
