import type { AlertAbout, AlertPreview } from '#lib/api/alerts/alerts.ts'
import { askingReaders, fastShare, weightOf } from '#lib/policy/basics/weight.ts'
import { sourcesOf } from '#lib/store/alerts/alert-sources.ts'
import { alertScopeColumns } from '#lib/store/alerts/alert-items.ts'
import { countRecent } from '#lib/store/alerts/count-recent.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { readAsking, readWeightFacts } from '#lib/store/planning/source-weights.ts'
import { planBy } from '#lib/planning/preview-plan.ts'

/**
 * The effect of an alert about something on the weights of its sources, on the polls and delay where it is one source, and how
 * often it would have told in the last week. Changes nothing.
 */
export async function previewAlert(
  database: Database,
  subscriberId: string,
  about: AlertAbout,
  now: number,
): Promise<AlertPreview> {
  const scope = alertScopeColumns(about)
  const sourceIds = await sourcesOf(database, subscriberId, scope, now)
  const formula = await getSettings(database)
  const [only] = sourceIds
  const isOne = sourceIds.length === 1 && only !== undefined
  const asking = await readAsking(database, subscriberId)
  const asked = new Set([...asking.keys(), ...sourceIds]).size
  const each = formula.alertStrength * fastShare(asked, formula.fairShare)
  const { wantsFast = false, isAlerted = false } = asking.get(only ?? -1) ?? {}
  const before = askingReaders({ wantsFast, isAlerted }, asking.size, formula)
  const after = askingReaders({ wantsFast, isAlerted: true }, asked, formula)
  const effect = isOne ? await effectOn(database, only, after - before, formula) : nothingKnown
  return {
    sources: sourceIds.length,
    readers: sourceIds.length === 0 ? 0 : each,
    ...(await countRecent(database, subscriberId, scope, now)),
    ...effect,
  }
}

const nothingKnown = { weight: null, pollsPerDay: null, predictedDelayMs: null }

async function effectOn(
  database: Database,
  sourceId: number,
  readers: number,
  formula: Awaited<ReturnType<typeof getSettings>>,
): Promise<Pick<AlertPreview, 'weight' | 'pollsPerDay' | 'predictedDelayMs'>> {
  const facts = (await readWeightFacts(database, [sourceId], formula)).get(sourceId)
  if (facts === undefined) return nothingKnown
  // Where the subscriber asks for more than a fair share, it may be less than before.
  const alertLift = Math.max(0, formula.sayStrength * facts.shares + (facts.alertLift ?? 0) + readers)
  const then = weightOf({ ...facts, shares: 0, alertLift }, formula)
  const weight = { now: weightOf(facts, formula), then }
  const plans = await planBy(database, sourceId, [weight.now, weight.then], true)
  if (plans === null) return { ...nothingKnown, weight }
  const [planNow, planThen] = plans
  return {
    weight,
    pollsPerDay: { now: planNow.pollsPerDay, then: planThen.pollsPerDay },
    predictedDelayMs: { now: planNow.predictedDelayMs, then: planThen.predictedDelayMs },
  }
}
