import type { Hatch, HatchPreview } from '#lib/api/server/poll-override.ts'
import type { Pattern } from '#lib/policy/estimate/hourly-profile.ts'
import { keptStalenessMs } from '#lib/policy/learning/price.ts'
import { predictHatch } from '#lib/policy/schedule/escape-hatch.ts'
import { sharingOf } from '#lib/policy/preview/share-plans.ts'
import { toHatch } from '#lib/store/sources/change-source.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { findHostWish } from '#lib/store/hosts/publisher-limits.ts'
import { findPlanInForce, listPlansInForce } from '#lib/store/planning/plans-in-force.ts'
import { previewKeeping } from '#lib/store/retention/preview-retention.ts'
import { getSettings, policySettings } from '#lib/store/ground/server-settings.ts'

/** What another hatch would do to a source's polls, delay and postings. Changes nothing. Null: there is no such source. */
export async function previewHatch(
  database: Database,
  id: number,
  hatch: Hatch,
  now: number,
): Promise<HatchPreview | null> {
  const source = await database.source.findUnique({
    where: { id },
    select: {
      ...{ hostName: true, isPaused: true, fixedIntervalMs: true, greatestDelayMs: true, keepDays: true },
      plan: { select: { pattern: true } },
    },
  })
  if (source === null) return null
  const before = toHatch(source)
  const [polling, going, goingThen] = await Promise.all([
    previewPolling(database, { id, ...source, pattern: source.plan?.pattern ?? [] }, before, hatch),
    previewKeeping(database, id, before.keepDays, now),
    previewKeeping(database, id, hatch.keepDays, now),
  ])
  return { polling, going: { now: going, then: goingThen } }
}

/** By what the budget grants it, which is shared as in other previews. */
async function previewPolling(
  database: Database,
  { id, hostName, pattern }: { readonly id: number; readonly hostName: string; readonly pattern: Pattern },
  before: Hatch,
  after: Hatch,
): Promise<HatchPreview['polling']> {
  const plan = await findPlanInForce(database, id)
  if (plan === null) return null
  const [others, serverSettings, wish] = await Promise.all([
    listPlansInForce(database),
    getSettings(database),
    findHostWish(database, hostName),
  ])
  // Of many sources the list may be a minute old, and it is without those that are paused.
  const plans = [plan, ...others.filter(({ sourceId }) => sourceId !== id)]
  const settings = policySettings(serverSettings, plans.length)
  const asked = wish?.isOptedOut === true ? 0 : (sharingOf(plans, settings)(settings.budgetPerDay)[0] ?? 0)
  const leastIntervalMs = wish?.leastIntervalMs ?? null
  const kept = keptStalenessMs(plans.filter(({ weight }) => weight > 0).length, settings)
  const granted = { asked, hours: plan.hours, pattern, leastIntervalMs, keptStalenessMs: kept }
  return { now: predictHatch(granted, before, settings), then: predictHatch(granted, after, settings) }
}
