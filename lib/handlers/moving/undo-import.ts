import type { ImportMade } from '#lib/api/sources/subscriptions.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { removeUnused } from '#lib/store/organising/remove-unused.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { chunksOf } from './import-parts.ts'

/** A transaction locks its sources: short ones keep nobody waiting. */
const subscriptionsAtOnce = 1_000

/**
 * Takes back what the import of a list made: its subscriptions, then its folders and labels, where nothing else is in them.
 * An undo that broke off is simply done again. `mayGoOn` throws, between two steps, where it may not.
 * @returns how many subscriptions ended
 */
export async function undoImport(
  subscriberId: string,
  made: ImportMade,
  mayGoOn: () => Promise<void>,
): Promise<number> {
  let ended = 0
  for (const ids of chunksOf(made.subscriptionIds, subscriptionsAtOnce)) {
    await mayGoOn()
    ended += await unsubscribe(serverDatabase(), subscriberId, ids, systemClock.now())
  }
  await mayGoOn()
  await removeUnused(serverDatabase(), subscriberId, made)
  return ended
}
