import type {
  Amount,
  RetentionPreview,
  RetentionRules,
  StoredSizesAnswer,
} from '#lib/api/server/retention.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isNoLongerSearchable, isRemovable } from './retention-rules.ts'
import { getSettings, retentionOf } from '#lib/store/ground/server-settings.ts'
import { oldPolls } from './roll-up-polls.ts'
import { historyBegin } from '#lib/store/ground/history-begin.ts'

const mostNamed = 20
/** An admin waits for it; a server with so much that it takes longer is told so. */
const patienceMs = 60_000

const sizeOf = (...columns: Prisma.Sql[]) =>
  Prisma.join(
    columns.map((column) => Prisma.sql`coalesce(pg_column_size(${column}), 0)`),
    ' + ',
  )
/** Bytes of a posting `p` and its search document `d` as they are stored; 120 for what rows and short columns take. */
const postingBytes = Prisma.sql`(120 + ${sizeOf(
  ...[
    'key',
    'guid',
    'title',
    'url',
    'author',
    'html',
    'excerpt',
    'imageUrl',
    'enclosures',
    'contentHash',
  ].map((column) => Prisma.raw(`p."${column}"`)),
  Prisma.sql`d."document"`,
)})`

/** The removals of rules as things stand, once old polls are rolled up. Reads all postings: 200,000 that go took 6 s on a busy machine. */
export async function previewRetention(
  database: Database,
  rules: RetentionRules,
  now: number,
): Promise<RetentionPreview> {
  return database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SET LOCAL statement_timeout = ${Prisma.raw(String(patienceMs))}`
      return {
        ...(await previewPostings(transaction, rules, now)),
        searchDocuments: await previewSearch(transaction, rules, now),
        polls: await previewPolls(transaction, rules, now),
      }
    },
    { timeout: 3 * patienceMs },
  )
}

async function previewPostings(transaction: Transaction, rules: RetentionRules, now: number) {
  type Row = RetentionPreview['sources'][number] & { readonly all: number; readonly allBytes: number }
  const rows = await transaction.$queryRaw<(Row & { readonly sourceCount: number })[]>`
    WITH going AS MATERIALIZED (
      SELECT s."id", count(*)::int AS "count", sum(${postingBytes})::float8 AS "bytes"
      FROM "source" s JOIN "posting" p ON p."sourceId" = s."id"
      LEFT JOIN "posting_search" d ON d."postingId" = p."id"
      WHERE ${isRemovable(rules, now, 'rolled up')} GROUP BY s."id")
    SELECT g."id", coalesce(nullif(s."title", ''), CASE WHEN s."archiveOwnerId" IS NULL THEN s."url" ELSE s."hostName" END) AS "title", g."count", g."bytes",
      (SELECT count(*)::int FROM "posting" p WHERE p."sourceId" = g."id") - g."count" AS "kept",
      (SELECT sum("count")::int FROM going) AS "all", (SELECT sum("bytes") FROM going) AS "allBytes",
      (SELECT count(*)::int FROM going) AS "sourceCount"
    FROM going g JOIN "source" s ON s."id" = g."id" ORDER BY g."count" DESC, g."id" LIMIT ${mostNamed}`
  const [first] = rows
  return {
    postings: { count: first?.all ?? 0, bytes: first?.allBytes ?? 0 },
    sourceCount: first?.sourceCount ?? 0,
    sources: rows.map(({ id, title, count, bytes, kept }) => ({ id, title, count, bytes, kept })),
  }
}

const nothing: Amount = { count: 0, bytes: 0 }

async function previewSearch(transaction: Transaction, rules: RetentionRules, now: number): Promise<Amount> {
  if (rules.searchableDays === null) return nothing
  const [row] = await transaction.$queryRaw<Amount[]>`
    SELECT count(*)::int AS "count", coalesce(sum(${sizeOf(Prisma.sql`d."document"`)}), 0)::float8 AS "bytes"
    FROM "source" s JOIN "posting" p ON p."sourceId" = s."id" JOIN "posting_search" d ON d."postingId" = p."id"
    WHERE ${isNoLongerSearchable(rules, now)} AND NOT ${isRemovable(rules, now, 'rolled up')}`
  return row ?? nothing
}

async function previewPolls(transaction: Transaction, rules: RetentionRules, now: number): Promise<Amount> {
  const [row] = await transaction.$queryRaw<Amount[]>`
    SELECT count(*)::int AS "count", coalesce(sum(pg_column_size(p.*)), 0)::float8 AS "bytes"
    FROM ${oldPolls(new Date(historyBegin(rules, now)))}`
  return row ?? nothing
}

const tables = {
  postings: 'posting',
  searchDocuments: 'posting_search',
  polls: 'poll',
  pollDays: 'poll_day',
  forgotten: 'forgotten_posting',
} as const satisfies Record<keyof StoredSizesAnswer, string>
/** Larger tables are counted by PostgreSQL's estimate. */
const mostCounted = 200_000

/** The postings of one source that the rules in force would remove if its own were kept so many days; null: by the rules alone. */
export async function previewKeeping(
  database: Database,
  sourceId: number,
  keepDays: number | null,
  now: number,
): Promise<Amount> {
  const rules = retentionOf(await getSettings(database))
  const isGoing = isRemovable(rules, now, 'rolled up', Prisma.sql`${keepDays}::int`)
  const [row] = await database.$queryRaw<Amount[]>`
    SELECT count(*)::int AS "count", coalesce(sum(${postingBytes}), 0)::float8 AS "bytes"
    FROM "source" s JOIN "posting" p ON p."sourceId" = s."id" LEFT JOIN "posting_search" d ON d."postingId" = p."id"
    WHERE s."id" = ${sourceId} AND ${isGoing}`
  return row ?? nothing
}

/** The sizes of everything that retention is about. */
export async function readStoredSizes(database: Database): Promise<StoredSizesAnswer> {
  const entries = await Promise.all(
    Object.entries(tables).map(async ([name, table]): Promise<[string, Amount]> => {
      const [row] = await database.$queryRaw<Amount[]>`
        SELECT sum(greatest("reltuples", 0))::float8 AS "count", sum(pg_total_relation_size("oid"))::float8 AS "bytes"
        FROM pg_class WHERE "oid" = to_regclass(${table}) AND "relkind" = 'r'
          OR "oid" IN (SELECT "inhrelid" FROM pg_inherits WHERE "inhparent" = to_regclass(${table}))`
      const { count, bytes } = row ?? nothing
      return [
        name,
        { count: count > mostCounted ? Math.round(count) : await countRows(database, table), bytes },
      ]
    }),
  )
  return Object.fromEntries(entries) as StoredSizesAnswer
}

async function countRows(database: Database, table: string): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM ${Prisma.raw(`"${table}"`)}`
  return row?.count ?? 0
}
