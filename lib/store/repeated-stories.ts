import type { Database, Transaction } from './database.ts'
import { splitClusters } from './stories.ts'

/** How many unread postings a list leaves out because it shows their story already; what is not named leaves out none. */
export type RepeatedStories = {
  readonly all: number
  readonly byFolder: ReadonlyMap<number, number>
  readonly byLabel: ReadonlyMap<number, number>
}

type Row = { readonly kind: 'all' | 'folder' | 'label'; readonly id: number; readonly repeated: number }

/**
 * Of the unread postings in stories, those beyond the first of each story in the list of everything, of each folder with the
 * folders inside, and of each label: what counts must leave out to be the number of rows (`isFirstOfStory`), which is that of
 * the source that tells most of a story. Lists of single sources leave out nothing. Reads the unread postings that are in stories, by an index that has nothing else.
 */
export async function countRepeatedStories(
  database: Database | Transaction,
  subscriberId: string,
): Promise<RepeatedStories> {
  const rows = await database.$queryRaw<Row[]>`
    WITH RECURSIVE around AS (
      SELECT f."id" AS "folderId", f."id" AS "aroundId" FROM "folder" f WHERE f."subscriberId" = ${subscriberId}
      UNION SELECT a."folderId", f."parentId" FROM around a JOIN "folder" f ON f."id" = a."aroundId"
      WHERE f."parentId" IS NOT NULL
    ), unread AS (
      SELECT u."id" AS "subscriptionId", u."folderId", u."isMuted", u."isApart", p."id", p."clusterId"
      FROM "subscription" u JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."id" > u."readThrough"
      WHERE u."subscriberId" = ${subscriberId} AND p."clusterId" IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM "posting_state" t
        WHERE t."subscriberId" = ${subscriberId} AND t."postingId" = p."id" AND t."isRead")
      UNION ALL
      SELECT u."id", u."folderId", u."isMuted", u."isApart", p."id", p."clusterId"
      FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId" JOIN "subscription" u
        ON u."subscriberId" = t."subscriberId" AND u."sourceId" = t."sourceId" AND p."id" <= u."readThrough"
      WHERE t."subscriberId" = ${subscriberId} AND NOT t."isRead" AND p."clusterId" IS NOT NULL
    ), told AS MATERIALIZED (
      SELECT * FROM unread
      WHERE "clusterId" NOT IN (${splitClusters(subscriberId)})
        AND NOT EXISTS (SELECT 1 FROM "reading_settings" r
          WHERE r."subscriberId" = ${subscriberId} AND NOT r."showsStoryOnce")
    ), labelled AS (
      SELECT sl."labelId", n."id", n."clusterId", n."subscriptionId" FROM told n
      JOIN "subscription_label" sl ON sl."subscriptionId" = n."subscriptionId" WHERE NOT n."isMuted"
      UNION SELECT pl."labelId", n."id", n."clusterId", n."subscriptionId" FROM told n
      JOIN "posting_label" pl ON pl."postingId" = n."id" AND pl."subscriberId" = ${subscriberId}
    ), listed AS (
      SELECT 'all' AS "kind", 0 AS "id", "clusterId", "subscriptionId" FROM told WHERE NOT "isMuted" AND NOT "isApart"
      UNION ALL
      SELECT 'folder', a."aroundId", n."clusterId", n."subscriptionId" FROM told n
      JOIN around a ON a."folderId" = n."folderId" WHERE NOT n."isMuted"
      UNION ALL SELECT 'label', l."labelId", l."clusterId", l."subscriptionId" FROM labelled l
    )
    SELECT "kind", "id", (sum("told") - sum("rows"))::int AS "repeated" FROM (
      SELECT "kind", "id", sum("count") AS "told", max("count") AS "rows" FROM (
        SELECT "kind", "id", "clusterId", count(*) AS "count" FROM listed
        GROUP BY "kind", "id", "clusterId", "subscriptionId") teller
      GROUP BY "kind", "id", "clusterId") story
    GROUP BY "kind", "id"`
  const ofKind = (wanted: Row['kind']) =>
    new Map(rows.flatMap(({ kind, id, repeated }) => (kind === wanted ? [[id, repeated]] : [])))
  return { all: ofKind('all').get(0) ?? 0, byFolder: ofKind('folder'), byLabel: ofKind('label') }
}
