import { setImmediate } from 'node:timers/promises'
import { mostChanged } from '#lib/policy/preview/most-moved.ts'
import { type BudgetPreview, budgetPreviews, pollsMade } from '#lib/policy/preview/preview.ts'
import { type PreviewedPlan, weightsIn } from '#lib/policy/preview/share-plans.ts'
import type { Polling } from '#lib/policy/schedule/predict-delay.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { listPlansInForce } from '#lib/store/planning/plans-in-force.ts'
import { getSettings, policySettings } from '#lib/store/ground/server-settings.ts'
import { readSourceTitles } from '#lib/store/planning/source-weights.ts'
import type { BudgetStepsAnswer } from '#lib/api/server/budget.ts'

/** Polls a day more or less; what gains is told of the first. */
const changesPerDay = [1000, 10_000, -10_000] as const
const gainersShown = 20

/** The effect of some polls a day more or less, by the same sums as the preview of a budget. Changes nothing. */
export async function readBudgetSteps(database: Database): Promise<BudgetStepsAnswer> {
  const [plans, serverSettings] = await Promise.all([listPlansInForce(database), getSettings(database)])
  const settings = policySettings(serverSettings, plans.length)
  const preview = budgetPreviews(plans, settings)
  const at = async (change: number): Promise<BudgetPreview> => {
    await setImmediate() // others are served between the budgets of 100,000 sources
    return preview(settings.budgetPerDay + change)
  }
  const now = await at(0)
  const steps: (BudgetStepsAnswer['steps'][number] & { readonly preview: BudgetPreview })[] = []
  for (const changePerDay of changesPerDay) {
    if (settings.budgetPerDay + changePerDay < 1) continue
    const there = await at(changePerDay)
    const { budgetPerDay, meanDelayMs } = there
    steps.push({ changePerDay, budgetPerDay, predictedDelayMs: meanDelayMs, preview: there })
  }
  const first = steps[0]?.preview ?? now
  return {
    now: { budgetPerDay: settings.budgetPerDay, predictedDelayMs: now.meanDelayMs },
    steps: steps.map(({ preview: _preview, ...step }) => step),
    savedPerPollMs: savedPerPoll(plans, settings, now, first),
    gainers: await findGainers(database, plans, settings, { now, then: first }),
  }
}

/** Weighted waiting that each of the polls between two budgets saves, in milliseconds. */
function savedPerPoll(
  plans: readonly PreviewedPlan[],
  settings: Polling,
  now: BudgetPreview,
  then: BudgetPreview,
): number | null {
  if (now.meanDelayMs === null || then.meanDelayMs === null) return null
  const postings = plans.reduce((total, { weight, ratePerDay }) => total + weight * ratePerDay, 0)
  // The polls that are made: bounds may leave some of a budget over.
  const pollsOf = ({ asked }: BudgetPreview) =>
    pollsMade(plans, settings, asked).reduce((total, made) => total + made, 0)
  const polls = pollsOf(then) - pollsOf(now)
  const savedMs = (now.meanDelayMs - then.meanDelayMs) * postings
  return polls > 0 && savedMs > 0 ? savedMs / polls : null
}

async function findGainers(
  database: Database,
  plans: readonly PreviewedPlan[],
  settings: Polling,
  { now, then }: { readonly now: BudgetPreview; readonly then: BudgetPreview },
): Promise<BudgetStepsAnswer['gainers']> {
  const polls = { now: now.asked, then: then.asked }
  const { gainers } = mostChanged(plans, settings, { weights: weightsIn(plans), ...polls }, gainersShown)
  const ids = gainers.map(({ sourceId }) => sourceId)
  const titles = await readSourceTitles(database, ids)
  return gainers.map(({ sourceId, nowMs, thenMs }) => {
    return { id: sourceId, title: titles.get(sourceId) ?? '', nowMs, thenMs }
  })
}
