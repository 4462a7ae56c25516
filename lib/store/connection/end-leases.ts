import type { Database } from './database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/**
 * Ends leases on hosts ("h") and sources ("s") that conditions name; to be run in a transaction. Each in the order in which polls and
 * plannings lock them: who ends many at once would otherwise wait for these, and they for it.
 */
export function endLeases(
  database: Database,
  { hosts, sources }: { readonly hosts: Prisma.Sql; readonly sources: Prisma.Sql },
) {
  return [
    database.$executeRaw`
      UPDATE "host" o SET "leaseUntil" = NULL, "leaseOwner" = NULL
      FROM (SELECT h."name" FROM "host" h WHERE ${hosts} ORDER BY h."name" FOR NO KEY UPDATE) locked
      WHERE o."name" = locked."name"`,
    database.$executeRaw`
      UPDATE "source" o SET "leaseUntil" = NULL, "leaseOwner" = NULL
      FROM (SELECT s."id" FROM "source" s WHERE ${sources} ORDER BY s."id" FOR NO KEY UPDATE) locked
      WHERE o."id" = locked."id"`,
  ]
}
