import { systemClock } from '#lib/runtime/clock.ts'
import { type RulePreview, type WeightRule, multiplied } from '#lib/api/server/weight-rule.ts'
import { previewWeight, type WeightEffect } from '#lib/policy/preview/preview.ts'
import { weightOf } from '#lib/policy/basics/weight.ts'
import { foundBy } from '#lib/store/sources/admin-sources.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { listPlansInForce } from '#lib/store/planning/plans-in-force.ts'
import { getSettings, policySettings } from '#lib/store/ground/server-settings.ts'
import { readWeightFactsWhere } from '#lib/store/planning/source-weights.ts'

/** The effect of a rule on the weights of the sources that it finds, and on all others. Changes nothing. */
export async function previewWeightRule(
  database: Database,
  { act, value, ...filter }: WeightRule,
): Promise<RulePreview> {
  const [plans, settings] = await Promise.all([listPlansInForce(database), getSettings(database)])
  const found = await foundBy(database, filter, settings, systemClock.now())
  const facts = await readWeightFactsWhere(database, found, settings)
  const weights = new Map<number, number>()
  let changed = 0
  for (const [id, known] of facts) {
    const factor = act === 'set' ? value : multiplied(known.factor, value)
    if (factor !== known.factor) changed += 1
    weights.set(id, weightOf({ ...known, factor }, settings))
  }
  const effect = previewWeight(plans, policySettings(settings, plans.length), weights)
  const sum = (of: (each: WeightEffect) => number) =>
    effect.changed.reduce((total, each) => total + of(each), 0)
  const mean = (of: (each: WeightEffect) => number) =>
    effect.changed.length === 0 ? null : sum(of) / effect.changed.length
  return {
    sources: facts.size,
    changed,
    pollsPerDay: { now: sum((each) => each.pollsPerDayBefore), then: sum((each) => each.pollsPerDayAfter) },
    predictedDelayMs: { now: mean((each) => each.delayBeforeMs), then: mean((each) => each.delayAfterMs) },
    others: { nowMs: effect.others.delayBeforeMs, thenMs: effect.others.delayAfterMs },
  }
}
