import { createHash } from 'node:crypto'
import type { Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'

/**
 * An archive is a row of `source` that is never polled: the place of postings that one subscriber brought from another
 * reader and that no source has. They are not put among the postings of the real source: what a file says somebody
 * published is for nobody but whoever brought it.
 */
export type ArchiveFeed = {
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
  await transaction.$executeRaw`INSERT INTO "host" ("name") VALUES (${archiveHost}) ON CONFLICT DO NOTHING`
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

/**
 * Postings that arrive now and were brought from another reader before take over the stars, the place on the list of
 * what is read later, the notes and highlights, the labels and how far their sounds were heard of the brought ones, which vanish: nothing is there twice. Known by key or address
 * within the feed that the export named; where it named none, by address within the owner's subscriptions.
 */
export async function adoptArchived(
  transaction: Transaction,
  arrived: readonly { readonly id: bigint }[],
): Promise<void> {
  const [known] = await transaction.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM "source" WHERE "archiveOwnerId" IS NOT NULL) AS "has"`
  if (known?.has !== true) return // most servers: the statement below takes longer to plan than to find nothing
  await moveToTwins(
    transaction,
    arrived.map(({ id }) => id),
  )
}

async function moveToTwins(transaction: Transaction, arrivedIds: readonly bigint[]): Promise<void> {
  await transaction.$executeRaw`
    WITH arrived AS MATERIALIZED (
      SELECT p."id", p."sourceId", p."key", p."url", s."url" AS "feedUrl"
      FROM "posting" p JOIN "source" s ON s."id" = p."sourceId"
      WHERE p."id" = ANY(${[...arrivedIds]}::bigint[])
    ), archive AS (
      SELECT p."id" AS "arrivedId", z."id", z."archiveOwnerId" FROM arrived p
      JOIN "source" z ON z."archivedUrl" = p."feedUrl" AND z."archiveOwnerId" IS NOT NULL
      UNION ALL
      SELECT p."id", z."id", z."archiveOwnerId" FROM arrived p JOIN "subscription" u ON u."sourceId" = p."sourceId"
      JOIN "source" z ON z."archiveOwnerId" = u."subscriberId" AND z."archivedUrl" IS NULL
    ), pair AS (
      SELECT p."id", p."sourceId", z."archiveOwnerId" AS "subscriberId", a."postingId" AS "archivedId", true AS "isKey"
      FROM arrived p JOIN archive z ON z."arrivedId" = p."id"
      JOIN "posting_alias" a ON a."sourceId" = z."id" AND a."key" = p."key"
      UNION ALL
      SELECT p."id", p."sourceId", z."archiveOwnerId", a."id", false
      FROM arrived p JOIN archive z ON z."arrivedId" = p."id" CROSS JOIN LATERAL unnest(${spellings}) spelt("url")
      CROSS JOIN LATERAL (SELECT a."id" FROM "posting" a WHERE a."sourceId" = z."id" AND md5(a."url") = md5(spelt."url")
        AND a."url" = spelt."url" OFFSET 0) a -- one by one: a join of all would read the archive
    ), twin AS MATERIALIZED (
      SELECT DISTINCT ON ("archivedId") * FROM pair ORDER BY "archivedId", "isKey" DESC, "id"
    ), moved AS (
      DELETE FROM "posting_state" t USING twin
      WHERE t."subscriberId" = twin."subscriberId" AND t."postingId" = twin."archivedId"
      RETURNING t.*, twin."id" AS "toId", twin."sourceId" AS "toSourceId"
    ), unlabelled AS (
      DELETE FROM "posting_label" l USING twin
      WHERE l."subscriberId" = twin."subscriberId" AND l."postingId" = twin."archivedId"
      RETURNING l."labelId", l."createdAt", l."subscriberId", twin."id" AS "toId"
    ), labelled AS (
      INSERT INTO "posting_label" ("labelId", "postingId", "createdAt", "subscriberId")
      SELECT "labelId", "toId", "createdAt", "subscriberId" FROM unlabelled ON CONFLICT DO NOTHING
    ), heard AS MATERIALIZED (
      SELECT DISTINCT ON (m."subscriberId", twin."id", m."mediaKey")
        m."subscriberId", twin."id" AS "toId", m."mediaKey", m."positionMs", m."durationMs", m."updatedAt"
      FROM "media_position" m JOIN twin ON m."subscriberId" = twin."subscriberId" AND m."postingId" = twin."archivedId"
      ORDER BY m."subscriberId", twin."id", m."mediaKey", m."updatedAt" DESC
    ), heard_there AS (
      INSERT INTO "media_position" AS m
        ("subscriberId", "postingId", "mediaKey", "positionMs", "durationMs", "updatedAt")
      SELECT "subscriberId", "toId", "mediaKey", "positionMs", "durationMs", "updatedAt" FROM heard
      ON CONFLICT ("subscriberId", "postingId", "mediaKey") DO UPDATE SET "positionMs" = excluded."positionMs",
        "durationMs" = coalesce(excluded."durationMs", m."durationMs"), "updatedAt" = excluded."updatedAt"
      WHERE m."updatedAt" < excluded."updatedAt"
    ), split_there AS (
      INSERT INTO "story_split" ("subscriberId", "postingId", "createdAt")
      SELECT x."subscriberId", twin."id", x."createdAt" FROM "story_split" x
      JOIN twin ON x."subscriberId" = twin."subscriberId" AND x."postingId" = twin."archivedId"
      ORDER BY 1, 2 ON CONFLICT DO NOTHING
    ), noted_there AS (
      UPDATE "posting_note" n SET "postingId" = first."id" FROM (
        SELECT DISTINCT ON (n."subscriberId", twin."id") n."subscriberId", n."postingId", twin."id" FROM "posting_note" n
        JOIN twin ON n."subscriberId" = twin."subscriberId" AND n."postingId" = twin."archivedId"
        WHERE NOT EXISTS (SELECT 1 FROM "posting_note" own
          WHERE own."subscriberId" = n."subscriberId" AND own."postingId" = twin."id")
        ORDER BY n."subscriberId", twin."id", n."updatedAt" DESC) first
      WHERE n."subscriberId" = first."subscriberId" AND n."postingId" = first."postingId"
    ), marked_there AS (
      UPDATE "posting_highlight" m SET "postingId" = twin."id" FROM twin
      WHERE m."subscriberId" = twin."subscriberId" AND m."postingId" = twin."archivedId"
    ), emptied AS (
      DELETE FROM "posting" a WHERE a."id" = ANY(ARRAY(SELECT "archivedId" FROM twin))
    )
    INSERT INTO "posting_state" AS state
      ("subscriberId", "postingId", "sourceId", "isRead", "starredAt", "laterAt", "notedAt", "seenAt", "readAt", "updatedAt")
    SELECT "subscriberId", "toId", "toSourceId", bool_or("isRead"), min("starredAt"), min("laterAt"), min("notedAt"), min("seenAt"),
      max("readAt"), max("updatedAt") FROM moved
    GROUP BY "subscriberId", "toId", "toSourceId" ORDER BY "subscriberId", "toId"
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
      "isRead" = coalesce(state."isRead", excluded."isRead"),
      "readAt" = CASE WHEN state."isRead" IS NULL THEN coalesce(excluded."readAt", state."readAt") ELSE state."readAt" END,
      "starredAt" = coalesce(state."starredAt", excluded."starredAt"),
      "laterAt" = coalesce(state."laterAt", excluded."laterAt"),
      "notedAt" = coalesce(state."notedAt", excluded."notedAt"),
      "seenAt" = coalesce(state."seenAt", excluded."seenAt")`
}

/** An address with http and with https: by equality, so that the index of migration 0017 serves it. */
const spellings = Prisma.sql`CASE WHEN p."url" ~ '^https?:'
  THEN ARRAY[regexp_replace(p."url", '^https?:', 'http:'), regexp_replace(p."url", '^https?:', 'https:')]
  ELSE ARRAY[p."url"] END`
