import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { countRepeatedStories } from '#lib/store/stories/repeated-stories.ts'

/**
 * The number of unread postings of subscription `u`: those above its read mark, without the ones read singly, and those
 * marked unread at or below it. Three index scans that read what they count; states whose posting was removed by
 * retention do not count.
 */
export const unreadOfSubscription = Prisma.sql`(
  (SELECT count(*) FROM "posting" p WHERE p."sourceId" = u."sourceId" AND p."id" > u."readThrough")
  - (SELECT count(*) FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId"
     WHERE t."subscriberId" = u."subscriberId" AND t."sourceId" = u."sourceId"
       AND t."postingId" > u."readThrough" AND t."isRead")
  + (SELECT count(*) FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId"
     WHERE t."subscriberId" = u."subscriberId" AND t."sourceId" = u."sourceId"
       AND t."postingId" <= u."readThrough" AND NOT t."isRead"))::int`

type Row = {
  readonly sourceId: number
  readonly folderId: number | null
  readonly isMuted: boolean
  readonly isApart: boolean
  readonly unread: number
}

/**
 * Unread and kept postings of a subscriber. Sources, folders and labels without unread postings are 0, not missing.
 * Muted sources count at themselves only, those set apart not in `all`; a folder counts what is in the folders inside.
 * Where lists show stories once, all, folders and labels count them once, too: the rows of the list; a source counts its postings.
 */
export async function readCounts(database: Database, subscriberId: string): Promise<UnreadCounts> {
  // Side by side: a page waits for them, and beside others each way to the database is a wait of its own.
  const [rows, { folders, labels, starred, later }, repeated] = await Promise.all([
    readUnread(database, subscriberId),
    readBeside(database, subscriberId),
    countRepeatedStories(database, subscriberId),
  ])
  const heard = rows.filter((row) => !row.isMuted)
  const unreadOf = new Map(heard.map((row) => [row.sourceId, row.unread]))
  const byLabel = await countByLabel(database, subscriberId, labels, unreadOf)
  return {
    all: without(
      heard.reduce((sum, row) => sum + (row.isApart ? 0 : row.unread), 0),
      repeated.all,
    ),
    starred,
    later,
    bySource: Object.fromEntries(rows.map((row) => [row.sourceId, row.unread])),
    byFolder: lessen(sumByFolder(folders, heard), repeated.byFolder),
    byLabel: lessen(byLabel, repeated.byLabel),
  }
}

function readUnread(database: Database, subscriberId: string): Promise<Row[]> {
  return database.$queryRaw<Row[]>`
    SELECT u."sourceId", u."folderId", u."isMuted", u."isApart", ${unreadOfSubscription} AS "unread"
    FROM "subscription" u WHERE u."subscriberId" = ${subscriberId}`
}

function lessen(
  counts: Readonly<Record<string, number>>,
  by: ReadonlyMap<number, number>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).map(([id, count]) => [id, without(count, by.get(Number(id)))]),
  )
}

/** The repeated ones may have been counted before a mark that the unread ones have: no list has less than nothing. */
function without(count: number, repeated = 0): number {
  return Math.max(0, count - repeated)
}

function sumByFolder(
  folders: readonly { readonly id: number; readonly parentId: number | null }[],
  rows: readonly Row[],
): Record<string, number> {
  const parentOf = new Map(folders.map(({ id, parentId }) => [id, parentId]))
  const counts = new Map(folders.map(({ id }) => [id, 0]))
  for (const { folderId, unread } of rows) {
    for (let id = folderId; id !== null; id = parentOf.get(id) ?? null)
      counts.set(id, (counts.get(id) ?? 0) + unread)
  }
  return Object.fromEntries(counts)
}

type Beside = {
  readonly starred: number
  readonly later: number
  readonly folders: readonly { readonly id: number; readonly parentId: number | null }[]
  /** With the sources that have them. */
  readonly labels: readonly { readonly id: number; readonly sourceIds: readonly number[] }[]
}

/** The counts that need no unread postings, in one statement. */
async function readBeside(database: Database, subscriberId: string): Promise<Beside> {
  const [beside] = await database.$queryRaw<Beside[]>`
    SELECT (count(*) FILTER (WHERE t."starredAt" IS NOT NULL))::int AS "starred",
      (count(*) FILTER (WHERE t."laterAt" IS NOT NULL))::int AS "later",
      (SELECT coalesce(json_agg(json_build_object('id', f."id", 'parentId', f."parentId")), '[]')
        FROM "folder" f WHERE f."subscriberId" = ${subscriberId}) AS "folders",
      (SELECT coalesce(json_agg(json_build_object('id', l."id", 'sourceIds', ARRAY(
          SELECT u."sourceId" FROM "subscription_label" sl JOIN "subscription" u ON u."id" = sl."subscriptionId"
          WHERE sl."labelId" = l."id"))), '[]')
        FROM "label" l WHERE l."subscriberId" = ${subscriberId}) AS "labels"
    FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId"
    WHERE t."subscriberId" = ${subscriberId} AND (t."starredAt" IS NOT NULL OR t."laterAt" IS NOT NULL)`
  return beside ?? { starred: 0, later: 0, folders: [], labels: [] }
}

/**
 * The unread of a label: of the sources that have it, and what has it itself in others, whether or not they are read. A
 * posting with a label has a state, too, which names its source.
 */
async function countByLabel(
  database: Database,
  subscriberId: string,
  labels: Beside['labels'],
  unreadOf: ReadonlyMap<number, number>,
): Promise<Record<string, number>> {
  if (labels.length === 0) return {}
  const single = await database.$queryRaw<{ labelId: number; unread: number }[]>`
    SELECT pl."labelId", count(*)::int AS "unread" FROM "posting_label" pl
    JOIN "posting_state" t ON t."subscriberId" = pl."subscriberId" AND t."postingId" = pl."postingId"
    LEFT JOIN "subscription" u ON u."subscriberId" = pl."subscriberId" AND u."sourceId" = t."sourceId"
    WHERE pl."subscriberId" = ${subscriberId} AND NOT coalesce(t."isRead", pl."postingId" <= u."readThrough", true)
      AND (u."isMuted" OR NOT EXISTS (SELECT 1 FROM "subscription_label" sl
        WHERE sl."labelId" = pl."labelId" AND sl."subscriptionId" = u."id"))
    GROUP BY pl."labelId"`
  const singleOf = new Map(single.map(({ labelId, unread }) => [labelId, unread]))
  const entries = labels.map(({ id, sourceIds }) => {
    const ofSources = sourceIds.map((sourceId) => unreadOf.get(sourceId) ?? 0)
    return [id, ofSources.reduce((sum, unread) => sum + unread, singleOf.get(id) ?? 0)]
  })
  return Object.fromEntries(entries)
}
