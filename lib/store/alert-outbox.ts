import type { PromiseDetail } from '#lib/api/alert-lists.ts'
import { defaultLanguage, parseLanguage, type Language } from '#lib/words/languages.ts'
import { parseConfig, type ChannelConfig } from './alert-channels.ts'
import type { Database } from './database.ts'
import { isoText, jsonRows } from './json-rows.ts'
import { showAliveWithin } from './liveness.ts'

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
  /** Of its subscriber. */
  readonly email: string
  readonly language: Language
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

export type ClaimOptions = {
  readonly owner: string
  readonly now: number
  readonly leaseMs: number
  readonly kind: ChannelConfig['kind']
  readonly limit: number
  /** Messages of one host at most, less those that are on their way to it. */
  readonly mostPerHost: number
  readonly underWay: ReadonlyMap<string, number>
}

/** Where all connections are busy a claim or a mark waits: given up, messages would wait for the next second, or be sent twice. */
const transactionOptions = { maxWait: 20_000, timeout: 20_000 }
/** So many that are due are looked through for some of other hosts. */
const mostLookedThrough = 1000

/**
 * Takes messages that are due, those that wait longest first, by a lease: a sender that dies leaves them to the next. Slow
 * hosts leave the others their turn.
 */
export async function claimMessages(database: Database, options: ClaimOptions): Promise<OutboxMessage[]> {
  const { owner, now, leaseMs, kind, limit, mostPerHost, underWay } = options
  const at = new Date(now)
  const busy = [...underWay].filter(([, count]) => count >= mostPerHost).map(([host]) => host)
  const hosts = jsonRows([...underWay].map(([host, count]) => ({ host, count })))
  const ids = await database.$transaction(async (transaction) => {
    await showAliveWithin(transaction, owner)
    const claimed = await transaction.$queryRaw<{ id: bigint }[]>`
      WITH due AS MATERIALIZED (
        SELECT d."id", d."dueAt", c."host" FROM "alert_delivery" d JOIN "alert_channel" c ON c."id" = d."channelId"
        WHERE d."state" = 'waiting' AND d."dueAt" <= ${at} AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${at})
          AND c."config"->>'kind' = ${kind} AND c."host" <> ALL(${busy}::text[])
        ORDER BY d."dueAt", d."id" LIMIT ${mostLookedThrough}
      ), fair AS (
        SELECT n."id", n."dueAt" FROM (
          SELECT due.*, row_number() OVER (PARTITION BY "host" ORDER BY "dueAt", "id") AS "place" FROM due) n
        LEFT JOIN json_to_recordset(${hosts}::json) AS w("host" text, "count" int) ON w."host" = n."host"
        WHERE n."place" <= ${mostPerHost}::int - coalesce(w."count", 0) ORDER BY n."dueAt", n."id" LIMIT ${limit}
      )
      SELECT d."id" FROM "alert_delivery" d WHERE d."id" IN (SELECT "id" FROM fair) AND d."state" = 'waiting'
        AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${at})
      ORDER BY d."dueAt", d."id" FOR UPDATE SKIP LOCKED`
    const found = claimed.map(({ id }) => id)
    if (found.length === 0) return found
    await transaction.$executeRaw`
      UPDATE "alert_delivery" SET "leaseUntil" = ${new Date(now + leaseMs)}, "leaseOwner" = ${owner}, "tries" = "tries" + 1
      WHERE "id" = ANY(${found}::bigint[])`
    return found
  }, transactionOptions)
  return ids.length === 0 ? [] : readMessages(database, ids)
}

type MessageRow = Omit<OutboxMessage, 'config' | 'language' | 'items'> & {
  readonly config: unknown
  readonly language: string | null
  readonly items: readonly OutboxItem[] | null
}

async function readMessages(database: Database, ids: readonly bigint[]): Promise<OutboxMessage[]> {
  const rows = await database.$queryRaw<MessageRow[]>`
    SELECT d."id", d."key", d."tries", d."madeAt", c."id" AS "channelId", c."host", c."config", r."email", r."language", (
      SELECT json_agg(json_build_object('kind', h."kind", 'alertName', a."name",
        'sourceTitle', coalesce(u."title", nullif(s."title", ''), s."url"), 'title', p."title", 'url', p."url",
        'excerpt', p."excerpt", 'postingId', p."id"::text, 'sourceId', h."sourceId", 'publishedAt', p."publishedAt",
        'foundAt', h."foundAt", 'promise', CASE WHEN h."kind" = 'promise' THEN h."detail" END) ORDER BY h."id")
      FROM "alert_delivery_item" i JOIN "alert_hit" h ON h."id" = i."hitId"
      LEFT JOIN "alert" a ON a."id" = h."alertId" LEFT JOIN "posting" p ON p."id" = h."postingId"
      LEFT JOIN "source" s ON s."id" = h."sourceId"
      LEFT JOIN "subscription" u ON u."subscriberId" = d."subscriberId" AND u."sourceId" = h."sourceId"
      WHERE i."deliveryId" = d."id") AS "items"
    FROM "alert_delivery" d JOIN "alert_channel" c ON c."id" = d."channelId" JOIN "user" r ON r."id" = d."subscriberId"
    WHERE d."id" = ANY(${[...ids]}::bigint[]) ORDER BY d."dueAt", d."id"`
  return rows.map((row) => ({
    ...row,
    config: parseConfig(row.config),
    language: parseLanguage(row.language) ?? defaultLanguage,
    items: row.items ?? [],
  }))
}

/** What became of a try. */
export type Outcome =
  | { readonly kind: 'sent'; readonly at: number; readonly httpStatus: number | null }
  | {
      readonly kind: 'later' | 'failed'
      readonly at: number
      /** Of `later`: when it is tried again. */
      readonly dueAt: number
      readonly httpStatus: number | null
      readonly error: string
      /** The other end is no more: nothing else is sent there. */
      readonly isEnd: boolean
    }

export type Tried = { readonly id: bigint; readonly channelId: number; readonly outcome: Outcome }

/**
 * Writes down what became of messages that this sender claimed. One that another sender has meanwhile, as the lease ran out,
 * is sent all the same: its key says that it is the same.
 */
export async function recordTried(database: Database, tried: readonly Tried[]): Promise<void> {
  const rows = tried.map(({ id, outcome }) => ({
    id: id.toString(),
    state: stateOf(outcome),
    sentAt: outcome.kind === 'sent' ? isoText(outcome.at) : null,
    dueAt: outcome.kind === 'later' ? isoText(outcome.dueAt) : null,
    httpStatus: outcome.httpStatus,
    error: outcome.kind === 'sent' ? null : outcome.error,
  }))
  const sent = tried.filter(({ outcome }) => outcome.kind === 'sent')
  const ended = tried.flatMap(({ channelId, outcome }) =>
    outcome.kind === 'failed' && outcome.isEnd ? [{ channelId, at: outcome.at }] : [],
  )
  await database.$transaction(async (transaction) => {
    await transaction.$executeRaw`
      UPDATE "alert_delivery" d SET "state" = r."state", "sentAt" = r."sentAt", "dueAt" = coalesce(r."dueAt", d."dueAt"),
        "httpStatus" = r."httpStatus", "error" = r."error", "leaseUntil" = NULL, "leaseOwner" = NULL
      FROM json_to_recordset(${jsonRows(rows)}::json) AS r("id" bigint, "state" text, "sentAt" timestamptz,
        "dueAt" timestamptz, "httpStatus" int, "error" text)
      WHERE d."id" = r."id" AND d."state" = 'waiting'`
    if (sent.length > 0) await noteSent(transaction, sent)
    for (const { channelId, at } of ended)
      await transaction.alertChannel.updateMany({
        where: { id: channelId, endedAt: null },
        data: { endedAt: new Date(at) },
      })
  }, transactionOptions)
}

function stateOf({ kind }: Outcome): 'waiting' | 'sent' | 'failed' {
  return kind === 'later' ? 'waiting' : kind
}

/** In one order: two senders that note the same channels at the same time wait for each other. */
async function noteSent(transaction: Pick<Database, '$executeRaw'>, sent: readonly Tried[]): Promise<void> {
  const latest = new Map(sent.map(({ channelId, outcome }) => [channelId, outcome.at]))
  const rows = [...latest].map(([channelId, at]) => ({ channelId, at: isoText(at) }))
  await transaction.$executeRaw`
    WITH told AS (
      SELECT c."id", r."at" FROM json_to_recordset(${jsonRows(rows)}::json) AS r("channelId" int, "at" timestamptz)
      JOIN "alert_channel" c ON c."id" = r."channelId" ORDER BY c."id" FOR NO KEY UPDATE OF c)
    UPDATE "alert_channel" c SET "lastSentAt" = told."at" FROM told WHERE c."id" = told."id"`
}

/** When the next message is due; null: none waits. */
export async function nextDueAt(database: Database): Promise<number | null> {
  const [row] = await database.$queryRaw<{ dueAt: Date | null }[]>`
    SELECT min("dueAt") AS "dueAt" FROM "alert_delivery" WHERE "state" = 'waiting'`
  return row?.dueAt?.getTime() ?? null
}
