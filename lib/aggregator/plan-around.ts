import { systemClock } from '#lib/clock.ts'
import { log } from '#lib/log.ts'
import { refreshSourcesOf } from '#lib/store/alert-sources.ts'
import type { Database } from '#lib/store/database.ts'
import { changedTies, readSourceTies, type SourceTies } from '#lib/store/source-ties.ts'
import { replanSoon } from './replan-soon.ts'

/**
 * Does something for a subscriber, and plans anew, at once, the sources that are planned by something else then: whatever was given or
 * taken away, and by whichever way. Also where it failed, as part of it may be done. The subscriber's other wishes count more or less by
 * that, which their sources learn with their next polls.
 */
export async function planAround<Done>(
  database: Database,
  subscriberId: string,
  act: () => Promise<Done>,
): Promise<Done> {
  const before = await readSourceTies(database, subscriberId)
  try {
    return await act()
  } finally {
    await planChanged(database, subscriberId, before)
  }
}

/** What was done is done: what is not planned now is planned with the next polls, or the next planning. */
async function planChanged(database: Database, subscriberId: string, before: SourceTies): Promise<void> {
  try {
    await refreshSourcesOf(database, subscriberId, systemClock.now())
    await replanSoon(database, changedTies(before, await readSourceTies(database, subscriberId)))
  } catch (error) {
    log.error('replan-failed', { error })
  }
}
