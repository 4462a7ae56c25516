import type { LabFailure, LabPolicy } from '#lib/api/lab.ts'
import { replayLab } from '#lib/policy/lab/replay.ts'
import { compareDay } from '#lib/policy/lab/shadow.ts'
import type { Database } from '#lib/store/database.ts'
import { findFirstPollAt } from '#lib/store/lab-sources.ts'
import { readBudgetBetween } from '#lib/store/planning-runs.ts'
import type { ShadowDayResult } from '#lib/store/shadow-days.ts'
import { comparedAfterMs, midnightAfter } from '#lib/store/shadows.ts'
import { readLabSpan } from './lab-world.ts'

const dayMs = 86_400_000
/** Of the progress of a task of the lab, what reading takes. */
export const readingPart = 0.2
/** Both policies take over from what was stored so long before the day, so that each has come to its own polls by then. */
const warmUpDays = 7

/**
 * Replays a UTC day by the live policy and by one on paper, from the same stored state, at the same budget and with the code that decides
 * live. That budget is the one that was in force on the day: the mean of those set, by how long each was. Where less is stored than a week before the day, both take over as early as there is.
 */
export async function compareShadowDay(
  database: Database,
  { policy, day }: { readonly policy: LabPolicy; readonly day: number },
  onPart: (part: number) => void = () => undefined,
): Promise<{ readonly result: ShadowDayResult } | { readonly failure: LabFailure }> {
  const firstAt = await findFirstPollAt(database)
  const takeoverAt = Math.max(day - warmUpDays * dayMs, midnightAfter(firstAt ?? Infinity))
  if (takeoverAt > day) return { failure: 'no-history' }
  const endAt = day + comparedAfterMs
  const inForce = await readBudgetBetween(database, day, day + dayMs)
  const drawn = await readLabSpan(
    database,
    { takeoverAt, endAt, weights: 'now', search: '', budgetPerDay: inForce },
    (part) => onPart(readingPart * part),
  )
  if (drawn === null) return { failure: 'no-history' }
  const { world, allSources } = drawn
  const { policy: livePolicy, budgetPerDay } = world.settings
  const live = replayLab(world, { method: livePolicy, budgetPerDay })
  onPart((1 + readingPart) / 2)
  const shadow = replayLab(world, { method: policy, budgetPerDay })
  const compared = compareDay(world, live, shadow, { fromAt: day, untilAt: day + dayMs })
  return {
    result: {
      ...compared,
      ...{ livePolicy, budgetPerDay, allSources, sources: world.sources.length },
      replayedFrom: takeoverAt,
    },
  }
}
