import type { MethodName } from '#lib/policy/basics/settings.ts'

/** The policies by name: kind, source, and the number that scales them. */

export type Method = {
  /** 'budgeted': shares a budget out at every planning. 'interval': decides after each poll from what its polls brought. */
  readonly kind: 'budgeted' | 'interval'
  readonly title: string
  /** The place where it is described. */
  readonly source: string
  /** Interval policies: what scales them and the published values, the default first. Smaller means more polls. */
  readonly parameter: { readonly name: string; readonly published: readonly number[] } | null
}

const factor = { name: 'interval factor', published: [1] }

function budgeted(title: string, source: string): Method {
  return { kind: 'budgeted', title, source, parameter: null }
}

function interval(title: string, source: string, parameter: Method['parameter'] = factor): Method {
  return { kind: 'interval', title, source, parameter }
}

export const methods: Readonly<Record<MethodName, Method>> = {
  'minimum-delay': budgeted('Minimum delay, as this server polls', 'docs/price-policy.md'),
  uniform: budgeted('Uniform', 'SC strategy 1'),
  'retrieval-only': budgeted('Retrieval scheduling only', 'SC strategy 2'),
  'allocation-only': budgeted('Resource allocation only', 'SC strategy 3'),
  combined: budgeted('Allocation and scheduling', 'SC strategy 4'),
  'cgm-age': budgeted('CGM03, least age', 'Cho & Garcia-Molina 2003'),
  'cgm-freshness': budgeted('CGM03, greatest freshness', 'Cho & Garcia-Molina 2003'),
  'minimum-missing': budgeted('Minimum missing', 'HAN 2.2'),
  fix: interval('Fix1h', 'REI 4.2.2', { name: 'hours', published: [1, 24, 168] }),
  'fixlearned-a': interval('FixLearned_A', 'REI 4.2.2'),
  'fixlearned-w': interval('FixLearned_W', 'REI 4.2.2'),
  'adaptive-ttl': interval('AdaptiveTTL', 'REI 4.2.3', { name: 'M', published: [0.1, 3] }),
  'lru-2': interval('LRU-2', 'REI 4.2.3'),
  'moving-average': interval('Moving average', 'REI 3.5.4'),
  mavsync: interval('MAVSync', 'REI 4.2.3'),
  indhist: interval('IndHist', 'REI 4.2.4', { name: 'θ', published: [0.7, 10] }),
  'indhist-ttl': interval('IndHist/TTL', 'REI 4.2.4', { name: 'θ', published: [0.7, 10] }),
  'indhist-agghist': interval('IndHist/AggHist', 'REI 2.5.4', { name: 'θ', published: [0.7, 10] }),
  lihz: interval('LIHZ', 'REI 4.2.4', { name: 'σ', published: [1, 0.1] }),
  advarss: interval('advaRSS bootstrap', 'REI 2.7.5'),
  price: budgeted('Price', 'docs/price-policy.md'),
}

/** Interval policies plan nothing ahead. */
export function isInterval(policy: MethodName): boolean {
  return methods[policy].kind === 'interval'
}

/** Whether a policy puts its polls at the best times of the day (SC Theorem 3) instead of equal gaps. */
export function isTimed(policy: MethodName): boolean {
  return policy === 'minimum-delay' || policy === 'retrieval-only' || policy === 'combined'
}
