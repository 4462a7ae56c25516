import { log } from '#lib/runtime/log.ts'
import type { PromiseDetail } from '#lib/api/alerts/alerts.ts'
import { defaultLanguage, parseLanguage, type Language } from '#lib/words/languages.ts'
import { parseChannel, type ChannelConfig } from './channel-config.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import {
  claimDue,
  nextDue,
  noteSent,
  outboxTransaction,
  writeOutcomes,
  type ClaimOptions,
  type Outcome,
  type OutboxTables,
} from '#lib/store/integrations/outbox.ts'
import { sourceName } from '#lib/store/ground/posting-item.ts'
import type { QuietHours } from '#lib/store/hours/quiet-hours.ts'

/** A message that is to be sent, with all that is said in it. */
export type OutboxMessage = {
  readonly id: bigint
  readonly key: string
  /** This one included. */
  readonly tries: number
  readonly madeAt: Date
  readonly channelId: number
  readonly host: string
  readonly config: ChannelConfig
  /** Its channel has ended, or the session of its browser is over. */
  readonly isOver: boolean
  /** Of its subscriber. */
  readonly email: string
  readonly emailVerified: boolean
  readonly language: Language
  /** The quiet hours of its subscriber. */
  readonly quiet: QuietHours
  readonly items: readonly OutboxItem[]
}

export type OutboxItem = {
  readonly kind: 'posting' | 'promise' | 'test'
  readonly alertName: string | null
  readonly sourceTitle: string | null
  readonly title: string | null
  readonly url: string | null
  readonly excerpt: string | null
  readonly postingId: string | null
  readonly sourceId: number | null
  readonly publishedAt: string | null
  readonly foundAt: string
  readonly promise: PromiseDetail | null
}

const tables: OutboxTables = {
  messages: Prisma.sql`"alert_delivery"`,
  receivers: Prisma.sql`"alert_channel"`,
  receiverId: Prisma.sql`"channelId"`,
}

/** Takes messages of a kind of channel that are due, by a lease (outbox.ts). */
export async function claimMessages(
  database: Database,
  { kind, ...options }: ClaimOptions & { readonly kind: ChannelConfig['kind'] },
): Promise<OutboxMessage[]> {
  const ids = await claimDue(database, tables, options, Prisma.sql`c."config"->>'kind' = ${kind}`)
  return ids.length === 0 ? [] : readMessages(database, ids)
}

type MessageRow = Omit<OutboxMessage, 'config' | 'language' | 'items'> & {
  readonly config: unknown
  readonly language: string | null
  readonly items: readonly OutboxItem[] | null
}

async function readMessages(database: Database, ids: readonly bigint[]): Promise<OutboxMessage[]> {
  const rows = await database.$queryRaw<MessageRow[]>`
    SELECT d."id", d."key", d."tries", d."madeAt", c."id" AS "channelId", c."host", c."config", r."email", r."emailVerified", r."language",
      c."endedAt" IS NOT NULL OR (c."sessionId" IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM "session" e WHERE e."id" = c."sessionId" AND e."expiresAt" > now())) AS "isOver",
      json_build_object('zone', coalesce(q."zone", 'UTC'), 'quietFrom', q."quietFrom", 'quietTo', q."quietTo") AS "quiet", (
      SELECT json_agg(json_build_object('kind', h."kind", 'alertName', a."name",
        'sourceTitle', ${sourceName}, 'title', p."title", 'url', p."url",
        'excerpt', p."excerpt", 'postingId', p."id"::text, 'sourceId', h."sourceId", 'publishedAt', p."publishedAt",
        'foundAt', h."foundAt", 'promise', CASE WHEN h."kind" = 'promise' THEN h."detail" END) ORDER BY h."id")
      FROM "alert_delivery_item" i JOIN "alert_hit" h ON h."id" = i."hitId"
      LEFT JOIN "alert" a ON a."id" = h."alertId" LEFT JOIN "posting" p ON p."id" = h."postingId"
      LEFT JOIN "source" s ON s."id" = h."sourceId"
      LEFT JOIN "subscription" u ON u."subscriberId" = d."subscriberId" AND u."sourceId" = h."sourceId"
      WHERE i."deliveryId" = d."id") AS "items"
    FROM "alert_delivery" d JOIN "alert_channel" c ON c."id" = d."channelId" JOIN "user" r ON r."id" = d."subscriberId"
    LEFT JOIN "alert_setting" q ON q."subscriberId" = d."subscriberId"
    WHERE d."id" = ANY(${[...ids]}::bigint[]) ORDER BY d."dueAt", d."id"`
  return rows.flatMap((row) => readMessage(row) ?? [])
}

/** Null where what is stored is not understood: those of others are sent. */
function readMessage(row: MessageRow): OutboxMessage | null {
  try {
    return {
      ...row,
      config: parseChannel(row.config),
      language: parseLanguage(row.language) ?? defaultLanguage,
      items: (row.items ?? []).map(withInstants),
    }
  } catch (error) {
    log.error('alert-not-understood', { key: row.key, channelId: row.channelId, error })
    return null
  }
}

/** PostgreSQL writes instants into JSON as "…:32.33+00:00"; all other answers of this server, and strict readers, have "…:32.330Z". */
function withInstants(item: OutboxItem): OutboxItem {
  const instantOf = (text: string) => new Date(text).toISOString()
  const publishedAt = item.publishedAt === null ? null : instantOf(item.publishedAt)
  return { ...item, publishedAt, foundAt: instantOf(item.foundAt) }
}

export type TriedDelivery = { readonly id: bigint; readonly channelId: number; readonly outcome: Outcome }

/**
 * Writes down what became of messages that this sender claimed. One that another sender has meanwhile, as the lease ran out,
 * is sent all the same: its key says that it is the same.
 */
export async function recordTried(database: Database, tried: readonly TriedDelivery[]): Promise<void> {
  const sent = tried.flatMap(({ channelId: receiverId, outcome: { kind, at } }) =>
    kind === 'sent' ? [{ receiverId, at }] : [],
  )
  const ended = tried.flatMap(({ channelId, outcome }) =>
    outcome.kind === 'failed' && outcome.isEnd ? [{ channelId, at: outcome.at }] : [],
  )
  await database.$transaction(async (transaction) => {
    await writeOutcomes(transaction, tables.messages, tried)
    await noteSent(transaction, tables.receivers, sent)
    for (const { channelId, at } of ended)
      await transaction.alertChannel.updateMany({
        where: { id: channelId, endedAt: null },
        data: { endedAt: new Date(at) },
      })
  }, outboxTransaction)
}

/** The time at which the next message is due; null: none waits. */
export async function nextDueAt(database: Database): Promise<number | null> {
  return nextDue(database, tables.messages)
}
