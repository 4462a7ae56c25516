import { log } from '#lib/runtime/log.ts'
import { removeOldPlans } from '#lib/store/partitions/remove-plans.ts'
import { removeIdleHosts } from '#lib/store/retention/remove-idle-hosts.ts'
import { removeUnreadSources } from '#lib/store/retention/remove-unread-sources.ts'
import { rollUpPolls } from '#lib/store/retention/roll-up-polls.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/**
 * Removals that follow once old polls are rolled up: of plans that only these were decided by, of sources that were never asked and are nobody's,
 * and of hosts that nobody asks any more.
 */
const removals = [
  ['old-plans', removeOldPlans],
  ['unread-sources', removeUnreadSources],
  ['idle-hosts', removeIdleHosts],
] as const

/**
 * Rolls up old polls, and removes what goes with them: once a day of the clock in each process, and after a change of the rule. The second
 * process finds nothing left. A removal that fails keeps neither the others nor retention waiting, and is tried again.
 * Tells whether all polls are rolled up.
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
    let failures = 0
    for (const [what, remove] of removals) {
      try {
        const count = await remove(database, now, drain)
        if (count > 0) log.info(`${what}-removed`, { count })
      } catch (error) {
        log.error(`${what}-not-removed`, { error })
        failures += 1
      }
    }
    if (drain.aborted) return false
    if (failures === 0) done = due
    return true
  }
}
