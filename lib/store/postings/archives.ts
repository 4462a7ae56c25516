import { createHash } from 'node:crypto'
import { savedPagesFeed } from '#lib/documents/moving/saved-pages.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { holdHosts } from '#lib/store/hosts/hold-hosts.ts'
import { notifyOfStates } from '#lib/store/ground/state-groups.ts'

/**
 * An archive is a row of `source` that is never polled: the place of postings that one subscriber brought from another
 * reader, or saved by their address. They are not put among the postings of the real source: what a file says somebody
 * published is for nobody but whoever brought it. And no feed takes anything from them: what arrives later with the same
 * address is a posting of its own, which may say something else or less. The two are linked as one story.
 */
type ArchiveFeed = {
  /** Null: the export named no feed. */
  readonly feedUrl: string | null
  readonly title: string | null
  readonly siteUrl: string | null
}

/** No host: requests are made to none of these. */
const archiveHost = 'skylark-archive'

/** The subscriber's archives of these feeds, made where they are missing: feed address ('' for none) → source id. */
export async function findOrCreateArchives(
  transaction: Transaction,
  ownerId: string,
  feeds: readonly ArchiveFeed[],
  now: number,
): Promise<Map<string, number>> {
  const byFeed = new Map(feeds.map((feed) => [feed.feedUrl ?? '', feed]))
  const distinct = [...byFeed.values()]
  await holdHosts(transaction, [archiveHost])
  const rows = await transaction.$queryRaw<{ id: number; feedUrl: string }[]>`
    INSERT INTO "source" AS s ("url", "hostName", "createdAt", "archiveOwnerId", "archivedUrl", "title", "siteUrl")
    SELECT "url", ${archiveHost}, ${new Date(now)}, ${ownerId}, nullif("feedUrl", ''), "title", nullif("siteUrl", '')
    FROM unnest(${distinct.map(({ feedUrl }) => archiveUrl(ownerId, feedUrl))}::text[],
      ${distinct.map(({ feedUrl }) => feedUrl ?? '')}::text[], ${distinct.map(({ title }) => title ?? '')}::text[],
      ${distinct.map(({ siteUrl }) => siteUrl ?? '')}::text[]) AS feed("url", "feedUrl", "title", "siteUrl")
    ORDER BY "url"
    ON CONFLICT ("url") DO UPDATE SET "title" = coalesce(nullif(s."title", ''), excluded."title")
    RETURNING "id", coalesce("archivedUrl", '') AS "feedUrl"`
  return new Map(rows.map((row) => [row.feedUrl, row.id]))
}

/** Shown where nothing else names the archive; unique as every address of a source. */
function archiveUrl(ownerId: string, feedUrl: string | null): string {
  const feed = createHash('sha256')
    .update(feedUrl ?? '')
    .digest('hex')
    .slice(0, 16)
  return `${archiveHost}:${ownerId}/${feed}`
}

/** A posting in an archive, and one of a source that has its key or its address. */
export type Twins = { readonly archivedId: bigint; readonly id: bigint }

/** Links postings that arrive now with archived ones that are in no story yet. */
export async function linkArrived(
  transaction: Transaction,
  arrived: readonly { readonly id: bigint }[],
  now: number,
): Promise<void> {
  const [known] = await transaction.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM "source" WHERE "archiveOwnerId" IS NOT NULL) AS "has"`
  if (known?.has !== true) return // most servers: the statement below takes longer to plan than to find nothing
  const twins = await findTwins(
    transaction,
    arrived.map(({ id }) => id),
  )
  await linkTwins(transaction, twins, now)
}

/**
 * Each archived posting with one that arrived: known by key or address in the archives of the feed, and by address in those
 * of no feed and of saved pages, where their owner subscribes to the source. An address that several postings of a source
 * have is the form that it fills in, and tells of none of them.
 */
function findTwins(transaction: Transaction, arrivedIds: readonly bigint[]): Promise<Twins[]> {
  return transaction.$queryRaw`
    WITH arrived AS MATERIALIZED (
      SELECT p."id", p."sourceId", p."key", p."url", s."url" AS "feedUrl"
      FROM "posting" p JOIN "source" s ON s."id" = p."sourceId"
      WHERE p."id" = ANY(${[...arrivedIds]}::bigint[]) AND s."archiveOwnerId" IS NULL
    ), archive AS MATERIALIZED (
      SELECT p."sourceId", z."id", true AS "isOfFeed" FROM (SELECT DISTINCT "sourceId", "feedUrl" FROM arrived) p
      JOIN "source" z ON z."archivedUrl" = p."feedUrl" AND z."archiveOwnerId" IS NOT NULL
      UNION ALL
      SELECT u."sourceId", z."id", false FROM "subscription" u JOIN "source" z ON z."archiveOwnerId" = u."subscriberId"
      WHERE u."sourceId" IN (SELECT "sourceId" FROM arrived)
        AND (z."archivedUrl" IS NULL OR z."archivedUrl" = ${savedPagesFeed})
    ), pair AS (
      SELECT p."id", a."postingId" AS "archivedId", true AS "isKey" FROM arrived p
      JOIN archive z ON z."sourceId" = p."sourceId" AND z."isOfFeed"
      JOIN "posting_alias" a ON a."sourceId" = z."id" AND a."key" = p."key"
      UNION ALL
      SELECT p."id", a."id", false FROM arrived p JOIN archive z ON z."sourceId" = p."sourceId"
      CROSS JOIN LATERAL unnest(${spellings}) spelt("url")
      CROSS JOIN LATERAL (SELECT a."id" FROM "posting" a WHERE a."sourceId" = z."id" AND md5(a."url") = md5(spelt."url")
        AND a."url" = spelt."url" OFFSET 0) a -- one by one: a join of all would read the archive
      WHERE NOT EXISTS (SELECT 1 FROM "posting" o WHERE o."sourceId" = p."sourceId" AND md5(o."url") = md5(p."url")
        AND o."url" = p."url" AND o."id" <> p."id")
    )
    SELECT DISTINCT ON ("archivedId") "archivedId", pair."id" FROM pair JOIN "posting" a ON a."id" = "archivedId"
    WHERE a."clusterId" IS NULL ORDER BY "archivedId", "isKey" DESC, pair."id"`
}

/** An address with http and with https: by equality, so that "posting_url_idx" serves it. */
const spellings = Prisma.sql`CASE WHEN p."url" ~ '^https?:'
  THEN ARRAY[regexp_replace(p."url", '^https?:', 'http:'), regexp_replace(p."url", '^https?:', 'https:')]
  ELSE ARRAY[p."url"] END`

/**
 * Puts archived postings into the stories of their twins. No story goes by the number of an archived posting, which others
 * would be told. A twin that another transaction edits at this moment is left to the next import of the same.
 */
export async function linkTwins(
  transaction: Transaction,
  twins: readonly Twins[],
  now: number,
): Promise<void> {
  if (twins.length === 0) return
  const ids = twins.map(({ id }) => id)
  const archivedIds = twins.map(({ archivedId }) => archivedId)
  await transaction.$queryRaw`
    SELECT 1 FROM "posting" WHERE "id" = ANY(${archivedIds}::bigint[]) ORDER BY "id" FOR NO KEY UPDATE -- as others lock them
  `
  await transaction.$executeRaw`
    UPDATE "posting" SET "clusterId" = "id" WHERE "id" IN (
      SELECT "id" FROM "posting" WHERE "id" = ANY(${ids}::bigint[]) AND "clusterId" IS NULL FOR NO KEY UPDATE SKIP LOCKED)`
  await transaction.$executeRaw`
    UPDATE "posting" a SET "clusterId" = p."clusterId"
    FROM unnest(${archivedIds}::bigint[], ${ids}::bigint[]) twin("archivedId", "id") JOIN "posting" p ON p."id" = twin."id"
    WHERE a."id" = twin."archivedId" AND a."clusterId" IS NULL AND p."clusterId" IS NOT NULL`
  await readAgain(transaction, archivedIds, ids, now)
}

/**
 * Marks an arrived posting read when its owner had read the archived one, so that a move brings nothing old back as unread.
 * A posting of another feed is marked only for owners who read whole stories at once.
 */
async function readAgain(
  transaction: Transaction,
  archivedIds: readonly bigint[],
  ids: readonly bigint[],
  now: number,
): Promise<void> {
  const rows = await transaction.$queryRaw<{ subscriberId: string; postingId: bigint }[]>`
    INSERT INTO "posting_state" AS state ("subscriberId", "postingId", "sourceId", "isRead", "updatedAt")
    SELECT DISTINCT z."archiveOwnerId", p."id", p."sourceId", true, ${new Date(now)}::timestamptz
    FROM unnest(${[...archivedIds]}::bigint[], ${[...ids]}::bigint[]) twin("archivedId", "id")
    JOIN "posting" a ON a."id" = twin."archivedId" JOIN "source" z ON z."id" = a."sourceId"
    JOIN "posting_state" t ON t."subscriberId" = z."archiveOwnerId" AND t."postingId" = a."id" AND t."isRead"
    JOIN "posting" p ON p."id" = twin."id" JOIN "source" s ON s."id" = p."sourceId"
    LEFT JOIN "reading_settings" r ON r."subscriberId" = z."archiveOwnerId"
    WHERE z."archivedUrl" = s."url" OR coalesce(r."readsWholeStory", true)
    ORDER BY p."id", z."archiveOwnerId" -- as others lock them
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET "isRead" = true WHERE state."isRead" IS NULL
    RETURNING "subscriberId", "postingId"`
  for (const [subscriberId, read] of Map.groupBy(rows, (row) => row.subscriberId))
    await notifyOfStates(
      transaction,
      subscriberId,
      read.map(({ postingId }) => postingId),
    )
}
