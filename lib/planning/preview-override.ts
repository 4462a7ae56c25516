import type { PollOverride, OverridePreview } from '#lib/api/server/poll-override.ts'
import type { Pattern } from '#lib/policy/estimate/hourly-profile.ts'
import { keptStalenessMs } from '#lib/policy/learning/price.ts'
import { predictOverride } from '#lib/policy/schedule/plan-override.ts'
import { sharingOf } from '#lib/policy/preview/share-plans.ts'
import { toOverride } from '#lib/store/sources/change-source.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { findPublisherLimit } from '#lib/store/hosts/publisher-limits.ts'
import { findPlanInForce, listPlansInForce } from '#lib/store/planning/plans-in-force.ts'
import { previewKeeping } from '#lib/store/retention/preview-retention.ts'
import { getSettings, policySettings } from '#lib/store/ground/server-settings.ts'

/** The effect of another override on a source's polls, delay and postings. Changes nothing. Null: there is no such source. */
export async function previewOverride(
  database: Database,
  id: number,
  override: PollOverride,
  now: number,
): Promise<OverridePreview | null> {
  const source = await database.source.findUnique({
    where: { id },
    select: {
      hostName: true,
      isPaused: true,
      fixedIntervalMs: true,
      greatestDelayMs: true,
      keepDays: true,
      plan: { select: { pattern: true } },
    },
  })
  if (source === null) return null
  const before = toOverride(source)
  const [polling, going, goingThen] = await Promise.all([
    previewPolling(database, { id, ...source, pattern: source.plan?.pattern ?? [] }, before, override),
    previewKeeping(database, id, before.keepDays, now),
    previewKeeping(database, id, override.keepDays, now),
  ])
  return { polling, going: { now: going, then: goingThen } }
}

/** By what the budget grants it, which is shared as in other previews. */
async function previewPolling(
  database: Database,
  { id, hostName, pattern }: { readonly id: number; readonly hostName: string; readonly pattern: Pattern },
  before: PollOverride,
  after: PollOverride,
): Promise<OverridePreview['polling']> {
  const plan = await findPlanInForce(database, id)
  if (plan === null) return null
  const [others, serverSettings, limit] = await Promise.all([
    listPlansInForce(database),
    getSettings(database),
    findPublisherLimit(database, hostName),
  ])
  // Of many sources the list may be a minute old, and it is without those that are paused.
  const plans = [plan, ...others.filter(({ sourceId }) => sourceId !== id)]
  const settings = policySettings(serverSettings, plans.length)
  const asked = limit?.isOptedOut === true ? 0 : (sharingOf(plans, settings)(settings.budgetPerDay)[0] ?? 0)
  const leastIntervalMs = limit?.leastIntervalMs ?? null
  const kept = keptStalenessMs(plans.filter(({ weight }) => weight > 0).length, settings)
  const granted = { asked, hours: plan.hours, pattern, leastIntervalMs, keptStalenessMs: kept }
  return { now: predictOverride(granted, before, settings), then: predictOverride(granted, after, settings) }
}
