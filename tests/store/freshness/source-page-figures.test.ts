import { afterEach, beforeEach, expect, test } from 'vitest'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { findPosting } from '#lib/store/postings/posting-details.ts'
import { refreshSourceFreshness } from '#lib/store/freshness/source-freshness.ts'
import { listPolls } from '#lib/store/polling/source-polls.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { everyReason } from '#tests/support/data/every-reason.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createPolledWorld, type PolledWorld } from '#tests/support/world/polled-world.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const admin = { id: 'nobody', role: 'admin' as const }

let world: PolledWorld
beforeEach(async () => {
  world = await createPolledWorld()
})
afterEach(() => world.close())

/** A source with an edition at seven each day, polled an hour later, and planned. */
async function addDaily(): Promise<number> {
  const postings = Array.from({ length: 10 }, (_, day) => ({
    title: `edition ${day}`,
    publishedAt: referenceAt - (9 - day) * dayMs + 7 * hourMs,
  }))
  let now = referenceAt
  world.server.route('/feed', rss({ postings, now: () => now }))
  const id = await world.addSource('/feed')
  for (let day = -4; day <= 0; day++) {
    now = referenceAt + day * dayMs + 8 * hourMs
    await world.pollAt(id, now)
  }
  await planWhenDue(world.context())
  await readSince(id, -20)
  return id
}

/** As if it was read for the first time so many days from now. */
async function readSince(id: number, days: number): Promise<void> {
  const firstPolledAt = new Date(referenceAt + days * dayMs)
  await world.database.source.update({ where: { id }, data: { firstPolledAt } })
}

test('the page’s freshness is the stored row, and its shares those of the postings', async () => {
  const id = await addDaily()
  const now = world.clock.now()
  await refreshSourceFreshness(world.database, now)
  const detail = await findSourceDetail(world.database, admin, id, now)
  const row = await world.database.sourceFreshness.findUniqueOrThrow({ where: { sourceId: id } })
  expect(detail?.freshness).toEqual({
    countedAt: row.countedAt.toISOString(),
    promiseMs: row.promiseMs === null ? null : Number(row.promiseMs),
    keptShare: row.keptShare,
    state: row.state,
    stateSince: row.stateSince.toISOString(),
    cause: row.cause,
    within5: 0, // each was found an hour after it was published
    within15: 0,
    within60: 1,
  })
  expect(detail?.freshness?.promiseMs).toBeGreaterThan(0)
  expect(detail?.delay).toMatchObject({ count: row.count, medianMs: row.medianMs, p90Ms: row.p90Ms })
})

test('the shares found in time are of the same postings as the delays beside them', async () => {
  const id = await addDaily()
  const now = world.clock.now()
  await refreshSourceFreshness(world.database, now)
  const posting = await world.database.posting.findFirstOrThrow({ where: { sourceId: id, isInitial: false } })
  const found = new Date(now + 60_000)
  await world.database.posting.update({
    where: { id: posting.id },
    data: { publishedAt: found, foundAt: found, shownAt: found },
  })
  const detail = await findSourceDetail(world.database, admin, id, now + 120_000)
  const count = detail?.delay.count ?? 0
  expect(count).toBeGreaterThan(1)
  expect(detail?.delay).toMatchObject({ within5: 1 / count, within15: 1 / count, within60: 1 })
  expect(detail?.freshness?.within5).toBe(0) // as it was when it was counted
})

test('what is learned names the daily edition, its hour of the week, and the next one', async () => {
  const id = await addDaily()
  const learned = (await findSourceDetail(world.database, admin, id, world.clock.now()))?.learned
  expect(learned?.habit).toBe('daily')
  expect(learned?.week).toHaveLength(168)
  expect(learned?.week.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6)
  const atSeven = learned?.week.filter((_, hour) => hour % 24 === 7).reduce((sum, share) => sum + share, 0)
  expect(atSeven).toBeGreaterThan(0.2)
  expect(Date.parse(learned?.next?.from ?? '')).toBeGreaterThanOrEqual(world.clock.now())
  expect(learned?.next?.chance).toBeGreaterThanOrEqual(0.6)
  expect(learned?.missing).toBeGreaterThanOrEqual(0)
  expect(learned?.missing).toBeLessThan(0.2)
})

/** Readers of a source who come on Mondays at seven. */
async function addReadersWithHours(sourceId: number, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const subscriberId = await addReader(world.database, `hours-${number}`)
    await world.database.subscription.create({ data: { sourceId, subscriberId } })
    await world.database.readingHours.create({ data: { subscriberId, kind: 'given', given: [7] } })
  }
}

test.each([
  [4, 'hides', 'price'],
  [5, 'shows', 'priceForReaders'],
])('of %d readers with hours the page %s when they come: that of few would be somebody’s', async (...row) => {
  const [count, , code] = row
  const id = await addDaily()
  const { database } = world
  const source = await database.source.findUniqueOrThrow({ where: { id } })
  const reason = everyReason.priceForReaders
  await database.source.update({ where: { id }, data: { nextPollReason: reason } })
  await database.poll.updateMany({ data: { plannedReason: reason, reason } })
  const presence = Uint8Array.from({ length: 168 }, (_, hour) => (hour === 7 ? 255 : 51))
  await database.plan.update({ where: { id: source.planId ?? 0n }, data: { presence } })
  await addReadersWithHours(id, count)
  const others = await addReader(database, 'gave-none')
  await database.subscription.create({ data: { sourceId: id, subscriberId: others } })
  await database.readingHours.create({ data: { subscriberId: others, kind: 'given' } })
  const isShown = code === 'priceForReaders'
  const detail = await findSourceDetail(database, admin, id, world.clock.now())
  expect(detail?.learned?.presence).toEqual(isShown ? Array.from(presence, (byte) => byte / 255) : null)
  const [poll] = await listPolls(database, id, 1)
  const { id: postingId } = await database.posting.findFirstOrThrow({ where: { sourceId: id } })
  const posting = await findPosting(database, others, postingId)
  for (const told of [detail?.nextPollReason, poll?.plannedReason, poll?.reason, posting?.decisionReason]) {
    expect(told?.code).toBe(code)
    expect(JSON.stringify(told).includes('readersHour')).toBe(isShown)
  }
})

test('in the first two weeks the hours are not told, but when they will be', async () => {
  const id = await addDaily()
  await readSince(id, -4)
  const detail = await findSourceDetail(world.database, admin, id, world.clock.now())
  expect(detail).toMatchObject({
    learned: null,
    learnsUntil: new Date(referenceAt + 10 * dayMs).toISOString(),
    postingsPerDay: expect.any(Number),
  })
})

test('a rate is not told from fewer than five postings that have a time', async () => {
  const id = await addDaily()
  await world.database.posting.updateMany({ data: { publishedAt: null, isInitial: true } })
  const detail = await findSourceDetail(world.database, admin, id, world.clock.now())
  expect(detail?.postingsPerDay).toBeNull()
})

test('before anything is remembered nothing is said', async () => {
  const id = await world.addSource('/none')
  expect(await findSourceDetail(world.database, admin, id, referenceAt)).toMatchObject({
    freshness: null,
    learned: null,
  })
})

test('weeks are those of the stored postings, from Monday on', async () => {
  const id = await addDaily()
  const now = world.clock.now()
  const rows = await world.database.posting.findMany({ where: { sourceId: id, isInitial: false } })
  const mondays = rows.map(({ foundAt }) => {
    const day = (foundAt.getUTCDay() + 6) % 7
    return new Date(Math.floor(foundAt.getTime() / dayMs) * dayMs - day * dayMs).toISOString()
  })
  const weeks = (await findSourceDetail(world.database, admin, id, now))?.weeks
  expect(rows.length).toBeGreaterThan(2)
  expect(weeks?.map(({ from, count }) => [from, count])).toEqual(
    [...new Set(mondays)].toSorted().map((from) => [from, mondays.filter((each) => each === from).length]),
  )
  const foundAfter = rows.map(({ foundAt, publishedAt }) => foundAt.getTime() - (publishedAt?.getTime() ?? 0))
  const least = Math.min(...foundAfter)
  const most = Math.max(...foundAfter)
  for (const { medianMs, p90Ms, within60 } of weeks ?? []) {
    expect(medianMs).toBeGreaterThanOrEqual(least)
    expect(p90Ms).toBeLessThanOrEqual(most)
    expect(within60).toBe(1)
  }
})
