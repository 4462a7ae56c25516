import cron from 'node-cron'
import { ageWhenDue } from '#lib/store/age-postings.ts'
import { countReadersWhenDue } from '#lib/store/count-readers.ts'
import { removeOldEvents } from '#lib/store/missed-events.ts'
import { tendParts } from '#lib/store/partitions.ts'
import { removeOldRuns } from '#lib/store/rule-runs.ts'
import { refreshFreshnessWhenDue } from '#lib/store/source-freshness.ts'
import { foldSubscriptionChanges } from '#lib/store/source-listing.ts'
import type { AggregatorContext } from './context.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { createRetention } from './retain.ts'
import { createRollUp } from './roll-up.ts'

/** What was set a minute ago is done. */
const agingSchedule = '20 * * * * *'
/** Once a day is due; this is how soon a new server counts for the first time. */
const readersSchedule = '30 * * * * *'
/** Once an hour is due, and after a planning. */
const freshnessSchedule = '45 * * * * *'
/** Once a day, soon after it begins. */
const rollUpSchedule = '40 */10 * * * *'
/** Once a day, after the polls are rolled up that day; where polls were late, again. */
const retentionSchedule = '10 5-55/10 * * * *'

/** Starts what looks after what is stored: nobody waits for it. */
export function startUpkeep(context: AggregatorContext, drain: AbortSignal) {
  const { database, clock } = context
  const aging = oneAtATime('aging', async () => {
    await ageWhenDue(database, clock.now(), drain)
    await removeOldRuns(database, clock.now())
    await removeOldEvents(database)
    await tendParts(database, clock.now())
  })
  const readers = oneAtATime('readers', () => countReadersWhenDue(database, clock.now()))
  const freshness = oneAtATime('freshness', async () => {
    await foldSubscriptionChanges(database)
    return refreshFreshnessWhenDue(database, clock.now())
  })
  const rollUpOld = createRollUp(context)
  const rollUp = oneAtATime('roll-up', () => rollUpOld(drain))
  const retain = createRetention(context)
  const retention = oneAtATime('retention', () => retain(drain))
  return {
    works: [aging, readers, freshness, rollUp, retention],
    tasks: [
      cron.schedule(agingSchedule, aging.run, { timezone: 'UTC' }),
      cron.schedule(readersSchedule, readers.run, { timezone: 'UTC' }),
      cron.schedule(freshnessSchedule, freshness.run, { timezone: 'UTC' }),
      cron.schedule(rollUpSchedule, rollUp.run, { timezone: 'UTC' }),
      cron.schedule(retentionSchedule, retention.run, { timezone: 'UTC' }),
    ],
  }
}
