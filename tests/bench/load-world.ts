import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { farmUrl } from './farm-sources.ts'

export type LoadWorld = {
  readonly readers: number
  /** Served by the farm at this port, and polled every so many seconds. */
  readonly sources: number
  readonly port: number
  readonly pollEveryS: number
  /** Sources in all: those beyond are polled once a day, for subscribers who are not there just now. */
  readonly registered: number
}

/** Sources that each reader chose, a few of them chosen by most, besides those that only they read. */
const chosen = 50
/** Sources of each subscriber who is not there. */
const chosenByAbsent = 50
const sessionOf = (reader: string) => `'a-session-of-the-bench-of-' || ${reader}`

const dayMs = 86_400_000

/** Sources, all of them served by the farm, and readers who are signed in, by SQL. Every source has a reader; those to be polled are due. */
export async function fillLoadWorld(client: pg.Client, world: LoadWorld): Promise<void> {
  const { readers, sources, registered, port, pollEveryS } = world
  const urls = Array.from({ length: Math.max(sources, registered) }, (_, index) => farmUrl(index, port))
  await client.query(
    `INSERT INTO "host" ("name") SELECT split_part(substr(u, 8), ':', 1) FROM unnest($1::text[]) u`,
    [urls],
  )
  await client.query(
    `INSERT INTO "source" ("url", "hostName", "nextPollAt", "fixedIntervalMs")
     SELECT u, split_part(substr(u, 8), ':', 1), CASE WHEN n <= $2 THEN now() END,
       CASE WHEN n <= $2 THEN $3::int ELSE ${dayMs} END
     FROM unnest($1::text[]) WITH ORDINALITY AS given(u, n) ORDER BY n`,
    [urls, sources, 1000 * pollEveryS],
  )
  for (const statement of statements(readers, sources, urls.length)) await client.query(statement)
  await client.query(
    `INSERT INTO "server_settings" ("id", "budgetPerDay", "updatedAt") VALUES (1, $1, now())
     ON CONFLICT ("id") DO UPDATE SET "budgetPerDay" = excluded."budgetPerDay"`,
    [Math.ceil((sources * 86_400) / pollEveryS) + urls.length],
  )
  // Not all tables: those that are still empty PostgreSQL would believe to stay so, and read them from end to end.
  await client.query('ANALYZE "host", "source", "user", "session", "subscription", "server_settings"')
}

/** The facts of a source by polls, but its postings. */
const known =
  'title siteUrl windowSize windowOldestAt windowNewestAt firstPolledAt lastPolledAt lastOutcome lastHttpStatus'
const planned =
  'madeAt policy policyVersion weight ratePerDay pollsPerDay pattern carry predictedDelayMs minIntervalMs maxStalenessMs windowSize presence pollsRoot delayRoot runId'
const columns = (names: string, of = '') =>
  names
    .split(' ')
    .map((name) => `${of}"${name}"`)
    .join(', ')

/** Gives each source that is only registered what is known of one that was polled, but its postings: to read them all would take half an hour. */
export async function learnRegistered(client: pg.Client, { sources, registered }: LoadWorld): Promise<void> {
  if (registered <= sources) return
  const twins = `"source" s JOIN "source" t ON t."id" = 1 + s."id" % ${sources} AND s."id" > ${sources}`
  for (const statement of [
    `UPDATE "source" SET (${columns(known)}) = (SELECT ${columns(known, 't.')} FROM "source" t WHERE t."id" = 1 + "source"."id" % ${sources})
     WHERE "id" > ${sources}`,
    `INSERT INTO "plan" ("sourceId", ${columns(planned)}) SELECT s."id", ${columns(planned, 'p.')} FROM ${twins} JOIN "plan" p ON p."id" = t."planId"`,
    `UPDATE "source" s SET "planId" = p."id" FROM "plan" p WHERE p."sourceId" = s."id" AND s."id" > ${sources}`,
    `INSERT INTO "price_memory" ("sourceId", "version", "bytes") SELECT s."id", m."version", m."bytes"
     FROM ${twins} JOIN "price_memory" m ON m."sourceId" = t."id"`,
  ])
    await client.query(statement)
}

/**
 * Makes of a server that has just read its sources one that has done so for long: those polled daily are spread over the day, and each
 * reader has read half of what there is, one by one. Without that the first minutes are about plannings of what is new, and
 * PostgreSQL plans for empty tables.
 */
export async function settleLoadWorld(client: pg.Client, world: LoadWorld): Promise<void> {
  await client.query(
    `UPDATE "source" SET "nextPollAt" = now() + random() * interval '1 day' WHERE "id" > $1`,
    [world.sources],
  )
  await client.query(
    `INSERT INTO "posting_state" ("subscriberId", "postingId", "sourceId", "isRead", "readAt", "updatedAt")
     SELECT u."subscriberId", p."id", p."sourceId", true, now(), now()
     FROM "subscription" u JOIN "posting" p USING ("sourceId") JOIN "session" s ON s."userId" = u."subscriberId"
     WHERE random() < 0.5 ON CONFLICT DO NOTHING`,
  )
  await client.query('VACUUM ANALYZE')
}

function statements(readers: number, sources: number, registered: number): string[] {
  const absent = Math.ceil((registered - sources) / chosenByAbsent)
  return [
    `INSERT INTO "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
     SELECT 'reader-' || n, 'Reader ' || n, 'reader-' || n || '@example.org', true, now(), now()
     FROM generate_series(1, ${readers + absent}) n`,
    `INSERT INTO "session" ("id", "token", "expiresAt", "userId", "createdAt", "updatedAt")
     SELECT 'session-' || n, ${sessionOf('n')}, now() + interval '30 days', 'reader-' || n, now(), now()
     FROM generate_series(1, ${readers}) n`,
    `INSERT INTO "subscription" ("subscriberId", "sourceId")
     SELECT DISTINCT 'reader-' || r, s FROM (
       SELECT r, 1 + floor(power((hashint4(r * 1000 + n) & 2147483647) / 2147483648.0, 3) * ${sources})::int AS s
       FROM generate_series(1, ${readers}) r, generate_series(1, ${chosen}) n
       UNION SELECT s % ${readers} + 1, s FROM generate_series(1, ${sources}) s
       UNION SELECT ${readers} + 1 + (s - ${sources} - 1) / ${chosenByAbsent}, s
         FROM generate_series(${sources + 1}, ${registered}) s) drawn`,
  ]
}

/** The cookie of each reader's session, as better-auth signs it: the token and its HMAC-SHA256. */
export function readerCookies(readers: number, secret: string): string[] {
  return Array.from({ length: readers }, (_, index) => {
    const token = `a-session-of-the-bench-of-${index + 1}`
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    return `skylark.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  })
}
