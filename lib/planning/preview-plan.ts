import type { FastPreview } from '#lib/api/sources/subscriptions.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { askingReaders, fastShare, weightOf } from '#lib/policy/basics/weight.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { findLatestRun } from '#lib/store/planning/planning-runs.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { readAsking, readWeightFacts } from '#lib/store/planning/source-weights.ts'
import { planAlone, readPlannable, remembered, withCarry } from './plan-sources.ts'

/**
 * The effect on a source if a subscriber wanted it fast, or no longer: planned as `planAround` does, which changes
 * it at the present price of a poll. Changes nothing. Null: not a subscription of theirs.
 */
export async function previewFast(
  database: Database,
  subscriberId: string,
  subscriptionId: number,
): Promise<FastPreview | null> {
  const subscription = await database.subscription.findFirst({
    where: { id: subscriptionId, subscriberId },
    select: { sourceId: true, wantsFast: true },
  })
  if (subscription === null) return null
  const { sourceId, wantsFast } = subscription
  const formula = await getSettings(database)
  const { fairShare, sayStrength } = formula
  const asking = await readAsking(database, subscriberId)
  const asked = asking.size
  const facts = (await readWeightFacts(database, [sourceId], formula)).get(sourceId)
  if (facts === undefined) return null
  const isAlerted = asking.get(sourceId)?.isAlerted === true
  const others = asked - (asking.has(sourceId) ? 1 : 0)
  const askedThen = others + (isAlerted || !wantsFast ? 1 : 0)
  const readers = {
    now: askingReaders({ wantsFast, isAlerted }, asked, formula),
    then: askingReaders({ wantsFast: !wantsFast, isAlerted }, askedThen, formula),
  }
  const lift = sayStrength * facts.shares + (facts.alertLift ?? 0)
  const alertLift = Math.max(0, lift - readers.now) + readers.then
  const weight = {
    now: weightOf(facts, formula),
    then: weightOf({ ...facts, shares: 0, alertLift }, formula),
  }
  const plans = await planBy(database, sourceId, [weight.now, weight.then], alertLift > 0)
  const effect = (of: 'pollsPerDay' | 'predictedDelayMs') =>
    plans === null ? null : { now: plans[0][of], then: plans[1][of] }
  return {
    wantsFast,
    asked,
    fairShare,
    sayStrength,
    weight,
    share: {
      now: wantsFast ? fastShare(asked, fairShare) : 0,
      then: wantsFast ? 0 : fastShare(askedThen, fairShare),
    },
    pollsPerDay: effect('pollsPerDay'),
    predictedDelayMs: effect('predictedDelayMs'),
  }
}

/** The plans that a source would get at these weights, the second with or without somebody who asks for it; null: it is not planned yet. */
export async function planBy(
  database: Database,
  sourceId: number,
  [now, then]: readonly [number, number],
  isAskedThen: boolean,
): Promise<readonly [SourcePlan, SourcePlan] | null> {
  const at = systemClock.now()
  const latest = await findLatestRun(database)
  if (latest === null) return null
  const { policy } = latest.run.settings
  const sources = await readPlannable(database, policy, at, [sourceId])
  for await (const source of remembered(database, policy, sources, at)) {
    const history = withCarry(source, at)
    const planAt = (weight: number, isUrgent = history.isUrgent ?? false) =>
      planAlone({ ...history, weight, isUrgent }, source.priceMemory, source, latest.run, at)
    return [planAt(now), planAt(then, isAskedThen && source.bearsUrgency)]
  }
  return null
}
