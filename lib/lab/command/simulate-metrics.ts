import { combinedQuality, qualities, type Measured, type QualityWeights } from '#lib/lab/simulator/quality.ts'
import type { FoundMetrics } from '#lib/lab/simulator/simulate-report.ts'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'
import type { FinishedRun } from './simulate-runs.ts'

/** Ĝ with equal weights, and with double weight on one of its parts (G^{D2}, G^{APE2}, G^{R2} of REI 5.3); the best run has 1. */
export type Guete = {
  readonly equal: number
  readonly delayTwice: number
  readonly pollsTwice: number
  readonly recallTwice: number
}

/** The results of a run in both averaging modes: all postings in one pot, and the mean of the sources. */
export type RunMetrics = {
  readonly run: FinishedRun
  readonly postings: FoundMetrics
  readonly sources: FoundMetrics
  /** Among the runs at the same budget; null when nothing was found, so that there is nothing to compare. */
  readonly guete: { readonly postings: Guete; readonly sources: Guete; readonly both: Guete } | null
}

const weightings: Readonly<Record<keyof Guete, QualityWeights>> = {
  equal: { delay: 1, polls: 1, recall: 1 },
  delayTwice: { delay: 2, polls: 1, recall: 1 },
  pollsTwice: { delay: 1, polls: 2, recall: 1 },
  recallTwice: { delay: 1, polls: 1, recall: 2 },
}

/**
 * REI's metrics of finished runs, in their order. Güte compares all runs at one budget, those that missed it too: their polls count in
 * it. Its delay is that of all postings (meanMin, sourcesMeanMin), not of the found ones alone: losing postings must not look quick.
 */
export function metricsOf(runs: readonly FinishedRun[]): RunMetrics[] {
  return runs.map((run) => {
    const rivals = runs.filter(({ request }) => request.budget === run.request.budget)
    const comparable = rivals.filter((rival) => measuredOf(rival) !== null)
    return {
      run,
      postings: run.report.overPostings,
      sources: run.report.overSources,
      guete: gueteAmong(comparable, comparable.indexOf(run)),
    }
  })
}

function gueteAmong(runs: readonly FinishedRun[], index: number): RunMetrics['guete'] {
  if (index < 0) return null
  const measured = runs.flatMap((run) => measuredOf(run) ?? [])
  const qualitiesOf = (mode: 'postings' | 'sources', weighting: keyof Guete) =>
    qualities(
      measured.map((run) => run[mode]),
      weightings[weighting],
    )
  const inMode = (mode: 'postings' | 'sources'): Guete =>
    perWeighting((weighting) => qualitiesOf(mode, weighting)[index]?.relative ?? 0)
  const both = perWeighting((weighting) => {
    return combinedQuality(qualitiesOf('sources', weighting), qualitiesOf('postings', weighting))[index] ?? 0
  })
  return { postings: inMode('postings'), sources: inMode('sources'), both }
}

function perWeighting(valueOf: (weighting: keyof Guete) => number): Guete {
  return {
    equal: valueOf('equal'),
    delayTwice: valueOf('delayTwice'),
    pollsTwice: valueOf('pollsTwice'),
    recallTwice: valueOf('recallTwice'),
  }
}

function measuredOf({ report }: FinishedRun): { postings: Measured; sources: Measured } | null {
  const postings = measuredIn(report.meanMin, report.overPostings)
  const sources = measuredIn(report.sourcesMeanMin, report.overSources)
  return postings === null || sources === null ? null : { postings, sources }
}

function measuredIn(delayMin: number | null, { pollsPerPosting, recall }: FoundMetrics): Measured | null {
  if (delayMin === null || pollsPerPosting === null || recall === null) return null
  return { delayMs: delayMin * MINUTE_MS, pollsPerPosting, recall }
}
