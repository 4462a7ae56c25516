import { log } from '#lib/runtime/log.ts'
import { isPollingLate } from '#lib/store/polling/next-due.ts'
import { removeByRules } from '#lib/store/retention/remove-postings.ts'
import { getSettings, retentionOf } from '#lib/store/ground/server-settings.ts'
import { tally } from '#lib/store/connection/tallies.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Polls that wait longer than this go first. */
const lateMs = 10_000
/** Of the time as much is left to others as was taken, this at most. */
const longestPauseMs = 2_000

/**
 * Removes what the rules say no longer to keep: once a day of the clock in each process, and after a change of the rules. A run
 * ends where polls wait; the next one goes on.
 */
export function createRetention(context: AggregatorContext): (drain: AbortSignal) => Promise<void> {
  const { database, clock } = context
  let done = ''
  return async (drain) => {
    const now = clock.now()
    const rules = retentionOf(await getSettings(database))
    const due = JSON.stringify([Math.floor(now / DAY_MS), rules])
    if (due === done) return
    let begun = performance.now()
    const mayGoOn = async () => {
      // Of the machine's time, whatever a trial's clock shows.
      await clock.sleep(Math.min(longestPauseMs, performance.now() - begun) * clock.speed, drain)
      begun = performance.now()
      return !drain.aborted && !(await isPollingLate(database, clock.now(), lateMs * clock.speed))
    }
    const { postings, searchDocuments, isDone } = await removeByRules(database, rules, now, {
      drain,
      mayGoOn,
    })
    if (postings > 0) tally(database, 'removed', 'postings', postings)
    if (searchDocuments > 0) tally(database, 'removed', 'search-documents', searchDocuments)
    if (postings + searchDocuments > 0) log.info('removed-by-rules', { postings, searchDocuments, isDone })
    if (isDone) done = due
  }
}
