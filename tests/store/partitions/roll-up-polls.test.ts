import { beforeEach, expect, test } from 'vitest'
import { rollUpPolls } from '#lib/store/retention/roll-up-polls.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const world = polledWorldOfEachTest()
const now = referenceAt + 100 * dayMs
let id = 0

beforeEach(async () => {
  id = await world.addSource('/feed')
  await world.database.source.update({
    where: { id },
    data: { firstPolledAt: new Date(referenceAt), lastSuccessAt: new Date(referenceAt) },
  })
  await world.database.priceMemory.create({ data: { sourceId: id, version: 1, bytes: new Uint8Array(1) } })
})

/** A poll every six hours for a hundred days, each begun 2 s after its plan; each third brings a posting 10 minutes old. */
async function addPolls(): Promise<void> {
  const { database } = world
  const polls = Array.from({ length: 400 }, (_, n) => {
    const at = referenceAt + n * 6 * hourMs
    const outcome = n % 4 === 3 ? 'failed' : 'fetched'
    return {
      sourceId: id,
      outcome,
      factOutcome: outcome,
      consecutiveFailures: 0,
      bytes: 100,
      startedAt: new Date(at),
      finishedAt: new Date(at),
      plannedAt: new Date(at - 2_000),
      newPostings: n % 3 === 0 ? 1 : 0,
    }
  })
  await database.poll.createMany({ data: polls })
  for (const poll of await database.poll.findMany({ where: { newPostings: 1 } }))
    await database.posting.create({
      data: {
        key: `k${poll.id}`,
        title: '',
        html: '',
        excerpt: '',
        contentHash: '',
        isInitial: false,
        sourceId: id,
        pollId: poll.id,
        foundAt: poll.finishedAt,
        shownAt: poll.finishedAt,
        publishedAt: new Date(poll.finishedAt.getTime() - 600_000),
      },
    })
}

/** All that polls and days say together, in one line of figures. */
async function sums() {
  const [row] = await world.database.$queryRaw<Record<string, number>[]>`
    WITH one AS (
      SELECT 1 AS "polls", ("outcome" = 'failed')::int AS "failed", "bytes"::bigint AS "bytes", "newPostings",
        extract(epoch FROM "startedAt" - "plannedAt")::float8 * 1000 AS "lag" FROM "poll"
      UNION ALL
      SELECT "fetched" + "notModified" + "throttled" + "gone" + "optedOut" + "failed", "failed", "bytes", "newPostings",
        "lagSumMs" FROM "poll_day")
    SELECT sum("polls")::int AS "polls", sum("failed")::int AS "failed", sum("bytes")::int AS "bytes",
      sum("newPostings")::int AS "newPostings", sum("lag")::int AS "lag" FROM one`
  return row
}

test('what is older than the setting becomes a row for each day, and nothing is lost or counted twice', async () => {
  await addPolls()
  const before = await sums()
  expect((await rollUpPolls(world.database, now)).polls).toBe(160)
  expect(await sums()).toEqual(before)
  const days = await world.database.pollDay.findMany({ orderBy: { day: 'asc' } })
  expect(days).toHaveLength(40)
  expect(days[0]).toMatchObject({
    day: new Date(referenceAt),
    fetched: 3,
    failed: 1,
    bytes: 400n,
    newPostings: 2,
    lagSumMs: 8_000,
    lagCounts: [0, 4, 0, 0, 0, 0, 0, 0],
    delaySumMs: 1_200_000,
    delayCounts: [0, 0, 2, 0, 0, 0, 0, 0, 0, 0],
  })
  const oldest = await world.database.poll.findFirst({ orderBy: { finishedAt: 'asc' } })
  expect(oldest?.finishedAt).toEqual(new Date(referenceAt + 40 * dayMs))
  expect((await rollUpPolls(world.database, now)).polls).toBe(0)
})

test('parts of a day add up', async () => {
  await addPolls()
  const before = await sums()
  await rollUpPolls(world.database, referenceAt + 61 * dayMs)
  const [late] = await world.database.poll.findMany({ orderBy: { id: 'desc' }, take: 1 })
  if (late === undefined) throw new Error('no poll')
  const finishedAt = new Date(referenceAt + 23 * hourMs)
  await world.database.poll.update({ where: { id: late.id }, data: { finishedAt } })
  expect((await rollUpPolls(world.database, referenceAt + 61 * dayMs)).polls).toBe(1)
  expect(await sums()).toEqual(before)
  const [day] = await world.database.pollDay.findMany()
  expect(day?.lagCounts).toEqual([0, 5, 0, 0, 0, 0, 0, 0])
})

test('the last twenty polls stay, and all of a source whose memory is missing', async () => {
  await addPolls()
  await world.database.priceMemory.deleteMany()
  expect((await rollUpPolls(world.database, now)).polls).toBe(0)
  await world.database.priceMemory.create({ data: { sourceId: id, version: 1, bytes: new Uint8Array(1) } })
  expect((await rollUpPolls(world.database, now + 1_000 * dayMs)).polls).toBe(380)
  expect(await world.database.poll.count()).toBe(20)
})

test('a batch that fails leaves all as it was', async () => {
  await addPolls()
  await world.database
    .$executeRaw`ALTER TABLE "poll_day" ADD CONSTRAINT "refused" CHECK ("day" < '2026-02-01')`
  await expect(rollUpPolls(world.database, now)).rejects.toThrow('refused')
  expect([await world.database.poll.count(), await world.database.pollDay.count()]).toEqual([400, 0])
  await world.database.$executeRaw`ALTER TABLE "poll_day" DROP CONSTRAINT "refused"`
})
