/** The interval policies: their rules by name, and plans that carry what the rules need. */
import { adaptiveTtl } from '#lib/policy/adaptive/adaptive-ttl.ts'
import { advarss } from '#lib/policy/adaptive/advarss.ts'
import { fix } from '#lib/policy/adaptive/fix.ts'
import { fixlearnedA } from '#lib/policy/adaptive/fixlearned-a.ts'
import { fixlearnedW } from '#lib/policy/adaptive/fixlearned-w.ts'
import { indhist } from '#lib/policy/adaptive/indhist.ts'
import { indhistAgghist } from '#lib/policy/adaptive/indhist-agghist.ts'
import { indhistTtl } from '#lib/policy/adaptive/indhist-ttl.ts'
import { boundedInterval, type IntervalRule } from '#lib/policy/adaptive/interval-rule.ts'
import { lihz } from '#lib/policy/adaptive/lihz.ts'
import { lru2 } from '#lib/policy/adaptive/lru-2.ts'
import { usualPublicationLagMs, mavsync } from '#lib/policy/adaptive/mavsync.ts'
import { movingAverage } from '#lib/policy/adaptive/moving-average.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { MethodName } from '#lib/policy/basics/settings.ts'

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

/** The wait of an interval policy after the last poll, within its bounds; the default interval for a source of which it remembers nothing. */
export function proposedInterval(plan: SourcePlan, facts: PollFacts, now: number): number {
  const { minIntervalMs: shortest, maxStalenessMs: longest, parameter = 1 } = plan
  const bounds = { shortest, longest, whenUnknown: unknownIntervalMs }
  if (plan.policy === 'mavsync') {
    return (
      mavsync(facts.window, now, bounds, facts.publicationLagMs ?? usualPublicationLagMs, parameter) - now
    )
  }
  const rule = intervalRules[plan.policy]
  if (rule === undefined || facts.memory === undefined) return unknownIntervalMs
  return boundedInterval(rule(facts.memory, now, parameter, bounds), bounds)
}

/** Policies that learn anew from a source's history once a day (`train`); the others learn from polls alone. */
export function learnsFromHistory(policy: MethodName): boolean {
  return policy === 'indhist' || policy === 'indhist-ttl' || policy === 'indhist-agghist' || policy === 'lihz'
}
