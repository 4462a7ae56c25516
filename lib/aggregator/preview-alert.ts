import type { AlertAbout, AlertPreview } from '#lib/api/alerts.ts'
import { fastShare, weightOf } from '#lib/policy/weight.ts'
import { countAlerted, isAlerted, sourcesOf } from '#lib/store/alert-sources.ts'
import { columnsOf } from '#lib/store/alert-items.ts'
import { countRecent } from '#lib/store/count-recent.ts'
import type { Database } from '#lib/store/database.ts'
import { getSettings } from '#lib/store/settings.ts'
import { readWeightFacts } from '#lib/store/source-weights.ts'
import { replanInParts } from './change-weights.ts'
import { planBy } from './plan-wanted.ts'

/** Sources planned at once, so that nobody waits long; what is beyond them is planned anew with its next poll. */
const plannedAtOnce = 200

/** Plans sources anew that an alert asks for now, or no longer. */
export async function planAlerted(database: Database, sourceIds: readonly number[]): Promise<void> {
  if (sourceIds.length > 0) await replanInParts(database, sourceIds.slice(0, plannedAtOnce))
}

/**
 * What an alert about something would do to the weights of its sources, to the polls and delay where it is one source, and how
 * often it would have told in the last week. Changes nothing.
 */
export async function previewAlert(
  database: Database,
  subscriberId: string,
  about: AlertAbout,
  now: number,
): Promise<AlertPreview> {
  const scope = columnsOf(about)
  const sourceIds = await sourcesOf(database, subscriberId, scope, now)
  const formula = await getSettings(database)
  const [only] = sourceIds
  const isOne = sourceIds.length === 1 && only !== undefined
  const isNew = !isOne || !(await isAlerted(database, subscriberId, only, null))
  const asked = (await countAlerted(database, subscriberId)) + (isNew ? sourceIds.length : 0)
  const readers = sourceIds.length === 0 ? 0 : formula.alertStrength * fastShare(asked, formula.fairShare)
  const effect = isOne ? await effectOn(database, only, isNew ? readers : 0, formula) : nothingKnown
  return {
    ...{ sources: sourceIds.length, readers },
    recent: await countRecent(database, subscriberId, scope, now),
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
  const alertLift = (facts.alertLift ?? 0) + readers
  const weight = { now: weightOf(facts, formula), then: weightOf({ ...facts, alertLift }, formula) }
  const plans = await planBy(database, sourceId, [weight.now, weight.then])
  if (plans === null) return { ...nothingKnown, weight }
  const [now, then] = plans
  return {
    weight,
    pollsPerDay: { now: now.pollsPerDay, then: then.pollsPerDay },
    predictedDelayMs: { now: now.predictedDelayMs, then: then.predictedDelayMs },
  }
}
