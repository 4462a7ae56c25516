import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isoText, jsonRows } from '#lib/store/connection/json-rows.ts'
import { showAliveWithin } from '#lib/store/connection/liveness.ts'
import { isLocked, whyDropped } from '#lib/store/accounts/locked-accounts.ts'

/** A table of what is to be sent, and the one that says to whom. */
export type OutboxTables = {
  readonly messages: Prisma.Sql
  readonly receivers: Prisma.Sql
  /** The column of a message that names its receiver. */
  readonly receiverId: Prisma.Sql
}

export type ClaimOptions = {
  readonly owner: string
  readonly now: number
  readonly leaseMs: number
  readonly limit: number
  /** Messages of one host at most, less those that are on their way to it. */
  readonly mostPerHost: number
  readonly underWay: ReadonlyMap<string, number>
}

/** Of message "d". */
const subscriberOf = Prisma.sql`d."subscriberId"`

/** A claim or a mark waits where all connections are busy: given up, messages would wait for the next second, or be sent twice. */
export const outboxTransaction = { maxWait: 20_000, timeout: 20_000 }
/** So many that are due are looked through for some of other hosts. */
const mostLookedThrough = 1000

/**
 * Takes messages that are due, those that wait longest first, by a lease: a sender that dies leaves them to the next. Slow
 * hosts leave the others their turn. `which` (a condition on the receiver "c"): of these alone.
 * @returns their ids
 */
export async function claimDue(
  database: Database,
  { messages, receivers, receiverId }: OutboxTables,
  { owner, now, leaseMs, limit, mostPerHost, underWay }: ClaimOptions,
  which: Prisma.Sql = Prisma.sql`true`,
): Promise<bigint[]> {
  const at = new Date(now)
  const busy = [...underWay].filter(([, count]) => count >= mostPerHost).map(([host]) => host)
  const hosts = jsonRows([...underWay].map(([host, count]) => ({ host, count })))
  return database.$transaction(async (transaction) => {
    await showAliveWithin(transaction, owner)
    const claimed = await transaction.$queryRaw<{ id: bigint }[]>`
      WITH due AS MATERIALIZED (
        SELECT d."id", d."dueAt", c."host" FROM ${messages} d JOIN ${receivers} c ON c."id" = d.${receiverId}
        WHERE d."state" = 'waiting' AND d."dueAt" <= ${at} AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${at})
          AND ${which} AND c."host" <> ALL(${busy}::text[]) AND NOT ${isLocked(subscriberOf)}
        ORDER BY d."dueAt", d."id" LIMIT ${mostLookedThrough}
      ), fair AS (
        SELECT n."id", n."dueAt" FROM (
          SELECT due.*, row_number() OVER (PARTITION BY "host" ORDER BY "dueAt", "id") AS "place" FROM due) n
        LEFT JOIN json_to_recordset(${hosts}::json) AS w("host" text, "count" int) ON w."host" = n."host"
        WHERE n."place" <= ${mostPerHost}::int - coalesce(w."count", 0) ORDER BY n."dueAt", n."id" LIMIT ${limit}
      )
      SELECT d."id" FROM ${messages} d WHERE d."id" IN (SELECT "id" FROM fair) AND d."state" = 'waiting'
        AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${at})
      ORDER BY d."dueAt", d."id" FOR UPDATE SKIP LOCKED`
    const found = claimed.map(({ id }) => id)
    if (found.length === 0) return found
    await transaction.$executeRaw`
      UPDATE ${messages} SET "leaseUntil" = ${new Date(now + leaseMs)}, "leaseOwner" = ${owner}, "tries" = "tries" + 1
      WHERE "id" = ANY(${found}::bigint[])`
    return found
  }, outboxTransaction)
}

/** The outcome of a try. */
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

/**
 * Writes down what became of messages that a sender claimed. One that another sender has meanwhile, as the lease ran out, is
 * sent all the same. Where the account was locked as it was on its way, there is no later.
 */
export async function writeOutcomes(
  transaction: Transaction,
  messages: Prisma.Sql,
  tried: readonly { readonly id: bigint; readonly outcome: Outcome }[],
): Promise<void> {
  const rows = tried.map(({ id, outcome }) => ({
    id: id.toString(),
    state: outcome.kind === 'later' ? 'waiting' : outcome.kind,
    sentAt: outcome.kind === 'sent' ? isoText(outcome.at) : null,
    dueAt: outcome.kind === 'later' ? isoText(outcome.dueAt) : null,
    httpStatus: outcome.httpStatus,
    error: outcome.kind === 'sent' ? null : outcome.error,
  }))
  await transaction.$executeRaw`
    UPDATE ${messages} d SET "state" = CASE WHEN r."isDropped" THEN 'failed' ELSE r."state" END, "sentAt" = r."sentAt",
      "dueAt" = coalesce(r."dueAt", d."dueAt"), "httpStatus" = r."httpStatus",
      "error" = CASE WHEN r."isDropped" THEN ${whyDropped} ELSE r."error" END, "leaseUntil" = NULL, "leaseOwner" = NULL
    FROM (
      SELECT o.*, o."state" = 'waiting' AND ${isLocked(subscriberOf)} AS "isDropped"
      FROM json_to_recordset(${jsonRows(rows)}::json) AS o("id" bigint, "state" text, "sentAt" timestamptz,
        "dueAt" timestamptz, "httpStatus" int, "error" text) JOIN ${messages} d ON d."id" = o."id") r
    WHERE d."id" = r."id" AND d."state" = 'waiting'`
}

/** In one order: two senders that note the same receivers at the same time wait for each other. */
export async function noteSent(
  transaction: Transaction,
  receivers: Prisma.Sql,
  sent: readonly { readonly receiverId: number; readonly at: number }[],
): Promise<void> {
  if (sent.length === 0) return
  const latest = new Map(sent.map(({ receiverId, at }) => [receiverId, at]))
  const rows = [...latest].map(([receiverId, at]) => ({ receiverId, at: isoText(at) }))
  await transaction.$executeRaw`
    WITH told AS (
      SELECT c."id", r."at" FROM json_to_recordset(${jsonRows(rows)}::json) AS r("receiverId" int, "at" timestamptz)
      JOIN ${receivers} c ON c."id" = r."receiverId" ORDER BY c."id" FOR NO KEY UPDATE OF c)
    UPDATE ${receivers} c SET "lastSentAt" = told."at" FROM told WHERE c."id" = told."id"`
}

/** The time at which the next message is due; null: none waits. */
export async function nextDue(database: Database, messages: Prisma.Sql): Promise<number | null> {
  const [row] = await database.$queryRaw<{ dueAt: Date }[]>`
    SELECT d."dueAt" FROM ${messages} d WHERE d."state" = 'waiting' AND NOT ${isLocked(subscriberOf)}
    ORDER BY d."dueAt" LIMIT 1`
  return row?.dueAt.getTime() ?? null
}
