import { setImmediate } from 'node:timers/promises'
import type { BudgetPreview, WeightPreview } from '#lib/api/admin.ts'
import type { FormulaPreview } from '#lib/api/weight-formula.ts'
import { expectedDelayMs } from '#lib/policy/predict-delay.ts'
import { budgetPreviews, previewFormula, previewWeight, type PreviewedPlan } from '#lib/policy/preview.ts'
import type { PolicySettings } from '#lib/policy/types.ts'
import { countsAsWish, fastShare, weightOf, type WeightFormula } from '#lib/policy/weight.ts'
import type { Database } from '#lib/store/database.ts'
import { listPlansInForce } from '#lib/store/plans-in-force.ts'
import { getSettings, policySettings } from '#lib/store/settings.ts'
import {
  listWeighedSources,
  readSourceTitles,
  readWeightFacts,
  type WeighedSource,
} from '#lib/store/source-weights.ts'

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
    gainers: await topMoved(
      database,
      movesOf(plans, settings, { now: now.pollsPerDay, then: then.pollsPerDay }),
    ),
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
  const sources = await listWeighedSources(database)
  const [before, after] = [weightsBy(sources, serverSettings), weightsBy(sources, formula)]
  await setImmediate()
  const effect = previewFormula(plans, settings, before, after)
  await setImmediate()
  const weighed = plans.map((plan) => ({ ...plan, weight: after.get(plan.sourceId) ?? 0 }))
  const moves = movesOf(weighed, settings, { now: effect.pollsBefore, then: effect.pollsAfter })
  return {
    meanDelayMs: { now: effect.delayBeforeMs, then: effect.delayAfterMs },
    movedPerDay: effect.movedPerDay,
    gainers: await topMoved(
      database,
      moves.filter(({ changeMs }) => changeMs < 0),
    ),
    losers: await topMoved(
      database,
      moves.filter(({ changeMs }) => changeMs > 0),
    ),
  }
}

function weightsBy(sources: readonly WeighedSource[], formula: WeightFormula): Map<number, number> {
  const { fairShare, alertStrength } = formula
  const bothAreWishes = countsAsWish({ wantsFast: true, isAlerted: true }, formula)
  const sumOf = (all: readonly number[]) => all.reduce((sum, each) => sum + fastShare(each, fairShare), 0)
  return new Map(
    sources.map(({ id, wanted, alerted, both, ...facts }) => {
      const shares = sumOf(wanted) + (bothAreWishes ? sumOf(both) : 0)
      const alertLift = alertStrength * (sumOf(alerted) + (bothAreWishes ? 0 : sumOf(both)))
      return [id, weightOf({ ...facts, shares, alertLift }, formula)]
    }),
  )
}

function curveBudgets(now: number, then: number): number[] {
  const budgets = [...curveFactors.map((factor) => Math.max(1, Math.round(now * factor))), then]
  return [...new Set(budgets)].sort((a, b) => a - b)
}

type Move = { readonly id: number; readonly changeMs: number; readonly gain: number }

/** How the expected delays change where they do; what that is worth: each minute counted by the source's weight and postings. */
function movesOf(
  plans: readonly PreviewedPlan[],
  { policy }: PolicySettings,
  polls: { readonly now: Float64Array; readonly then: Float64Array },
): Move[] {
  return plans.flatMap(({ sourceId, hours, weight, ratePerDay }, index) => {
    const at = (granted: Float64Array) => expectedDelayMs(hours, policy, granted[index] ?? 0)
    const changeMs = at(polls.then) - at(polls.now)
    const gain = Math.abs(changeMs) * weight * ratePerDay
    return gain > 0 ? [{ id: sourceId, changeMs, gain }] : []
  })
}

/** The sources for which a change does most. */
async function topMoved(database: Database, moves: readonly Move[]): Promise<BudgetPreview['gainers']> {
  const top = moves.toSorted((a, b) => b.gain - a.gain || a.id - b.id).slice(0, gainersShown)
  const ids = top.map(({ id }) => id)
  const titles = await readSourceTitles(database, ids)
  return top.map(({ id, changeMs }) => ({ id, title: titles.get(id) ?? '', changeMs }))
}
