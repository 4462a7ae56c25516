import type { LabResult } from './lab.ts'

const columns = [
  'policy',
  'budget_per_day',
  'polls_per_day',
  'postings',
  'weighted_mean_ms',
  'median_ms',
  'p90_ms',
  'lost',
] as const

/**
 * The points of a result as CSV (RFC 4180): every policy at every budget, then what happened, and what knowing the future would bring
 * at best; empty where nothing is known.
 */
export function labCsv({ points, happened, budgetPerDay, bound = [] }: LabResult): string {
  const known = bound.map((point) => ({
    ...point,
    policy: 'knowing-future',
    pollsPerDay: point.budgetPerDay,
    postings: happened.postings,
    medianMs: null,
    p90Ms: null,
    lost: 0,
  }))
  const rows = [...points, { policy: 'happened', budgetPerDay, ...happened }, ...known].map((point) => [
    point.policy,
    point.budgetPerDay,
    point.pollsPerDay,
    point.postings,
    point.weightedMeanMs ?? '',
    point.medianMs ?? '',
    point.p90Ms ?? '',
    point.lost,
  ])
  return [columns, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}
