import type { StateGroups } from '#lib/api/postings/postings.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** PostgreSQL NOTIFY channel and payloads between aggregator, web processes and each other. */
export const notifyChannel = 'skylark'
export type Notification =
  /** `isFirst`: they are those of the source's first document, which are not fresh. */
  | {
      readonly type: 'postings'
      readonly sourceId: number
      readonly count: number
      readonly maxId: string
      readonly isFirst?: true
    }
  | { readonly type: 'source'; readonly sourceId: number }
  | { readonly type: 'settings' | 'account'; readonly subscriberId: string }
  /** `postings`: these alone changed; without it, anything but postings. */
  | { readonly type: 'state'; readonly subscriberId: string; readonly postings?: StateGroups }
  /** Something stands in the list of alerts that was not there. */
  | { readonly type: 'alert'; readonly subscriberId: string; readonly count: number }
  /** Wakes the senders: a message is due now. */
  | { readonly type: 'outbox' }
  /** Wakes the aggregator: something became due now. */
  | { readonly type: 'due' }
  /** A hub delivered postings that are to be stored. */
  | { readonly type: 'delivery' }
  /** Asks the aggregator to plan all sources anew where that is due; these: each alone, at once. */
  | { readonly type: 'plan'; readonly sourceIds?: readonly number[] }
  /** All sources were planned anew. */
  | { readonly type: 'planned' }
  /** Stands for what is too long to be sent, and is kept: who listens reads it there. */
  | { readonly type: 'look' }

/** Notifications that only wake the aggregator: nobody asks for them later. */
const passing: ReadonlySet<Notification['type']> = new Set(['due', 'delivery', 'plan', 'outbox'])

/** Tells every listening process; inside a transaction it is sent when that commits. */
export async function notify(database: Database | Transaction, notification: Notification): Promise<void> {
  return notifyAll(database, [notification])
}

/** PostgreSQL refuses what has as many bytes, and with it the transaction. */
const refusedBytes = 8_000
const look = JSON.stringify({ type: 'look' } satisfies Notification)

/** `notify` of several, in their order, but that what only wakes the aggregator comes first. */
export async function notifyAll(
  database: Database | Transaction,
  notifications: readonly Notification[],
): Promise<void> {
  const [wakes, rest] = [true, false].map((isPassing) =>
    notifications.filter(({ type }) => passing.has(type) === isPassing).map((each) => JSON.stringify(each)),
  ) as [string[], string[]]
  if (wakes.length > 0)
    await database.$executeRaw`SELECT pg_notify(${notifyChannel}, p) FROM unnest(${wakes}::text[]) p`
  if (rest.length > 0)
    await keepAndTell(
      database,
      Prisma.sql`SELECT p::jsonb AS "body", n FROM unnest(${rest}::text[]) WITH ORDINALITY AS u(p, n)`,
    )
}

/**
 * Tells the rows ("body", n) of a query in the order of n, and keeps them for who is not connected now. What is sent goes
 * before the body: where it stands among all that is kept (event-position.ts), which names each transaction that runs meanwhile, so that
 * hundreds of writers make it too long to be sent. What a transaction says twice is told once, as PostgreSQL does with the same notification.
 */
export async function keepAndTell(database: Database | Transaction, told: Prisma.Sql): Promise<void> {
  await database.$executeRaw`
    WITH "kept" AS (
      INSERT INTO "event" ("at", "writer", "snapshot", "body", "subscriberId", "sourceId")
      SELECT clock_timestamp(), pg_current_xact_id()::text::bigint, pg_current_snapshot()::text, "body",
        "body"->>'subscriberId', ("body"->>'sourceId')::integer
      FROM (SELECT DISTINCT ON ("body") "body", n FROM (${told}) t ORDER BY "body", n) t
      WHERE NOT EXISTS (SELECT FROM "event" e
        WHERE e."writer" = pg_current_xact_id_if_assigned()::text::bigint AND e."body" = t."body")
      ORDER BY n
      RETURNING "id", "writer", "snapshot", "body")
    SELECT pg_notify(${notifyChannel}, CASE WHEN octet_length("sent") < ${refusedBytes}::int THEN "sent" ELSE ${look} END)
    FROM (SELECT concat("id", '.', "writer", '.', "snapshot", ' ', "body"::text) AS "sent" FROM "kept" ORDER BY "id") k`
}
