import { shownIcon } from '#lib/store/ground/shown-icon.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { unreadOfSubscription } from '#lib/store/lists/counts.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { isRateKnown } from '#lib/store/ground/evidence.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { inTurns } from '#lib/store/connection/in-pieces.ts'
import { nextPollAtSql } from '#lib/store/hosts/next-poll.ts'
import { isoOf } from '#lib/store/ground/posting-item.ts'
import { healthOf } from '#lib/store/sources/source-health.ts'

type Row = {
  readonly id: number
  readonly sourceId: number
  readonly folderId: number | null
  readonly position: number
  readonly isMuted: boolean
  readonly isApart: boolean
  readonly labelIds: readonly number[]
  readonly title: string
  readonly ownTitle: string | null
  readonly sourceTitle: string
  readonly url: string
  readonly siteUrl: string | null
  readonly iconUrl: string | null
  readonly unread: number
  readonly lastPostingAt: Date | null
  readonly postingsPerDay: number | null
  readonly nextPollAt: Date | null
  readonly fullText: boolean
  readonly unreadEdits: boolean
  readonly wantsFast: boolean
  readonly subscribedAt: Date
  readonly lastPolledAt: Date | null
  readonly lastOutcome: string | null
  readonly lastError: Prisma.JsonValue
  readonly lastHttpStatus: number | null
  readonly consecutiveFailures: number
}

const byTitle = Prisma.sql`lower(coalesce(u."title", nullif(s."title", ''), s."url")), u."id"`

/** All subscriptions of a subscriber, by title. */
export async function listSubscriptions(
  database: Database | Transaction,
  subscriberId: string,
): Promise<SubscriptionItem[]> {
  const [listed] = await database.$queryRaw<{ readonly ids: readonly number[] | null }[]>`
    SELECT array_agg(u."id" ORDER BY ${byTitle}) AS "ids"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId" WHERE u."subscriberId" = ${subscriberId}`
  return inTurns(listed?.ids ?? [], (ids) =>
    readItems(database, subscriberId, Prisma.sql`u."id" = ANY(${ids})`),
  )
}

/** One subscription of a subscriber, or null. */
export async function findSubscription(
  database: Database | Transaction,
  subscriberId: string,
  id: number,
): Promise<SubscriptionItem | null> {
  const [item] = await readItems(database, subscriberId, Prisma.sql`u."id" = ${id}`)
  return item ?? null
}

async function readItems(
  database: Database | Transaction,
  subscriberId: string,
  condition: Prisma.Sql,
): Promise<SubscriptionItem[]> {
  const rows = await database.$queryRaw<Row[]>`
    SELECT u."id", u."sourceId", u."folderId", u."title" AS "ownTitle", u."position", u."isMuted", u."isApart",
      ARRAY(SELECT sl."labelId" FROM "subscription_label" sl WHERE sl."subscriptionId" = u."id"
        ORDER BY sl."labelId") AS "labelIds",
      coalesce(u."title", nullif(s."title", ''), s."url") AS "title", s."title" AS "sourceTitle", s."url", s."siteUrl", s."iconUrl",
      ${unreadOfSubscription} AS "unread",
      (SELECT p."shownAt" FROM "posting" p WHERE p."sourceId" = s."id"
        ORDER BY p."shownAt" DESC, p."id" DESC LIMIT 1) AS "lastPostingAt",
      CASE WHEN ${isRateKnown} THEN plan."ratePerDay" END AS "postingsPerDay", ${nextPollAtSql} AS "nextPollAt", u."fullText", u."unreadEdits", u."wantsFast",
      u."createdAt" AS "subscribedAt",
      s."lastPolledAt", s."lastOutcome", s."lastError", s."lastHttpStatus", s."consecutiveFailures"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId" LEFT JOIN "plan" ON plan."id" = s."planId"
    WHERE u."subscriberId" = ${subscriberId} AND ${condition}
    ORDER BY ${byTitle}`
  return rows.map(
    ({ lastPolledAt, lastOutcome, lastError, lastHttpStatus, consecutiveFailures, ...row }) => ({
      ...row,
      iconUrl: shownIcon(row.iconUrl),
      lastPostingAt: isoOf(row.lastPostingAt),
      lastPolledAt: isoOf(lastPolledAt),
      nextPollAt: isoOf(row.nextPollAt),
      subscribedAt: row.subscribedAt.toISOString(),
      health: healthOf({ lastPolledAt, lastOutcome, lastError, lastHttpStatus, consecutiveFailures }),
    }),
  )
}
