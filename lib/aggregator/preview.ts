import { setImmediate } from 'node:timers/promises'
import type { BudgetPreview, WeightPreview } from '#lib/api/admin.ts'
import type { FormulaPreview } from '#lib/api/weight-formula.ts'
import { expectedDelayMs } from '#lib/policy/predict-delay.ts'
import { budgetPreviews, previewFormula, previewWeight, type PreviewedPlan } from '#lib/policy/preview.ts'
import type { PolicySettings } from '#lib/policy/types.ts'
import { weightOf, type WeightFormula } from '#lib/policy/weight.ts'
import type { Database } from '#lib/store/database.ts'
import { listPlansInForce } from '#lib/store/plans-in-force.ts'
import { getSettings, policySettings } from '#lib/store/settings.ts'
import { readAllWeights, readSourceTitles, readWeightFacts } from '#lib/store/source-weights.ts'

/** Budgets of the curve, as multiples of the present one. */
const curveFactors = [1 / 4, 1 / 2, 3 / 4, 1, 3 / 2, 2, 4] as const
const gainersShown = 5

/** What a weight factor would bring these sources and cost the others, on the plans in force. Changes nothing. */
export async function previewWeightFactor(
  database: Database,
  ids: readonly number[],
  weightFactor: number,
): Promise<WeightPreview> {
  const [plans, settings] = await Promise.all([listPlansInForce(database), getSettings(database)])
  const facts = await readWeightFacts(database, ids, settings)
  const weights = new Map(
    [...facts].map(([id, known]) => [id, weightOf({ ...known, factor: weightFactor }, settings)]),
  )
  const { changed, others } = previewWeight(plans, policySettings(settings), weights)
  return {
    sources: changed.map((effect) => ({
      id: effect.sourceId,
      pollsPerDay: { now: effect.pollsPerDayBefore, then: effect.pollsPerDayAfter },
      predictedDelayMs: { now: effect.delayBeforeMs, then: effect.delayAfterMs },
    })),
    others: { nowMs: others.delayBeforeMs, thenMs: others.delayAfterMs },
  }
}

/** What another budget would bring, on the plans in force. Changes nothing. */
export async function previewBudgetPerDay(database: Database, budgetPerDay: number): Promise<BudgetPreview> {
  const [plans, serverSettings] = await Promise.all([listPlansInForce(database), getSettings(database)])
  const settings = policySettings(serverSettings)
  const at = budgetPreviews(plans, settings)
  const [now, then] = [at(settings.budgetPerDay), at(budgetPerDay)]
  const curve: { budgetPerDay: number; predictedDelayMs: number }[] = []
  for (const budget of curveBudgets(settings.budgetPerDay, budgetPerDay)) {
    // With 100,000 sources a point takes a moment, in which nobody else is served.
    await setImmediate()
    const { meanDelayMs } = [now, then].find((known) => known.budgetPerDay === budget) ?? at(budget)
    if (meanDelayMs !== null) curve.push({ budgetPerDay: budget, predictedDelayMs: meanDelayMs })
  }
  return {
    now: { budgetPerDay: settings.budgetPerDay, predictedDelayMs: now.meanDelayMs },
    then: { budgetPerDay, predictedDelayMs: then.meanDelayMs },
    curve,
    gainers: await findMoved(database, plans, settings, {
      ...{ now: now.pollsPerDay, then: then.pollsPerDay, direction: 'both' },
    }),
  }
}

/**
 * What another weight formula would bring, on the plans in force. Changes nothing. All sources are weighed anew by both
 * formulas: plans may have been made before the last subscriber came.
 */
export async function previewWeightFormula(
  database: Database,
  formula: WeightFormula,
): Promise<FormulaPreview> {
  const [plans, serverSettings] = await Promise.all([listPlansInForce(database), getSettings(database)])
  const settings = policySettings(serverSettings)
  const [before, after] = await readAllWeights(database, [serverSettings, formula])
  await setImmediate()
  const effect = previewFormula(plans, settings, before, after)
  const weighed = plans.map((plan) => ({ ...plan, weight: after.get(plan.sourceId) ?? 0 }))
  const polls = { now: effect.pollsBefore, then: effect.pollsAfter }
  return {
    meanDelayMs: { now: effect.delayBeforeMs, then: effect.delayAfterMs },
    movedPerDay: effect.movedPerDay,
    gainers: await findMoved(database, weighed, settings, { ...polls, direction: 'sooner' }),
    losers: await findMoved(database, weighed, settings, { ...polls, direction: 'later' }),
  }
}

function curveBudgets(now: number, then: number): number[] {
  const budgets = [...curveFactors.map((factor) => Math.max(1, Math.round(now * factor))), then]
  return [...new Set(budgets)].sort((a, b) => a - b)
}

/** The sources for which the change does most, each minute counted by the source's weight and postings. */
async function findMoved(
  database: Database,
  plans: readonly PreviewedPlan[],
  settings: PolicySettings,
  polls: {
    readonly now: Float64Array
    readonly then: Float64Array
    readonly direction: 'sooner' | 'later' | 'both'
  },
): Promise<BudgetPreview['gainers']> {
  const isMeant = (changeMs: number) =>
    polls.direction === 'both' || changeMs < 0 === (polls.direction === 'sooner')
  const gains = plans
    .map((plan, index) => {
      const at = (granted: Float64Array) => expectedDelayMs(plan.hours, settings.policy, granted[index] ?? 0)
      const changeMs = at(polls.then) - at(polls.now)
      return { id: plan.sourceId, changeMs, gain: Math.abs(changeMs) * plan.weight * plan.ratePerDay }
    })
    .filter(({ gain, changeMs }) => gain > 0 && isMeant(changeMs))
    .sort((a, b) => b.gain - a.gain || a.id - b.id)
    .slice(0, gainersShown)
  const titles = await readSourceTitles(
    database,
    gains.map(({ id }) => id),
  )
  return gains.map(({ id, changeMs }) => ({ id, title: titles.get(id) ?? '', changeMs }))
}
