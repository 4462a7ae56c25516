import type { Reason } from '#lib/policy/basics/reason.ts'
import { unreadOfSubscription } from '#lib/store/lists/counts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { inTurns } from '#lib/store/connection/in-pieces.ts'
import { isReadNow } from './reader-members.ts'

/** A subscription as reader apps know it: by the number of its source, which stays when it is ended and begun again. */
export type ReaderSource = {
  readonly subscriptionId: number
  readonly sourceId: number
  readonly title: string
  readonly url: string
  readonly siteUrl: string | null
  readonly iconUrl: string | null
  readonly folderId: number | null
  readonly isMuted: boolean
  /** The whole text is taken from the pages. */
  readonly fullText: boolean
  readonly createdAt: Date
  readonly description: string
  readonly language: string | null
  /** The last successful poll; null: none yet. */
  readonly lastSuccessAt: Date | null
  /** The last poll of any outcome; null: none yet. */
  readonly lastPolledAt: Date | null
  /** Null: it is not polled. */
  readonly nextPollAt: Date | null
  readonly consecutiveFailures: number
  /** Why the last poll failed; null: it did not. */
  readonly lastError: Reason | null
}

const byName = Prisma.sql`lower(coalesce(u."title", nullif(s."title", ''), s."url")), u."id"`

/** A subscriber's, by name: all, or those of the named sources. */
export async function listReaderSources(
  database: Database,
  subscriberId: string,
  sourceIds?: readonly number[],
): Promise<ReaderSource[]> {
  const named = sourceIds?.filter((id) => id < 2 ** 31)
  if (named !== undefined)
    return readSources(database, subscriberId, Prisma.sql`u."sourceId" = ANY(${named}::int[])`)
  const [listed] = await database.$queryRaw<{ readonly ids: readonly number[] | null }[]>`
    SELECT array_agg(u."id" ORDER BY ${byName}) AS "ids"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId" WHERE u."subscriberId" = ${subscriberId}`
  return inTurns(listed?.ids ?? [], (ids) =>
    readSources(database, subscriberId, Prisma.sql`u."id" = ANY(${[...ids]}::int[])`),
  )
}

function readSources(
  database: Database,
  subscriberId: string,
  condition: Prisma.Sql,
): Promise<ReaderSource[]> {
  return database.$queryRaw<ReaderSource[]>`
    SELECT u."id" AS "subscriptionId", u."sourceId", coalesce(u."title", nullif(s."title", ''), s."url") AS "title",
      s."url", s."siteUrl", s."iconUrl", u."folderId", u."isMuted", u."fullText", u."createdAt", s."description", s."language",
      s."lastSuccessAt", s."lastPolledAt", s."nextPollAt", s."consecutiveFailures", s."lastError"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId"
    WHERE u."subscriberId" = ${subscriberId} AND ${condition} ORDER BY ${byName}`
}

/** The last successful poll of any of a subscriber's sources; null: none yet. */
export async function findNewestFetch(database: Database, subscriberId: string): Promise<Date | null> {
  const [newest] = await database.$queryRaw<{ at: Date | null }[]>`
    SELECT max(s."lastSuccessAt") AS "at" FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId"
    WHERE u."subscriberId" = ${subscriberId}`
  return newest?.at ?? null
}

/** Unread postings of one source, and when its newest was found; null: it has none. */
export type ReaderCount = {
  readonly sourceId: number
  readonly folderId: number | null
  readonly isMuted: boolean
  readonly unread: number
  readonly newestAt: Date | null
}

/** Of each source of a subscriber, in one statement. */
export async function countReaderSources(database: Database, subscriberId: string): Promise<ReaderCount[]> {
  return database.$queryRaw<ReaderCount[]>`
    SELECT u."sourceId", u."folderId", u."isMuted", ${unreadOfSubscription} AS "unread", newest."foundAt" AS "newestAt"
    FROM "subscription" u LEFT JOIN LATERAL (
      SELECT p."foundAt" FROM "posting" p WHERE p."sourceId" = u."sourceId" ORDER BY p."id" DESC LIMIT 1) newest ON TRUE
    WHERE u."subscriberId" = ${subscriberId} ORDER BY u."sourceId"`
}

/** The number of postings, read and unread, of each source of a subscriber. */
export async function countReaderPostings(
  database: Database,
  subscriberId: string,
): Promise<ReadonlyMap<number, number>> {
  const rows = await database.$queryRaw<{ sourceId: number; count: number }[]>`
    SELECT u."sourceId", (SELECT count(*) FROM "posting" p WHERE p."sourceId" = u."sourceId")::int AS "count"
    FROM "subscription" u WHERE u."subscriberId" = ${subscriberId}`
  return new Map(rows.map(({ sourceId, count }) => [sourceId, count]))
}

/** A folder or label with its name, and of a folder where it stands. */
export type ReaderNames = {
  readonly folders: readonly {
    readonly id: number
    readonly name: string
    readonly parentId: number | null
  }[]
  readonly labels: readonly { readonly id: number; readonly name: string }[]
}

/** The names of a subscriber's folders and labels. */
export async function readReaderNames(database: Database, subscriberId: string): Promise<ReaderNames> {
  const [folders, labels] = await Promise.all([
    database.folder.findMany({
      where: { subscriberId },
      select: { id: true, name: true, parentId: true },
      orderBy: { id: 'asc' },
    }),
    database.label.findMany({
      where: { subscriberId },
      select: { id: true, name: true },
      orderBy: { id: 'asc' },
    }),
  ])
  return { folders, labels }
}

/** Unread postings by label: of the sources that have it, and those that have it themselves, each once. */
export async function countReaderLabels(
  database: Database,
  subscriberId: string,
): Promise<ReadonlyMap<number, number>> {
  const rows = await database.$queryRaw<{ labelId: number; unread: number }[]>`
    SELECT counted."labelId", sum(counted."unread")::int AS "unread" FROM (
      SELECT sl."labelId", sum(${unreadOfSubscription}) AS "unread" FROM "subscription" u
      JOIN "subscription_label" sl ON sl."subscriptionId" = u."id"
      WHERE u."subscriberId" = ${subscriberId} AND NOT u."isMuted" GROUP BY sl."labelId"
      UNION ALL
      SELECT r."labelId", count(*) FROM (
        SELECT pl."labelId", pl."postingId" AS "id", p."sourceId" FROM "posting_label" pl
        JOIN "posting" p ON p."id" = pl."postingId" WHERE pl."subscriberId" = ${subscriberId}) r
      LEFT JOIN "subscription" u ON u."subscriberId" = ${subscriberId} AND u."sourceId" = r."sourceId"
      LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = r."id"
      WHERE NOT ${isReadNow} AND NOT (u."isMuted" IS FALSE AND EXISTS (SELECT 1 FROM "subscription_label" sl
        WHERE sl."labelId" = r."labelId" AND sl."subscriptionId" = u."id"))
      GROUP BY r."labelId") counted
    GROUP BY counted."labelId"`
  return new Map(rows.map(({ labelId, unread }) => [labelId, unread]))
}
