/** The interval policies: their rules by name, and plans that carry what the rules need. */
import { adaptiveTtl } from './adaptive/adaptive-ttl.ts'
import { advarss } from './adaptive/advarss.ts'
import { fix } from './adaptive/fix.ts'
import { fixlearnedA } from './adaptive/fixlearned-a.ts'
import { fixlearnedW } from './adaptive/fixlearned-w.ts'
import { indhist } from './adaptive/indhist.ts'
import { indhistAgghist } from './adaptive/indhist-agghist.ts'
import { indhistTtl } from './adaptive/indhist-ttl.ts'
import { boundedInterval, type IntervalRule } from './adaptive/interval-rule.ts'
import { lihz } from './adaptive/lihz.ts'
import { lru2 } from './adaptive/lru-2.ts'
import { firstLagMs, mavsync } from './adaptive/mavsync.ts'
import { movingAverage } from './adaptive/moving-average.ts'
import { HOUR_MS } from './time.ts'
import type { MethodName, PollFacts, SourcePlan } from './types.ts'

/** Interval for sources without usable times (η of REI: the usual default of feed readers). */
const unknownIntervalMs = HOUR_MS

/** Rules of the interval policies that decide from a source's memory; 'mavsync' needs the document's window only. */
const intervalRules: Partial<Record<MethodName, IntervalRule>> = {
  fix,
  'fixlearned-a': fixlearnedA,
  'fixlearned-w': fixlearnedW,
  'adaptive-ttl': adaptiveTtl,
  'lru-2': lru2,
  'moving-average': movingAverage,
  indhist,
  'indhist-ttl': indhistTtl,
  'indhist-agghist': indhistAgghist,
  lihz,
  advarss,
}

/** How long an interval policy would wait after the last poll, within its bounds; the default interval for a source of which it remembers nothing. */
export function proposedInterval(plan: SourcePlan, facts: PollFacts, now: number): number {
  const { minIntervalMs: shortest, maxStalenessMs: longest, parameter = 1 } = plan
  const bounds = { shortest, longest, whenUnknown: unknownIntervalMs }
  if (plan.policy === 'mavsync') {
    return mavsync(facts.window, now, bounds, facts.publicationLagMs ?? firstLagMs, parameter) - now
  }
  const rule = intervalRules[plan.policy]
  if (rule === undefined || facts.memory === undefined) return unknownIntervalMs
  return boundedInterval(rule(facts.memory, now, parameter, bounds), bounds)
}

/** Policies that learn anew from a source's history once a day (`train`); the others learn from polls alone. */
export function learnsFromHistory(policy: MethodName): boolean {
  return policy === 'indhist' || policy === 'indhist-ttl' || policy === 'indhist-agghist' || policy === 'lihz'
}
