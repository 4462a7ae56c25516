import { plannedTimes } from '#lib/policy/schedule/planned-times.ts'
import { DAY_MS, dayStartOf } from '#lib/policy/basics/time.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { Plan, Source } from '#lib/store/generated/client.ts'
import { toSourcePlan } from '#lib/store/planning/plan-rows.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { readSourceWorth } from './source-worth.ts'

type Polled = Pick<Source, 'id' | 'nextPollAt' | 'isPaused'> & { readonly plan: Plan | null }

/**
 * The polls of a source until a day from `now`: the one that is set and those that the live decision makes follow it (`readSourceWorth`);
 * where no price decides, those of the plan after the one that is set. None while nothing is set, or it is paused.
 */
export async function readComingPolls(database: Database, source: Polled, now: number): Promise<string[]> {
  const { id, nextPollAt, plan } = source
  if (nextPollAt === null || plan === null || source.isPaused || (await getSettings(database)).isPaused)
    return []
  const untilAt = now + DAY_MS
  const worth = await readSourceWorth(database, id, now)
  if (worth !== null) return worth.polls.filter((poll) => Date.parse(poll) <= untilAt)
  const next = Math.max(now, nextPollAt.getTime())
  const today = dayStartOf(now)
  const known = toSourcePlan(plan)
  return [
    next,
    ...[...plannedTimes(known, today), ...plannedTimes(known, today + DAY_MS)].filter((at) => at > next),
  ]
    .filter((at) => at <= untilAt)
    .map((at) => new Date(at).toISOString())
}
