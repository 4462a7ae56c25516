import { setImmediate } from 'node:timers/promises'
import { mostChanged, type DelayChange } from '#lib/policy/preview/most-moved.ts'
import { budgetPreviews, previewFormula, previewWeight } from '#lib/policy/preview/preview.ts'
import { type PreviewedPlan, weightsIn } from '#lib/policy/preview/share-plans.ts'
import { countsAsUrgent, fastShare, weightOf, type WeightFormula } from '#lib/policy/basics/weight.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { listPlansInForce } from '#lib/store/planning/plans-in-force.ts'
import { getSettings, policySettings } from '#lib/store/ground/server-settings.ts'
import {
  readSourceTitles,
  readWeighedSources,
  readWeightFacts,
  type WeighedSource,
} from '#lib/store/planning/source-weights.ts'
import type { FormulaPreview } from '#lib/api/server/weight-formula.ts'
import type { BudgetPreviewAnswer, WeightPreviewAnswer, BudgetPreviewRequest } from '#lib/api/server/admin.ts'

/** Budgets of the curve, as multiples of the present one. */
const curveFactors = [1 / 4, 1 / 2, 3 / 4, 1, 3 / 2, 2, 4] as const
const gainersShown = 5

/** The gain of these sources by a weight factor and its cost for the others, on the plans in force. Changes nothing. */
export async function previewWeightFactor(
  database: Database,
  ids: readonly number[],
  weightFactor: number,
): Promise<WeightPreviewAnswer> {
  const [plans, settings] = await Promise.all([listPlansInForce(database), getSettings(database)])
  const facts = await readWeightFacts(database, ids, settings)
  const weights = new Map(
    [...facts].map(([id, known]) => [id, weightOf({ ...known, factor: weightFactor }, settings)]),
  )
  const { changed, others } = previewWeight(plans, policySettings(settings, plans.length), weights)
  return {
    sources: changed.map((effect) => ({
      id: effect.sourceId,
      pollsPerDay: { now: effect.pollsPerDayBefore, then: effect.pollsPerDayAfter },
      predictedDelayMs: { now: effect.delayBeforeMs, then: effect.delayAfterMs },
    })),
    others: { nowMs: others.delayBeforeMs, thenMs: others.delayAfterMs },
  }
}

/** The effect of another budget, on the plans in force. Changes nothing. */
export async function previewBudgetOf(
  database: Database,
  request: BudgetPreviewRequest,
): Promise<BudgetPreviewAnswer> {
  const [plans, serverSettings] = await Promise.all([listPlansInForce(database), getSettings(database)])
  const settings = policySettings(serverSettings, plans.length)
  const { budgetPerDay } = policySettings({ ...serverSettings, ...request }, plans.length)
  const at = budgetPreviews(plans, settings)
  const now = at(settings.budgetPerDay)
  const then = at(budgetPerDay)
  const curve: { budgetPerDay: number; predictedDelayMs: number }[] = []
  for (const budget of curveBudgets(settings.budgetPerDay, budgetPerDay)) {
    // With 100,000 sources a point takes a moment, in which nobody else is served.
    await setImmediate()
    const { meanDelayMs } = [now, then].find((known) => known.budgetPerDay === budget) ?? at(budget)
    if (meanDelayMs !== null) curve.push({ budgetPerDay: budget, predictedDelayMs: meanDelayMs })
  }
  const polls = { now: now.asked, then: then.asked }
  const moves = mostChanged(plans, settings, { weights: weightsIn(plans), ...polls }, gainersShown)
  const movedMost = [...moves.gainers, ...moves.losers].toSorted(
    (a, b) => Math.abs(b.gain) - Math.abs(a.gain),
  )
  return {
    now: { budgetPerDay: settings.budgetPerDay, predictedDelayMs: now.meanDelayMs },
    then: { budgetPerDay, predictedDelayMs: then.meanDelayMs },
    sources: plans.length,
    curve,
    gainers: await titled(database, movedMost.slice(0, gainersShown)),
  }
}

/**
 * The effect of another weight formula, on the plans in force. Changes nothing. All sources are weighed anew by both
 * formulas: plans may have been made before the last subscriber came.
 */
export async function previewWeightFormula(
  database: Database,
  formula: WeightFormula,
): Promise<FormulaPreview> {
  const [plans, serverSettings, sources] = await Promise.all([
    listPlansInForce(database),
    getSettings(database),
    readWeighedSources(database),
  ])
  const settings = policySettings(serverSettings, plans.length)
  const before = weightsBy(plans, sources, serverSettings)
  const after = weightsBy(plans, sources, formula)
  // With 100,000 sources each part takes a moment, in which nobody else is served.
  await setImmediate()
  const effect = previewFormula(plans, settings, before, after)
  await setImmediate()
  const polls = { now: effect.pollsBefore, then: effect.pollsAfter }
  const moves = mostChanged(plans, settings, { weights: after, ...polls }, gainersShown)
  return {
    meanDelayMs: { now: effect.delayBeforeMs, then: effect.delayAfterMs },
    movedPerDay: effect.movedPerDay,
    gainers: await titled(database, moves.gainers),
    losers: await titled(database, moves.losers),
  }
}

/** In the order of the plans; sources without readers weigh nothing. */
function weightsBy(
  plans: readonly PreviewedPlan[],
  sources: ReadonlyMap<number, WeighedSource>,
  formula: WeightFormula,
): Float64Array {
  const { fairShare, alertStrength } = formula
  const bothAreUrgent = countsAsUrgent({ wantsFast: true, isAlerted: true }, formula)
  const sumOf = (all: readonly number[]) => all.reduce((sum, each) => sum + fastShare(each, fairShare), 0)
  return Float64Array.from(plans, ({ sourceId }) => {
    const source = sources.get(sourceId)
    if (source === undefined) return 0
    const { factor, subscribers, wanted, alerted, both } = source
    const shares = sumOf(wanted) + (bothAreUrgent ? sumOf(both) : 0)
    const alertLift = alertStrength * (sumOf(alerted) + (bothAreUrgent ? 0 : sumOf(both)))
    return weightOf({ factor, subscribers, shares, alertLift }, formula)
  })
}

function curveBudgets(now: number, then: number): number[] {
  const budgets = [...curveFactors.map((factor) => Math.max(1, Math.round(now * factor))), then]
  return [...new Set(budgets)].sort((a, b) => a - b)
}

async function titled(
  database: Database,
  moves: readonly DelayChange[],
): Promise<BudgetPreviewAnswer['gainers']> {
  const ids = moves.map(({ sourceId }) => sourceId)
  const titles = await readSourceTitles(database, ids)
  return moves.map(({ sourceId, nowMs, thenMs }) => {
    return { id: sourceId, title: titles.get(sourceId) ?? '', changeMs: thenMs - nowMs }
  })
}
