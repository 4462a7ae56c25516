import type { Database } from './database.ts'
import type { Prisma } from './generated/client.ts'
import { isoOf } from './posting-item.ts'

const pageSize = 500

type StateRow = {
  readonly key: string
  readonly isRead: boolean | null
  readonly starredAt: Date | null
  readonly laterAt: Date | null
  readonly seenAt: Date | null
  readonly labels: string[] | null
  readonly guid: string | null
  readonly title: string
  readonly url: string | null
  readonly author: string | null
  readonly html: string | null
  readonly publishedAt: Date | null
  readonly enclosures: Prisma.JsonValue
}

/** What the subscriber did with postings, by feed and key, in pages. Of those that were kept the whole posting. */
export async function* exportStates(database: Database, subscriberId: string) {
  const sources = await database.$queryRaw<
    { id: number; feedUrl: string | null; title: string; siteUrl: string | null }[]
  >`
    SELECT s."id", CASE WHEN s."archiveOwnerId" IS NULL THEN s."url" ELSE s."archivedUrl" END AS "feedUrl",
      s."title", s."siteUrl"
    FROM "source" s
    WHERE s."id" IN (SELECT "sourceId" FROM "posting_state" WHERE "subscriberId" = ${subscriberId})
    ORDER BY "feedUrl", s."archiveOwnerId" NULLS FIRST`
  for (const { id, feedUrl, title, siteUrl } of sources) {
    let after = ''
    for (;;) {
      const rows = await readStates(database, subscriberId, id, after)
      yield rows.map((row) => stateOf(row, { feedUrl, feedTitle: title, siteUrl }))
      if (rows.length < pageSize) break
      after = rows.at(-1)?.key ?? ''
    }
  }
}

async function readStates(
  database: Database,
  subscriberId: string,
  sourceId: number,
  after: string,
): Promise<StateRow[]> {
  return database.$queryRaw<StateRow[]>`
    SELECT p."key", t."isRead", t."starredAt", t."laterAt", t."seenAt", own."labels", p."guid", p."title", p."url",
      p."author", p."publishedAt", p."enclosures",
      CASE WHEN coalesce(t."starredAt", t."laterAt") IS NOT NULL OR own."labels" IS NOT NULL THEN p."html" END AS "html"
    FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId"
    CROSS JOIN LATERAL (
      SELECT array_agg(l."name" ORDER BY l."name") AS "labels"
      FROM "posting_label" pl JOIN "label" l ON l."id" = pl."labelId"
      WHERE pl."subscriberId" = t."subscriberId" AND pl."postingId" = t."postingId") own
    WHERE t."subscriberId" = ${subscriberId} AND t."sourceId" = ${sourceId} AND p."key" > ${after}
      AND (t."isRead" IS NOT NULL OR coalesce(t."starredAt", t."laterAt", t."seenAt") IS NOT NULL
        OR own."labels" IS NOT NULL)
    ORDER BY p."key" LIMIT ${pageSize}`
}

type Feed = { readonly feedUrl: string | null; readonly feedTitle: string; readonly siteUrl: string | null }

function stateOf(row: StateRow, { feedUrl, feedTitle, siteUrl }: Feed) {
  const { key, isRead, labels, guid, title, url, author, html, publishedAt, enclosures } = row
  const text = { feedTitle, siteUrl, guid, title, url, author, publishedAt: isoOf(publishedAt), enclosures }
  return {
    feedUrl,
    key,
    isRead,
    starredAt: isoOf(row.starredAt),
    laterAt: isoOf(row.laterAt),
    seenAt: isoOf(row.seenAt),
    labels: labels ?? [],
    posting: html === null ? null : { ...text, html },
  }
}
