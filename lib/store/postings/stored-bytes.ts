import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { limitOf } from '#lib/store/ground/account-limits.ts'
import { wasKept } from './kept-versions.ts'

/** Of a row beside its text: its title, address and places in indexes. */
const rowBytes = 500
/** Of a row without a text, with its places in indexes: a label on an article or a feed, or how far a sound was heard. */
const markBytes = 200
/** Of an earlier version `r`; what it has not yet, as it is older, counts nothing. */
const versionBytes = Prisma.sql`pg_column_size(r."html") + coalesce(pg_column_size(r."url"), 0)
  + coalesce(pg_column_size(r."author"), 0) + coalesce(pg_column_size(r."imageUrl"), 0)`
/** So long a sum is believed: notes are stored while somebody types, and an archive may have 100,000 texts. */
const believedMs = 10_000

type Sum = { readonly bytes: number; readonly at: number }
const sums = oncePerProcess(() => new Map<string, Sum>())

/**
 * Bytes of what an account alone keeps, packed as they are stored: imported texts and saved pages, what came with them, their full texts and earlier versions, notes
 * and highlights; of the articles of feeds those earlier versions that it starred, noted or labelled; labels and places in sounds, which a file may bring by the
 * million. Pictures are everybody's, in a cache with a limit of its own. Up to ten seconds old unless `isExact`.
 */
export async function storedBytes(
  database: Database | Transaction,
  subscriberId: string,
  { isExact = false }: { readonly isExact?: boolean } = {},
): Promise<number> {
  const now = performance.now()
  const known = sums().get(subscriberId)
  if (!isExact && known !== undefined && now - known.at < believedMs) return known.bytes
  const [row] = await database.$queryRaw<{ bytes: number }[]>`
    WITH own AS (
      SELECT p."id", pg_column_size(p."html") + pg_column_size(p."enclosures") + ${rowBytes} AS "bytes"
      FROM "source" s JOIN "posting" p ON p."sourceId" = s."id" WHERE s."archiveOwnerId" = ${subscriberId}
    ) SELECT ((SELECT coalesce(sum("bytes"), 0) FROM own)
      + (SELECT coalesce(sum(pg_column_size(f."html")), 0) FROM own JOIN "posting_full_text" f ON f."postingId" = own."id")
      + (SELECT coalesce(sum(${versionBytes}), 0) FROM own JOIN "posting_revision" r ON r."postingId" = own."id")
      + (SELECT coalesce(sum(${versionBytes} + ${rowBytes}), 0) FROM "posting_revision" r
         WHERE r."postingId" IN (
           SELECT t."postingId" FROM "posting_state" t WHERE t."subscriberId" = ${subscriberId}
             AND (t."starredAt" IS NOT NULL OR t."laterAt" IS NOT NULL OR t."notedAt" IS NOT NULL)
           UNION SELECT l."postingId" FROM "posting_label" l WHERE l."subscriberId" = ${subscriberId})
         AND r."postingId" NOT IN (SELECT own."id" FROM own) AND ${wasKept(subscriberId)})
      + (SELECT coalesce(sum(pg_column_size(n."text") + ${rowBytes}), 0) FROM "posting_note" n WHERE n."subscriberId" = ${subscriberId})
      + (SELECT coalesce(sum(pg_column_size(h."quote") + ${rowBytes}), 0) FROM "posting_highlight" h
         WHERE h."subscriberId" = ${subscriberId})
      + ((SELECT count(*) FROM "posting_label" l WHERE l."subscriberId" = ${subscriberId})
        + (SELECT count(*) FROM "label" l JOIN "subscription_label" x ON x."labelId" = l."id" WHERE l."subscriberId" = ${subscriberId})
        + (SELECT count(*) FROM "media_position" m WHERE m."subscriberId" = ${subscriberId})) * ${markBytes})::float8 AS "bytes"`
  const bytes = row?.bytes ?? 0
  if (sums().size > 10_000) sums().clear() // of accounts that wrote something since the start
  sums().set(subscriberId, { bytes, at: now })
  return bytes
}

/** The megabytes that an account may keep where it keeps as many already; null: there is room. */
export async function storedMbIfFull(
  database: Database | Transaction,
  subscriberId: string,
  isExact = false,
): Promise<number | null> {
  const most = await limitOf(database, subscriberId, 'storedMb')
  const bytes = await storedBytes(database, subscriberId, { isExact })
  return bytes < most * 1_000_000 ? null : most
}
