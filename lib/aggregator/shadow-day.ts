import type { LabFailure, LabPolicy } from '#lib/api/lab.ts'
import { replayLab } from '#lib/policy/lab/replay.ts'
import { compareDay } from '#lib/policy/lab/shadow.ts'
import type { Database } from '#lib/store/database.ts'
import { findFirstPollAt } from '#lib/store/lab-sources.ts'
import { readSettingsBetween } from '#lib/store/planning-runs.ts'
import type { ShadowDayResult } from '#lib/store/shadow-days.ts'
import { comparedAfterMs, midnightAfter } from '#lib/store/shadows.ts'
import { readLabSpan } from './lab-world.ts'

const dayMs = 86_400_000
/** Of the progress of a task of the lab, what reading takes. */
export const readingPart = 0.2
/** Both policies take over from what was stored so long before the day, so that each has come to its own polls by then. */
const warmUpDays = 7

/**
 * Replays a UTC day by the policy that was live on it and by one on paper, from the same stored state, by the same settings and with the
 * code that decides live. These settings are those that were in force on the day for the longest time, whatever is set since; the budget is
 * the mean of those set, by how long each was. Of more sources than `most` as many are drawn, which have the part of that
 * budget that they had of the day's polls. Where less is stored than a week before the day, both take over as early as there is.
 */
export async function compareShadowDay(
  database: Database,
  { policy, day, most }: { readonly policy: LabPolicy; readonly day: number; readonly most?: number },
  onPart: (part: number) => void = () => undefined,
): Promise<{ readonly result: ShadowDayResult } | { readonly failure: LabFailure }> {
  const firstAt = await findFirstPollAt(database)
  const takeoverAt = Math.max(day - warmUpDays * dayMs, midnightAfter(firstAt ?? Infinity))
  if (takeoverAt > day) return { failure: 'no-history' }
  const endAt = day + comparedAfterMs
  const [fromAt, untilAt] = [day, day + dayMs]
  const settings = await readSettingsBetween(database, fromAt, untilAt)
  const inForce = settings === null ? null : { settings, fromAt, untilAt }
  const drawn = await readLabSpan(
    database,
    { takeoverAt, endAt, weights: 'now', search: '', inForce, ...(most !== undefined && { most }) },
    (part) => onPart(readingPart * part),
  )
  if (drawn === null) return { failure: 'no-history' }
  const { world, allSources } = drawn
  const { policy: livePolicy, budgetPerDay } = world.settings
  const live = replayLab(world, { method: livePolicy, budgetPerDay })
  onPart((1 + readingPart) / 2)
  const shadow = replayLab(world, { method: policy, budgetPerDay })
  const compared = compareDay(world, live, shadow, { fromAt, untilAt })
  return {
    result: {
      ...compared,
      ...{ livePolicy, budgetPerDay, allSources, sources: world.sources.length },
      replayedFrom: takeoverAt,
    },
  }
}
