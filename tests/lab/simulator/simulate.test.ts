import { expect, test } from 'vitest'
import { isInterval } from '#lib/policy/facts/methods.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { simulate, type Run } from '#lib/lab/simulator/simulate.ts'
import type { TracedSource } from '#lib/lab/simulator/simulate-source.ts'
import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '#tests/policy/builders.ts'
import { expectNear } from '#tests/policy/near.ts'
import { type MethodName, methodNames } from '#lib/policy/basics/settings.ts'

const days = 35
const endAt = monday + days * DAY_MS

/** Sources with rates from one posting in ten days to 20 a day, each at its own hours. */
function drawTraces(seed: number, count: number): TracedSource[] {
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

function run(traces: readonly TracedSource[], method: MethodName, budget: number | null, more = {}): Run {
  return simulate({
    method,
    sources: traces,
    budget,
    startAt: monday,
    endAt,
    keepsPolls: true,
    ...more,
  })
}

const pollsBefore = (replayed: Run, cut: number) =>
  replayed.states.map(({ pollTimes }) => (pollTimes ?? []).filter((at) => at < cut))

test('minimum delay keeps the budget and at least halves the mean delay of uniform polling', () => {
  const traces = drawTraces(1, 30)
  const best = run(traces, 'minimum-delay', 3).report
  const even = run(traces, 'uniform', 3).report
  expect(best.pollsPerSourceDay).toBeCloseTo(3, 1)
  expect(even.pollsPerSourceDay).toBeCloseTo(3, 1)
  expectNear((even.meanMin ?? 0) / 240, 1, 0.1) // the phases of 30 sources are not perfectly even
  expect(best.meanMin ?? Infinity).toBeLessThan(0.5 * (even.meanMin ?? 0))
})

test('no source waits longer than the maximum staleness', () => {
  const { states } = run(drawTraces(2, 20), 'minimum-delay', 3, { maxStalenessMs: DAY_MS })
  for (const { pollTimes } of states) {
    const instants = [monday + 14 * DAY_MS, ...(pollTimes ?? [])]
    instants.slice(1).forEach((at, index) => expect(at - (instants[index] ?? 0)).toBeLessThanOrEqual(DAY_MS))
  }
})

test.each(methodNames)('%s: cutting the trace at a midnight moves no earlier poll', (method) => {
  const traces = drawTraces(3, 9)
  const isBudgeted = !isInterval(method)
  const whole = run(traces, method, isBudgeted ? 3 : null)
  for (const cutDay of [17, 28]) {
    const cut = monday + cutDay * DAY_MS
    const shortened = traces.map(({ sourceId, postingTimes }) => {
      return { sourceId, postingTimes: Array.from(postingTimes).filter((at) => at < cut) }
    })
    const part = run(shortened, method, isBudgeted ? 3 : null, { endAt: cut })
    expect(pollsBefore(part, cut)).toEqual(pollsBefore(whole, cut))
  }
})

test.each(methodNames)('%s: the same trace gives the same run', (method) => {
  const traces = drawTraces(4, 4)
  expect(run(traces, method, 2).states).toEqual(run(traces, method, 2).states)
})

test('delays run to the first poll at or after a posting, lost or not, and to the end after the last poll', () => {
  const at = monday + 14 * DAY_MS
  const postingTimes = [monday, ...[1, 2, 3, 24 * 60 * 20].map((minute) => at + minute * MINUTE_MS)]
  const { states, report } = run([{ sourceId: 1, postingTimes }], 'uniform', 0.1, { windowSize: 2 })
  const [state] = states
  const [first = 0, last = 0] = [state?.pollTimes?.[0], state?.pollTimes?.at(-1)]
  const ends = [first, first, first, last >= (postingTimes[4] ?? 0) ? last : endAt]
  expect([...(state?.delays ?? [])]).toEqual(
    postingTimes.slice(1).map((time, index) => (ends[index] ?? 0) - time),
  )
  expect(report).toMatchObject({ postings: 4, lost: 1, open: last >= (postingTimes[4] ?? 0) ? 0 : 1 })
})

test('a small document loses postings, a boundless one none', () => {
  const traces = drawTraces(4, 10)
  const lost = (windowSize: number) => run(traces, 'uniform', 0.5, { windowSize }).report.lost
  expect(lost(2)).toBeGreaterThan(lost(10))
  expect(lost(Infinity)).toBe(0)
})

test('a learnt start leaves out sources that first post later, a cold start polls them too', () => {
  const late = [{ sourceId: 2, postingTimes: [monday + 20 * DAY_MS] }]
  const traces = [{ sourceId: 1, postingTimes: [monday, monday + 15 * DAY_MS] }, ...late]
  expect(run(traces, 'uniform', 1).report).toMatchObject({ sources: 1, postings: 1 })
  expect(run(traces, 'uniform', 1, { isCold: true }).report).toMatchObject({ sources: 2, postings: 2 })
})

test('a cold start knows nothing but the document of the free poll', () => {
  const before = Array.from({ length: 40 }, (_, index) => monday + index * 8 * HOUR_MS)
  const after = [monday + 15 * DAY_MS, monday + 16 * DAY_MS]
  const full = [{ sourceId: 1, postingTimes: [...before, ...after] }]
  const shown = [{ sourceId: 1, postingTimes: [...before.slice(-15), ...after] }]
  for (const method of ['combined', 'mavsync', 'indhist'] as const) {
    const budget = method === 'combined' ? 2 : null
    const [one, other] = [full, shown].map((traces) => run(traces, method, budget, { isCold: true }))
    expect(one?.states[0]?.pollTimes).toEqual(other?.states[0]?.pollTimes)
  }
})

test.each(['fixlearned-a', 'indhist', 'mavsync'] as const)(
  '%s is matched to a budget within half a per cent',
  (method) => {
    const traces = drawTraces(5, 40)
    const { report, parameter } = run(traces, method, 4)
    expect(Math.abs(report.pollsPerSourceDay / 4 - 1)).toBeLessThanOrEqual(0.005)
    expect(parameter).toBeGreaterThan(0)
  },
)

test('a source of weight 4 gets twice the polls of its twin under the square root, and counts four times in the mean', () => {
  const [traced] = drawTraces(9, 1)
  if (traced === undefined) throw new Error('no trace was drawn')
  const twins = [
    { ...traced, sourceId: 1, weight: 4 },
    { ...traced, sourceId: 2, weight: 1 },
  ]
  for (const method of ['allocation-only', 'combined', 'minimum-delay'] as const) {
    const { states, report } = run(twins, method, 6)
    const [heavy, light] = states
    expectNear((heavy?.polls ?? 0) / (light?.polls ?? 1), 2, 0.05)
    const [heavySum, lightSum] = states.map(({ delays }) => delays.reduce((sum, delay) => sum + delay, 0))
    const postings = heavy?.delays.length ?? 0
    const weighted = (4 * (heavySum ?? 0) + (lightSum ?? 0)) / (5 * postings * MINUTE_MS)
    expectNear(report.meanMin, weighted, 1e-9)
    expectNear(report.sourcesMeanMin, weighted, 1e-9)
  }
})

test('weights count in the mean, and a source of weight 0 is not polled', () => {
  const busy = drawTraces(6, 1)[0]
  const quiet = { sourceId: 2, postingTimes: [monday, monday + 20 * DAY_MS] }
  if (busy === undefined) throw new Error('no trace was drawn')
  const alone = run([busy], 'minimum-delay', 2).report
  const both = run([busy, { ...quiet, weight: 0 }], 'minimum-delay', 1)
  expect(both.report.meanMin).toBeCloseTo(alone.meanMin ?? 0, 6)
  expect(both.states[1]?.polls).toBe(0)
})

test('wrong options are refused by name', () => {
  const traces = drawTraces(7, 2)
  expect(() => run(traces, 'uniform', null)).toThrow('uniform needs a budget')
  expect(() => run(traces, 'uniform', 1, { endAt: monday + 14 * DAY_MS })).toThrow('no day after')
  expect(() => run([], 'uniform', 1)).toThrow('no source')
})

test('drawn sources are the same for the same seed, follow a power law, and vary more than Poisson', () => {
  const draw = (seed: number) => drawSources({ sources: 300, seed, startAt: monday, days: 42 })
  const sources = draw(1)
  expect(draw(1)).toEqual(sources)
  expect(draw(2)).not.toEqual(sources)
  const counts = sources.map(({ postingTimes }) => postingTimes.length).sort((a, b) => b - a)
  const total = counts.reduce((sum, count) => sum + count, 0)
  expect(counts.slice(0, 30).reduce((sum, count) => sum + count, 0) / total).toBeGreaterThan(0.4)
  expect(counts[150] ?? 0).toBeLessThan(total / 300 / 2)
  const busiest = sources.toSorted((a, b) => b.ratePerDay - a.ratePerDay)[0]
  const weeks = [0, 1, 2, 3, 4, 5].map((week) => {
    const from = monday + week * 7 * DAY_MS
    return Array.from({ length: 7 }, (_, day) => from + day * DAY_MS).map(
      (start) => (busiest?.postingTimes ?? []).filter((at) => at >= start && at < start + DAY_MS).length,
    )
  })
  const mondays = weeks.map((week) => week[0] ?? 0)
  const mean = mondays.reduce((sum, count) => sum + count, 0) / mondays.length
  const variance = mondays.reduce((sum, count) => sum + (count - mean) ** 2, 0) / mondays.length
  expect(variance / mean).toBeGreaterThan(1.5)
  for (const { postingTimes } of sources) {
    for (const at of postingTimes) expect(at >= monday && at < monday + 42 * DAY_MS).toBe(true)
  }
})
