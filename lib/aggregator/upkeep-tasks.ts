import { ageWhenDue } from '#lib/store/postings/age-postings.ts'
import { removeOldAttempts } from '#lib/store/accounts/attempts.ts'
import { countReadersWhenDue } from '#lib/store/subscriptions/count-readers.ts'
import { removeOldAnswers } from '#lib/store/accounts/keyed-answers.ts'
import { removeOldEvents } from '#lib/store/events/missed-events.ts'
import { tendParts } from '#lib/store/partitions/partitions.ts'
import { removeOldRuns } from '#lib/store/rules/rule-runs.ts'
import { refreshFreshnessWhenDue } from '#lib/store/freshness/source-freshness.ts'
import { removeEndedSessions } from '#lib/store/accounts/sessions.ts'
import { foldSubscriptionChanges } from '#lib/store/ground/source-listing.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { oneAtATime } from '#lib/runtime/one-at-a-time.ts'
import { createRetention } from './retain.ts'
import { createRollUp } from './roll-up.ts'
import { schedule } from '#lib/runtime/schedule.ts'

/** A task that looks after what is stored; nobody waits for it. */
export type Upkeep = {
  readonly name: string
  /** The schedule where a process of its own does it. */
  readonly schedule: string
  readonly run: (drain: AbortSignal) => Promise<unknown>
}

/** Tasks that were set a minute ago are done. Those that are due once a day are looked for as often, for trials whose days last minutes (CLOCK_SPEED). */
const minutely = '20 * * * * *'
/** Once a day is due; this is how soon a new server counts for the first time. */
const readersSchedule = '30 * * * * *'
/** Once an hour is due, and after a planning. */
const freshnessSchedule = '45 * * * * *'
/** Once a day, soon after it begins. */
const rollUpSchedule = '40 * * * * *'
/** Once a day, after the polls are rolled up that day; where polls were late, again. */
const retentionSchedule = '10 * * * * *'

/** All of it, for processes and for rounds by HTTP (`run-once.ts`): each may fail without the others. */
export function createUpkeep(context: AggregatorContext): readonly Upkeep[] {
  const { database, clock } = context
  const measure = async () => {
    await foldSubscriptionChanges(database)
    await refreshFreshnessWhenDue(database, clock.now())
  }
  const rollUp = createRollUp(context)
  const retain = createRetention(context)
  // By rules just changed, too, what the polls say of postings is put down first.
  const removeOld = async (drain: AbortSignal) => {
    if (await rollUp(drain)) await retain(drain)
  }
  return [
    { name: 'aging', schedule: minutely, run: (drain) => ageWhenDue(database, clock.now(), drain) },
    { name: 'old-runs', schedule: minutely, run: () => removeOldRuns(database, clock.now()) },
    { name: 'old-events', schedule: minutely, run: () => removeOldEvents(database) },
    { name: 'ended-sessions', schedule: minutely, run: () => removeEndedSessions(database) },
    { name: 'old-attempts', schedule: minutely, run: () => removeOldAttempts(database) },
    { name: 'old-answers', schedule: minutely, run: () => removeOldAnswers(database) },
    { name: 'parts', schedule: minutely, run: () => tendParts(database, clock.now()) },
    { name: 'readers', schedule: readersSchedule, run: () => countReadersWhenDue(database, clock.now()) },
    { name: 'freshness', schedule: freshnessSchedule, run: measure },
    { name: 'roll-up', schedule: rollUpSchedule, run: rollUp },
    { name: 'retention', schedule: retentionSchedule, run: removeOld },
  ]
}

/** Starts all of it, each by its own schedule. */
export function startUpkeep(context: AggregatorContext, drain: AbortSignal) {
  const started = createUpkeep(context).map(({ name, schedule: seconds, run }) => {
    const work = oneAtATime(name, () => run(drain))
    return { work, task: schedule(seconds, work.run) }
  })
  return { works: started.map(({ work }) => work), tasks: started.map(({ task }) => task) }
}
