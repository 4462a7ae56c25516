import { log } from '#lib/runtime/log.ts'
import { removeOldPlans } from '#lib/store/partitions/remove-plans.ts'
import { removeIdleHosts } from '#lib/store/retention/remove-idle-hosts.ts'
import { removeUnreadSources } from '#lib/store/retention/remove-unread-sources.ts'
import { rollUpPolls } from '#lib/store/retention/roll-up-polls.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/**
 * Rolls up old polls. Removes the plans that only they were decided by, sources that were never asked and are nobody's, and hosts that nobody asks any
 * more. All of it once a day of the clock in each process, and after a change of the rule: the second process finds nothing left.
 * Tells whether nothing is left.
 */
export function createRollUp({
  database,
  clock,
}: AggregatorContext): (drain: AbortSignal) => Promise<boolean> {
  let done = ''
  return async (drain) => {
    const now = clock.now()
    const { pollHistoryDays } = await getSettings(database)
    const due = JSON.stringify([Math.floor(now / DAY_MS), pollHistoryDays])
    if (due === done) return true
    const { polls, isDone } = await rollUpPolls(database, now, drain)
    if (polls > 0) log.info('polls-rolled-up', { polls })
    if (!isDone) return false
    const plans = await removeOldPlans(database, now, drain)
    if (plans > 0) log.info('old-plans-removed', { plans })
    const sources = await removeUnreadSources(database, now, drain)
    if (sources > 0) log.info('unread-sources-removed', { sources })
    const hosts = await removeIdleHosts(database, now, drain)
    if (hosts > 0) log.info('idle-hosts-removed', { hosts })
    if (drain.aborted) return false
    done = due
    return true
  }
}
