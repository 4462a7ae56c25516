import type { MethodName } from '#lib/policy/basics/settings.ts'

/** Numbers printed in the papers. */

/** Sia & Cho (9,634 feeds, 76 days, one poll per feed and day), Tables 1 and 2: minutes; null: not printed. */
export const siaCho: readonly {
  readonly method: MethodName
  readonly mean: number
  readonly max: number | null
  readonly deviation: number | null
}[] = [
  { method: 'uniform', mean: 645, max: 1440, deviation: 392 },
  { method: 'retrieval-only', mean: 581, max: 1440, deviation: 405 },
  { method: 'allocation-only', mean: 433, max: 9120, deviation: 542 },
  { method: 'combined', mean: 395, max: 10073, deviation: 560 },
  { method: 'cgm-age', mean: 590, max: null, deviation: null },
  { method: 'cgm-freshness', mean: 40105, max: null, deviation: null },
]

/** Han et al. (1,000 blogs, 3 weeks): share of postings missed, and minimum missing relative to each policy (Table 4). */
export const hanTable4: Readonly<
  Partial<Record<MethodName, { missing: number; missingRatio: number; delayRatio: number }>>
> = {
  uniform: { missing: 0.37, missingRatio: 0.23, delayRatio: 0.86 },
  'allocation-only': { missing: 0.11, missingRatio: 0.77, delayRatio: 1.06 },
  'minimum-missing': { missing: 0.08, missingRatio: 1, delayRatio: 1 },
}

type Mode = {
  readonly delayMin: number
  readonly pollsPerPosting: number
  readonly recall: number
  readonly quality: number
}

/** A row of Reichert's Tables 4.11 (over sources) and 4.12 (over postings); `both` as recomputed from them. */
export type ReichertRow = {
  readonly method: MethodName
  readonly parameter: number
  readonly overSources: Mode
  readonly overPostings: Mode
  readonly both: number
}

/** Reichert (200,000 feeds, 20 days, shortest wait 1 min, longest 4 weeks). */
export const reichert: readonly ReichertRow[] = [
  {
    method: 'fix',
    parameter: 1,
    overSources: { delayMin: 31, pollsPerPosting: 141.334, recall: 0.995, quality: 0.915 },
    overPostings: { delayMin: 27, pollsPerPosting: 7.984, recall: 0.487, quality: 0.49 },
    both: 0.756,
  },
  {
    method: 'fix',
    parameter: 24,
    overSources: { delayMin: 725, pollsPerPosting: 5.998, recall: 0.952, quality: 0.898 },
    overPostings: { delayMin: 587, pollsPerPosting: 0.972, recall: 0.168, quality: 0.248 },
    both: 0.533,
  },
  {
    method: 'fix',
    parameter: 168,
    overSources: { delayMin: 4016, pollsPerPosting: 0.667, recall: 0.595, quality: 0.902 },
    overPostings: { delayMin: 2978, pollsPerPosting: 0.396, recall: 0.043, quality: 0.124 },
    both: 0.377,
  },
  {
    method: 'fixlearned-w',
    parameter: 1,
    overSources: { delayMin: 2441, pollsPerPosting: 42.882, recall: 0.807, quality: 0.294 },
    overPostings: { delayMin: 46, pollsPerPosting: 4.739, recall: 0.893, quality: 0.597 },
    both: 0.473,
  },
  {
    method: 'fixlearned-a',
    parameter: 1,
    overSources: { delayMin: 2594, pollsPerPosting: 2.753, recall: 0.78, quality: 0.712 },
    overPostings: { delayMin: 44, pollsPerPosting: 1.141, recall: 0.964, quality: 0.999 },
    both: 0.952,
  },
  {
    method: 'adaptive-ttl',
    parameter: 0.1,
    overSources: { delayMin: 744, pollsPerPosting: 26.061, recall: 0.94, quality: 0.543 },
    overPostings: { delayMin: 17, pollsPerPosting: 4.147, recall: 0.844, quality: 0.849 },
    both: 0.766,
  },
  {
    method: 'adaptive-ttl',
    parameter: 3,
    overSources: { delayMin: 3970, pollsPerPosting: 0.707, recall: 0.488, quality: 0.831 },
    overPostings: { delayMin: 198, pollsPerPosting: 0.764, recall: 0.618, quality: 0.597 },
    both: 0.795,
  },
  {
    method: 'lru-2',
    parameter: 1,
    overSources: { delayMin: 2244, pollsPerPosting: 258.87, recall: 0.754, quality: 0.162 },
    overPostings: { delayMin: 91, pollsPerPosting: 12.414, recall: 0.855, quality: 0.34 },
    both: 0.265,
  },
  {
    method: 'mavsync',
    parameter: 1,
    overSources: { delayMin: 2481, pollsPerPosting: 2.173, recall: 0.788, quality: 0.785 },
    overPostings: { delayMin: 42, pollsPerPosting: 1.212, recall: 0.963, quality: 1.0 },
    both: 1.0,
  },
  {
    method: 'indhist',
    parameter: 0.7,
    overSources: { delayMin: 2267, pollsPerPosting: 2.736, recall: 0.809, quality: 0.755 },
    overPostings: { delayMin: 47, pollsPerPosting: 1.108, recall: 0.96, quality: 0.988 },
    both: 0.975,
  },
  {
    method: 'indhist',
    parameter: 10,
    overSources: { delayMin: 4267, pollsPerPosting: 0.339, recall: 0.303, quality: 0.884 },
    overPostings: { delayMin: 151, pollsPerPosting: 0.534, recall: 0.842, quality: 0.815 },
    both: 0.958,
  },
  {
    method: 'indhist-ttl',
    parameter: 0.7,
    overSources: { delayMin: 2267, pollsPerPosting: 2.848, recall: 0.809, quality: 0.745 },
    overPostings: { delayMin: 48, pollsPerPosting: 1.172, recall: 0.937, quality: 0.955 },
    both: 0.952,
  },
  {
    method: 'indhist-ttl',
    parameter: 10,
    overSources: { delayMin: 4259, pollsPerPosting: 0.345, recall: 0.303, quality: 0.88 },
    overPostings: { delayMin: 156, pollsPerPosting: 0.55, recall: 0.815, quality: 0.79 },
    both: 0.941,
  },
  {
    method: 'lihz',
    parameter: 0.1,
    overSources: { delayMin: 1920, pollsPerPosting: 1.729, recall: 0.835, quality: 0.94 },
    overPostings: { delayMin: 724, pollsPerPosting: 2.594, recall: 0.163, quality: 0.165 },
    both: 0.444,
  },
  {
    method: 'lihz',
    parameter: 1,
    overSources: { delayMin: 2573, pollsPerPosting: 0.874, recall: 0.68, quality: 1.0 },
    overPostings: { delayMin: 893, pollsPerPosting: 2.657, recall: 0.152, quality: 0.149 },
    both: 0.436,
  },
]
