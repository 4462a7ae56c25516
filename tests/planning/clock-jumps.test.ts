import { expect, test } from 'vitest'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { mendAfterSetBack } from '#lib/store/server/clock-set-back.ts'
import { verifyDatabase } from '#lib/store/server/verify.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { byTier } from '#tests/support/run/tier.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** A poll at each pass would be more than the tests allow, at either step. */
const stepMs = byTier({ night: minuteMs, sample: 2 * minuteMs })

const world = polledWorldOfEachTest()

/** The work of an aggregator: every ten seconds it mends and plans, every second it passes. */
async function runFor(ms: number): Promise<void> {
  const until = world.clock.now() + ms
  while (world.clock.now() < until) {
    await mend()
    await planWhenDue(world.context())
    await world.pass()
    await world.clock.advance(stepMs)
  }
}

function mend(): Promise<number> {
  return mendAfterSetBack(world.database, { now: world.clock.now(), speed: 1, owner: 'test' })
}

/** A feed whose postings come every 20 minutes of true time, whatever the aggregator's clock shows. */
function serve(trueNow: () => number): void {
  world.server.route('/feed', (request, response) => {
    const count = Math.floor((trueNow() - referenceAt) / (20 * minuteMs)) + 30
    const postings = Array.from({ length: count }, (_, n) => postingAfter(`p${n}`, (n - 29) * 20 * minuteMs))
    rss({ postings: postings.slice(-40) })(request, response)
  })
}

async function ids(count: number): Promise<number[]> {
  const sources: number[] = []
  for (let host = 0; host < count; host++) sources.push(await world.addSource('/feed', host))
  return sources
}

// After a year without news a source is looked at once a day, as a source is that was silent for a year.
test.each([
  [hourMs, 3],
  [400 * 24 * hourMs, 0],
])(
  'a clock that jumps %i ms forward and back stops no poll, loses nothing, and makes no storm',
  async (jumpMs, fewestPolls) => {
    let ahead = 0
    serve(() => world.clock.now() - ahead)
    await ids(3)
    await runFor(2 * hourMs)
    const before = world.server.requests.length
    await world.clock.advance(jumpMs)
    ahead = jumpMs
    await runFor(10 * minuteMs)
    const jumped = world.server.requests.length
    expect(jumped - before).toBeLessThanOrEqual(3 * 4)
    await world.clock.set(world.clock.now() - jumpMs)
    ahead = 0
    await runFor(2 * hourMs)
    const after = world.server.requests.length - jumped
    expect(after).toBeGreaterThanOrEqual(fewestPolls)
    expect(after).toBeLessThanOrEqual(3 * 16)
    const stored = await world.titles()
    expect(stored).toHaveLength(new Set(stored).size * 3 === stored.length ? stored.length : -1)
    expect(
      await world.database.source.count({
        where: { nextPollAt: { gt: new Date(world.clock.now() + 25 * hourMs) } },
      }),
    ).toBe(0)
    const latest = await world.database.planningRun.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(latest.madeAt.getTime()).toBeLessThanOrEqual(world.clock.now())
    const verified = await verifyDatabase(world.database, { now: world.clock.now(), speed: 1 })
    expect(verified.filter(({ broken }) => broken > 0)).toEqual([])
  },
)

test('what was decided by a clock that was ahead waits as long from now on, once', async () => {
  serve(() => referenceAt)
  const [id = 0] = await ids(1)
  await world.pollAt(id, referenceAt + hourMs)
  const intervalMs = (await world.nextPollAt(id)) - world.clock.now()
  await world.clock.set(referenceAt)
  expect(await mend()).toBe(1)
  expect(await world.nextPollAt(id)).toBe(referenceAt + intervalMs)
  const host = await world.database.host.findFirstOrThrow({ where: { sources: { some: { id } } } })
  expect(host).toMatchObject({ leaseUntil: null, downSince: null })
  const source = await world.database.source.findUniqueOrThrow({ where: { id } })
  expect(source).toMatchObject({ leaseUntil: null, goneSince: null, movedSince: null })
  expect(host.nextRequestAt?.getTime()).toBeLessThanOrEqual(referenceAt + 1_000)
  await world.clock.advance(minuteMs)
  expect(await mend()).toBe(0)
  expect(await world.nextPollAt(id)).toBe(referenceAt + intervalMs)
})

test('a pause that a host asked for is kept from when it was asked', async () => {
  serve(() => referenceAt)
  const [id = 0] = await ids(1)
  await world.pollAt(id, referenceAt + hourMs)
  await world.database.host.updateMany({
    data: { pauseStatus: 429, nextRequestAt: new Date(referenceAt + 3 * hourMs) },
  })
  await world.clock.set(referenceAt)
  await mend()
  const { nextRequestAt } = await world.database.host.findFirstOrThrow({
    where: { sources: { some: { id } } },
  })
  expect(nextRequestAt?.getTime()).toBe(referenceAt + 2 * hourMs)
})

test('a whole text that was put off by a clock that was ahead is tried after the pause of so many tries', async () => {
  serve(() => referenceAt)
  const [id = 0] = await ids(1)
  await world.pollAt(id, referenceAt + 400 * dayMs)
  const postings = await world.database.posting.findMany({ take: 4, orderBy: { id: 'asc' } })
  const tried = [
    { failureKind: null, tries: 1, afterMs: 2 * minuteMs }, // by a process that died
    { failureKind: 'http', tries: 1, afterMs: 10 * minuteMs },
    { failureKind: 'http', tries: 2, afterMs: 2 * hourMs },
    { failureKind: 'resting', tries: 0, afterMs: 10 * minuteMs },
  ]
  await world.database.postingFullText.createMany({
    data: tried.map(({ afterMs, ...one }, n) => ({
      ...one,
      postingId: postings[n]?.id ?? 0n,
      nextTryAt: new Date(world.clock.now() + afterMs),
    })),
  })
  await world.clock.set(referenceAt)
  await mend()
  const mended = await world.database.postingFullText.findMany({ orderBy: { postingId: 'asc' } })
  expect(mended.map(({ nextTryAt }) => (nextTryAt?.getTime() ?? 0) - referenceAt)).toEqual(
    tried.map(({ afterMs }) => afterMs),
  )
})

test('a source that was put off unasked by a clock that was ahead looks within an hour, or when its host may be asked', async () => {
  serve(() => referenceAt)
  const [polled = 0, putOff = 0, resting = 0] = await ids(3)
  await world.pollAt(polled, referenceAt + 400 * dayMs)
  const put = { code: 'hostAsksPause', values: {} }
  const later = (ms: number) => new Date(referenceAt + ms)
  await world.database.source.update({
    where: { id: putOff },
    data: { lastPolledAt: null, nextPollReason: put, nextPollAt: later(400 * dayMs + hourMs) },
  })
  await world.database.source.update({
    where: { id: resting },
    data: {
      lastPolledAt: later(0),
      nextPollReason: put,
      nextPollAt: later(3 * hourMs),
      host: { update: { nextRequestAt: later(3 * hourMs), pauseStatus: 429 } },
    },
  })
  await world.clock.set(referenceAt)
  await mend()
  expect((await world.nextPollAt(putOff)) - referenceAt).toBe(hourMs)
  expect((await world.nextPollAt(resting)) - referenceAt).toBe(3 * hourMs)
})
