import { systemClock } from '#lib/runtime/clock.ts'
import { summarisePostingDelays, summariseLastDay } from '#lib/store/freshness/delay-summary.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import type { AdminDelay } from '#lib/api/server/admin.ts'

/** Delays of all postings found since an instant; null: the last 24 hours. */
export async function readDelay(since: string | null): Promise<AdminDelay> {
  const from = since === null ? null : Date.parse(since)
  const found =
    from === null
      ? await summariseLastDay(serverDatabase(), systemClock.now())
      : { ...(await summarisePostingDelays(serverDatabase(), from)), since: from }
  return { ...found, since: new Date(found.since).toISOString() }
}
