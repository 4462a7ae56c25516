import type { Database } from '#lib/store/connection/database.ts'

const hostsAtOnce = 1_000
/** The requests that a host bears are remembered so long after it was asked last. */
const idleMs = 7 * 86_400_000

/**
 * Removes hosts without a source that nobody has asked for a week: redirects, hubs and pages lead to hosts without end. A transaction that makes a source
 * meanwhile holds its host (hold-hosts.ts), or makes it anew.
 * @returns how many there were
 */
export async function removeIdleHosts(database: Database, now: number, drain?: AbortSignal): Promise<number> {
  const before = new Date(now - idleMs)
  let removed = 0
  let after = ''
  for (;;) {
    if (drain?.aborted === true) return removed
    const batch = await database.$transaction(async (transaction) => {
      const idle = await transaction.$queryRaw<{ name: string }[]>`
        SELECT h."name" FROM "host" h
        WHERE h."name" > ${after} AND coalesce(greatest(h."nextRequestAt", h."leaseUntil") < ${before}, true)
          AND NOT EXISTS (SELECT 1 FROM "source" s WHERE s."hostName" = h."name")
        ORDER BY h."name" LIMIT ${hostsAtOnce} FOR UPDATE OF h SKIP LOCKED`
      const names = idle.map(({ name }) => name)
      // Nobody else can make a source there any more: only now is it certain whether there is one.
      const count = await transaction.$executeRaw`
        DELETE FROM "host" h WHERE h."name" = ANY(${names}::text[])
          AND NOT EXISTS (SELECT 1 FROM "source" s WHERE s."hostName" = h."name")`
      return { count, last: names.at(-1) }
    })
    removed += batch.count
    if (batch.last === undefined) return removed
    after = batch.last // those before it, which stay, are not looked at once more with each batch
  }
}
