import type { ShownEditedAt } from '#lib/api/postings/postings.ts'
import { isOneOf } from '#lib/store/connection/is-one-of.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** The time at which something was done, and that at which it is stored: acts made offline come late. */
export type ActTime = { readonly actedAt: Date; readonly storedAt: Date }

export function actTime(now: number, agoMs: number): ActTime {
  return { actedAt: new Date(now - agoMs), storedAt: new Date(now) }
}

/** A posting that was marked unread after an act that comes late stays so. `readAt` is a column of posting_state. */
export function isNotSince({ actedAt, storedAt }: ActTime, readAt: Prisma.Sql): Prisma.Sql {
  return actedAt.getTime() === storedAt.getTime()
    ? Prisma.sql`TRUE`
    : Prisma.sql`coalesce(${readAt} <= ${actedAt}, true)`
}

/**
 * Since when posting `p` is kept by an act at that time: by the last instant at which it said what was shown, if it says something else now and
 * that version is stored still. So the act counts for that version (lib/store/postings/kept-versions.ts).
 */
export function keptSince(at: Date, shownEditedAt: ShownEditedAt): Prisma.Sql {
  if (shownEditedAt === undefined) return Prisma.sql`${at}::timestamptz`
  return Prisma.sql`least(${at}::timestamptz, (SELECT r."replacedAt" - interval '1 millisecond' FROM "posting_revision" r
    WHERE r."postingId" = p."id" AND p."editedAt" IS DISTINCT FROM ${shownEditedAt}::timestamptz
      AND r."foundAt" = coalesce(${shownEditedAt}::timestamptz, p."foundAt") ORDER BY r."id" DESC LIMIT 1))`
}

/**
 * Waits for edits of postings that are being stored, where somebody says what was shown: `keptSince` sees those alone that are stored. Comes
 * first in its transaction, as the same lock does where an edit is stored.
 */
export async function awaitEdits(
  database: Database | Transaction,
  ids: readonly bigint[],
  shownEditedAt: ShownEditedAt,
): Promise<void> {
  if (shownEditedAt === undefined) return
  await database.$executeRaw`SELECT FROM "posting" WHERE "id" ${isOneOf(ids)} ORDER BY "id" FOR SHARE`
}
