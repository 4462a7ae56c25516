import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { oneForAll } from '#lib/store/connection/one-for-all.ts'

/** Storing takes some hundredths of a second, a large import longer. After this time an app is told to come back; after twice as much where others waited before it. */
const patience = '5s'

const waits = new WeakMap<Database, () => Promise<unknown>>()

/**
 * Waits until all that was found by now can be seen. An app takes the time of its list for the time up to which it has seen everything: it asks
 * for what came later, and marks as read what came before. So a list must not be read while something found earlier is being stored.
 * One small statement for all lists that begin while the one before is under way.
 * @throws when storing takes that long (`whyUnavailable`: the database is busy)
 */
export async function seeAllStored(database: Database): Promise<void> {
  const wait = waits.get(database) ?? oneForAll(() => waitForStoring(database))
  waits.set(database, wait)
  await wait()
}

/** `storeNews` has this lock while it stores. */
function waitForStoring(database: Database): Promise<number> {
  return database.$executeRaw`
    SELECT pg_advisory_xact_lock_shared(${advisoryLocks.postings}) WHERE set_config('lock_timeout', ${patience}, true) <> ''`
}
