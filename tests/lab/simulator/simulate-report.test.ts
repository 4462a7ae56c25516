import { expect, test } from 'vitest'
import { metricsOf } from '#lib/lab/command/simulate-metrics.ts'
import { runRows, toMetricsTable, toTable } from '#lib/lab/command/simulate-output.ts'
import type { FinishedRun } from '#lib/lab/command/simulate-runs.ts'
import { reportOf } from '#lib/lab/simulator/simulate-report.ts'
import {
  closeSource,
  pollSimulated,
  startSource,
  type SimulatedSource,
} from '#lib/lab/simulator/simulate-source.ts'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '#tests/policy/builders.ts'
import { expectNear } from '#tests/policy/near.ts'
import type { MethodName } from '#lib/policy/basics/settings.ts'

type Told = { weight: number; postings: readonly number[]; polls: readonly number[]; windowSize?: number }

const endMinute = 100

/** A source that was polled at given minutes, of a trace that ends at minute 100; its document shows two postings unless told. */
function replayed({ weight, postings, polls, windowSize = 2 }: Told): SimulatedSource {
  const endAt = monday + Math.max(endMinute, ...polls) * MINUTE_MS
  const state = startSource(
    { sourceId: 1, weight, postingTimes: postings.map((minute) => monday + minute * MINUTE_MS) },
    { startAt: monday, evaluatedFrom: monday, endAt, isCold: false, windowSize, keepsPolls: false },
  )
  for (const minute of polls) pollSimulated(state, monday + minute * MINUTE_MS)
  closeSource(state, endAt)
  return state
}

/**
 * The first: 10 is lost at the poll of 40, which shows 20 and 30 only, and 70 is open; delays 30, 20, 10, 0, 30.
 * The second: delays 4, 85. The third never posts, yet costs a poll.
 */
const tiny = [
  replayed({ weight: 3, postings: [10, 20, 30, 60, 70], polls: [40, 50, 60, 65] }),
  replayed({ weight: 1, postings: [0, 5], polls: [4, 90] }),
  replayed({ weight: 1, postings: [], polls: [50] }),
]

test('report: counts and shares by hand, with a lost and an open posting', () => {
  const report = reportOf(tiny, 2)
  expect(report).toMatchObject({ sources: 3, postings: 7, lost: 1, open: 1 })
  expectNear(report.pollsPerSourceDay, 7 / 6, 1e-12)
  expectNear(report.lostShare, 1 / 7, 1e-12)
  expectNear(report.hitShare, 4 / 7, 1e-12)
})

test('report: delays by hand, of all postings, weighted in the means and unweighted in the percentiles', () => {
  const report = reportOf(tiny, 2)
  expectNear(report.meanMin, (3 * 90 + 89) / (3 * 5 + 2), 1e-12)
  expectNear(report.sourcesMeanMin, (3 * 18 + 44.5) / 4, 1e-12)
  // In order: 0, 4, 10, 20, 30, 30, 85.
  expect(report).toMatchObject({ medianMin: 20, p90Min: 85, p99Min: 85, maxMin: 85 })
  expectNear(report.deviationMin, Math.sqrt(9541 / 7 - (179 / 7) ** 2), 1e-9)
})

test('report: found postings only in the delays of REI, lost and open ones in its recall, all polls in its cost', () => {
  const { overPostings, overSources } = reportOf(tiny, 2)
  expectNear(overPostings.delayMs, ((30 + 89) / 5) * MINUTE_MS, 1e-12)
  expectNear(overPostings.pollsPerPosting, 7 / 5, 1e-12)
  expectNear(overPostings.recall, 5 / 7, 1e-12)
  expectNear(overSources.delayMs, ((10 + 44.5) / 2) * MINUTE_MS, 1e-12)
  expectNear(overSources.pollsPerPosting, (4 / 3 + 1) / 2, 1e-12)
  expectNear(overSources.recall, (3 / 5 + 1) / 2, 1e-12)
})

test('report: percentiles are the nearest rank, of 200 postings the 100th, 180th, 198th and 200th', () => {
  const postings = Array.from({ length: 200 }, (_, minute) => minute)
  const report = reportOf([replayed({ weight: 1, postings, polls: [200], windowSize: Infinity })], 1)
  expect(report).toMatchObject({ medianMin: 100, p90Min: 180, p99Min: 198, maxMin: 200, lost: 0 })
})

test('report: what is undefined is null', () => {
  const nothing = { delayMs: null, pollsPerPosting: null, recall: null }
  const undefinedDelays = { meanMin: null, sourcesMeanMin: null, medianMin: null, p90Min: null, maxMin: null }
  expect(reportOf([], 1)).toMatchObject({ ...undefinedDelays, pollsPerSourceDay: 0, hitShare: null })
  expect(reportOf(tiny.slice(2), 1)).toMatchObject({
    ...undefinedDelays,
    pollsPerSourceDay: 1,
    hitShare: 0,
    lostShare: null,
    overPostings: nothing,
    overSources: nothing,
  })
})

test('the printed row carries the report, with recall and polls per posting over postings', () => {
  const report = reportOf(tiny, 2)
  const request = { method: 'uniform', budget: 1 } as const
  expect(runRows([{ request, parameter: null, report, planningMs: 3, wallMs: 9 }])).toEqual([
    {
      policy: 'uniform',
      parameter: null,
      budget: 1,
      pollsPerSourceDay: 7 / 6,
      postings: 7,
      meanMin: report.meanMin,
      medianMin: 20,
      p90Min: 85,
      p99Min: 85,
      maxMin: 85,
      sourcesMeanMin: 24.625,
      lost: 1,
      lostShare: 1 / 7,
      open: 1,
      recall: 5 / 7,
      ape: 7 / 5,
      guete: 1,
      hitShare: 4 / 7,
      planningMs: 3,
      missed: true,
    },
  ])
})

/** A run of a method at one poll a day; its polls decide what it cost. */
function finished(method: MethodName, budget: number, states: readonly SimulatedSource[]): FinishedRun {
  return {
    request: { method, budget },
    parameter: null,
    report: reportOf(states, 1),
    planningMs: null,
    wallMs: 0,
  }
}

/** Of two sources, one posts at minutes 0, 10, … 90, the other at 50 only. */
const busy = Array.from({ length: 10 }, (_, index) => index * 10)
const often = [
  replayed({ weight: 1, postings: busy, polls: [25, 50, 75, 100], windowSize: 10 }),
  replayed({ weight: 1, postings: [50], polls: [25, 50, 75, 100] }),
]
const seldom = [
  replayed({ weight: 1, postings: busy, polls: [100], windowSize: 10 }),
  replayed({ weight: 1, postings: [50], polls: [100] }),
]

test('Güte by hand, over postings, sources and both, with one part counted twice; missing the budget excludes nobody', () => {
  const runs = [finished('uniform', 4, often), finished('fix', 4, seldom)]
  const [first, second] = metricsOf(runs).map(({ guete }) => guete)
  // Delays 12.5 and 0 against 55 and 50: over 11 postings, and over two sources. Polls 8 against 2, all is found.
  const one = reportOf(often, 1)
  const other = reportOf(seldom, 1)
  const delayRatio = (other.meanMin ?? 0) / (one.meanMin ?? 1)
  expectNear(delayRatio, (550 + 50) / 125, 1e-9)
  expectNear(first?.postings.equal, 1, 1e-12)
  expectNear(second?.postings.equal, Math.cbrt((1 / delayRatio) * 4), 1e-9)
  expectNear(second?.postings.delayTwice, ((1 / delayRatio) ** 2 * 4) ** (1 / 4), 1e-9)
  expectNear(first?.postings.pollsTwice, (delayRatio / 4 ** 2) ** (1 / 4), 1e-9)
  expectNear(second?.postings.pollsTwice, 1, 1e-12)
  expectNear(second?.postings.recallTwice, ((1 / delayRatio) * 4) ** (1 / 4), 1e-9)
  const sourcesRatio = (other.sourcesMeanMin ?? 0) / (one.sourcesMeanMin ?? 1)
  expectNear(sourcesRatio, (55 + 50) / 12.5, 1e-9)
  expectNear(second?.sources.equal, Math.cbrt((1 / sourcesRatio) * 4), 1e-9)
  expectNear(
    second?.both.equal,
    Math.sqrt((second?.postings.equal ?? 0) * (second?.sources.equal ?? 0)),
    1e-9,
  )
  const [rowOne, rowOther] = runRows(runs)
  expect([rowOne?.missed, rowOther?.missed]).toEqual([false, true])
  expect([rowOne?.guete, rowOther?.guete]).toEqual([first?.postings.equal, second?.postings.equal])
})

test('Güte compares runs at one budget only, and has no value where nothing was found', () => {
  const runs = [finished('uniform', 4, often), finished('fix', 1, seldom), finished('fix', 1, tiny.slice(2))]
  expect(runRows(runs).map(({ guete }) => guete)).toEqual([1, 1, null])
})

test('the table marks runs that missed their budget by more than 1 %, and says what the mark means', () => {
  const table = toTable([finished('uniform', 4, often), finished('fix', 4, seldom)])
  const [, uniform, fix, note] = table.split('\n')
  expect(uniform).toMatch(/^uniform +4 +– +4\.000 /)
  expect(fix).toMatch(/^fix +4 +– +! 1\.000 /)
  expect(note).toBe('! polls more than 1 % off the budget: not to be compared as they are')
  expect(toTable([finished('uniform', 4, often)])).not.toContain('!')
})

test('the table of metrics has a line for each averaging mode', () => {
  const lines = toMetricsTable([finished('uniform', 4, often)]).split('\n')
  expect(lines[1]).toMatch(/^uniform +4 +postings +11\.36 +1 +0\.7273 +1 +1 +1 +1$/)
  expect(lines[2]).toMatch(/^uniform +4 +sources +6\.25 +1 +2\.2 +1 +1 +1 +1$/)
  expect(lines[3]).toMatch(/^uniform +4 +both +1 +1 +1 +1$/)
})
