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

/** The points of a result as CSV (RFC 4180): every policy at every budget, then what happened; empty where nothing is known. */
export function labCsv({ points, happened, budgetPerDay }: LabResult): string {
  const rows = [...points, { policy: 'happened', budgetPerDay, ...happened }].map((point) => [
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
