import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { summariseDelays } from '#lib/policy/metrics.ts'
import { seededRandom } from '#lib/policy/random.ts'
import { simulate, type SourceReplay, type Trace } from '#lib/policy/simulate.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/time.ts'
import type { PolicyName } from '#lib/policy/types.ts'
import { monday, settings } from './builders.ts'

const days = 35
const endAt = monday + days * DAY_MS

/** Sources with rates from one posting a fortnight to 20 a day, each at its own hours. */
function drawTraces(seed: number, count: number): Trace[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, index) => {
    const perDay = 0.1 * 200 ** random()
    const from = random() * 24
    const postingTimes = Array.from({ length: Math.ceil(perDay * days) }, () => {
      return Math.floor(
        monday + Math.floor(random() * days) * DAY_MS + ((from + 6 * random()) % 24) * HOUR_MS,
      )
    })
    return { sourceId: index + 1, postingTimes: postingTimes.sort((a, b) => a - b) }
  })
}

function replay(
  traces: readonly Trace[],
  policy: PolicyName,
  budgetPerSource: number,
  maxStalenessMs = 7 * DAY_MS,
  until = endAt,
) {
  const budgetPerDay = budgetPerSource * traces.length
  return simulate({
    traces,
    settings: { ...settings, policy, budgetPerDay, maxStalenessMs },
    startAt: monday,
    endAt: until,
  })
}

const meanOf = (replays: readonly SourceReplay[]) =>
  summariseDelays(replays.flatMap(({ delays }) => delays)).meanMs ?? 0
const pollsOf = (replays: readonly SourceReplay[]) =>
  replays.reduce((total, { polls }) => total + polls.length, 0)

/** Sources that take part: those with a posting in the learning days. */
const known = (traces: readonly Trace[]) =>
  traces.filter(({ postingTimes }) => (postingTimes[0] ?? Infinity) < monday + 14 * DAY_MS)

test('minimum delay keeps the budget and at least halves the mean delay of uniform polling', () => {
  const traces = known(drawTraces(1, 40))
  const [best, even] = [replay(traces, 'minimum-delay', 3), replay(traces, 'uniform', 3)]
  for (const replays of [best, even]) {
    expect(pollsOf(replays) / (3 * traces.length * (days - 14))).toBeGreaterThan(0.99)
    expect(pollsOf(replays) / (3 * traces.length * (days - 14))).toBeLessThan(1.01)
  }
  expect(meanOf(even)).toBeCloseTo(4 * HOUR_MS, -6.5)
  expect(meanOf(best)).toBeLessThan(0.5 * meanOf(even))
})

test('no source waits longer than the maximum staleness', () => {
  const replays = replay(known(drawTraces(2, 20)), 'minimum-delay', 3, DAY_MS)
  for (const { polls } of replays) {
    const instants = [monday + 14 * DAY_MS, ...polls]
    instants.slice(1).forEach((at, index) => expect(at - (instants[index] ?? 0)).toBeLessThanOrEqual(DAY_MS))
  }
})

test.each(['minimum-delay', 'uniform', 'mavsync'] as const)(
  '%s: what happens later moves no earlier poll',
  (policy) => {
    const traces = known(drawTraces(3, 15))
    const cut = monday + 27 * DAY_MS
    const other = drawTraces(99, 15)
    const changed = traces.map(({ sourceId, postingTimes }, index) => ({
      sourceId,
      postingTimes: [
        ...postingTimes.filter((at) => at < cut),
        ...(other[index]?.postingTimes ?? []).filter((at) => at >= cut),
      ],
    }))
    const [before, after] = [replay(traces, policy, 3), replay(changed, policy, 3)]
    before.forEach(({ polls }, index) => {
      expect((after[index]?.polls ?? []).filter((at) => at < cut)).toEqual(polls.filter((at) => at < cut))
    })
  },
)

test('every posting after the learning days has one delay, and a small document loses postings', () => {
  const traces = known(drawTraces(4, 10))
  const postings = traces.flatMap(({ postingTimes }) =>
    postingTimes.filter((at) => at >= monday + 14 * DAY_MS),
  )
  const replays = replay(traces, 'uniform', 1)
  expect(replays.flatMap(({ delays }) => delays)).toHaveLength(postings.length)
  expect(Math.min(...replays.flatMap(({ delays }) => delays))).toBeGreaterThanOrEqual(0)
  const lost = (windowSize: number) =>
    simulate({
      traces,
      settings: { ...settings, policy: 'uniform', budgetPerDay: 10 },
      startAt: monday,
      endAt,
      windowSize,
    }).reduce((total, replayed) => total + replayed.lost, 0)
  expect(lost(2)).toBeGreaterThan(lost(1000))
  expect(lost(1000)).toBe(0)
})

test('delays are summarised by mean, median, ninetieth percentile and greatest', () => {
  const delays = Array.from({ length: 10 }, (_, index) => 10 - index)
  expect(summariseDelays(delays)).toEqual({ postings: 10, meanMs: 5.5, medianMs: 5, p90Ms: 9, maxMs: 10 })
  expect(summariseDelays([])).toEqual({ postings: 0, meanMs: null, medianMs: null, p90Ms: null, maxMs: null })
})

const file = path.resolve('..', 'shared', 'traces', 'smallweb-rss-2026.csv.gz')

test.skipIf(!existsSync(file))(
  'real feeds (needs ../shared/traces): 20 days at four polls a day, half the delay of uniform',
  () => {
    const times = new Map<string, number[]>()
    for (const line of gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1)) {
      const [source = '', at = ''] = line.split(',')
      times.set(source, [...(times.get(source) ?? []), Number(at) * 1000])
    }
    const startAt = Date.UTC(2026, 0, 23)
    const traces = [...times.values()]
      .map((postingTimes, index) => ({ sourceId: index + 1, postingTimes }))
      .filter(({ postingTimes }) => (postingTimes[0] ?? Infinity) < startAt + 14 * DAY_MS)
    const [best, even] = (['minimum-delay', 'uniform'] as const).map((policy) =>
      simulate({
        traces,
        settings: { ...settings, policy, budgetPerDay: 4 * traces.length },
        startAt,
        endAt: startAt + 34 * DAY_MS,
      }),
    )
    expect(pollsOf(best ?? []) / (4 * traces.length * 20)).toBeCloseTo(1, 2)
    expect(meanOf(best ?? [])).toBeLessThan(0.6 * meanOf(even ?? []))
  },
)
