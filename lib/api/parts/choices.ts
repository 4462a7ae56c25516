/** Values that browsers offer and contracts accept. They stand apart from the contracts, so that browsers load no zod for them. */

/** By what sources are ordered, the worst first: broken promises, the promise itself, delays; or by name. */
export const freshnessSorts = ['state', 'promise', 'median', 'p90', 'title'] as const

/** The sources that are shown, by their promise. */
export const freshnessStates = ['all', 'broken', 'kept', 'learning'] as const

/** By what the polls of a budget are summed up. */
export const budgetGroups = ['source', 'host', 'state', 'folder'] as const

/** Policies that the lab replays: those an admin may choose, then the literature's, those most asked for first. */
export const labPolicies = [
  'price',
  'minimum-delay',
  'mavsync',
  'uniform',
  'allocation-only',
  'combined',
  'cgm-age',
  'minimum-missing',
  'adaptive-ttl',
  'lru-2',
  'indhist',
  'retrieval-only',
  'cgm-freshness',
  'fix',
  'fixlearned-a',
  'fixlearned-w',
  'moving-average',
  'indhist-ttl',
  'indhist-agghist',
  'lihz',
  'advarss',
] as const

export const labWeights = ['now', 'alike', 'subscribers'] as const

/** Budgets are parts and multiples of the present one, which is always among them, as the live policy is among the policies. */
export const labBudgets = [0.125, 0.25, 0.5, 2, 4, 8] as const

/** The end of a span: the last midnight (UTC), or the time at which the run begins, today's hours besides. */
export const labEnds = ['midnight', 'now'] as const
