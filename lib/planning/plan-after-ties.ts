import { systemClock } from '#lib/runtime/clock.ts'
import { refreshSourcesOf } from '#lib/store/alerts/alert-sources.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { changedTies, readSourceTies, type SourceTies } from '#lib/store/planning/source-ties.ts'
import { planAfter } from './plan-after.ts'
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
    await planAfter(() => planChanged(database, subscriberId, before))
  }
}

async function planChanged(database: Database, subscriberId: string, before: SourceTies): Promise<void> {
  try {
    await refreshSourcesOf(database, subscriberId, systemClock.now())
  } finally {
    await replanSoon(database, changedTies(before, await readSourceTies(database, subscriberId)))
  }
}
