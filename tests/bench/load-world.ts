import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { fillAdminWorld } from './admin-world.ts'
import { farmUrl } from './farm-sources.ts'

export type LoadWorld = {
  readonly readers: number
  /** Served by the farm at this port, and polled every so many seconds. */
  readonly sources: number
  readonly port: number
  readonly pollEveryS: number
  /** Sources in all: those beyond are not due while the bench runs. */
  readonly registered: number
}

/** Sources that each reader chose, a few of them chosen by most, besides those that only they read. */
const chosen = 50
const sessionOf = (reader: string) => `'a-session-of-the-bench-of-' || ${reader}`

/** Sources, and readers who are signed in, by SQL. Every source has a reader; all that is served is due. */
export async function fillLoadWorld(client: pg.Client, world: LoadWorld): Promise<void> {
  const { readers, sources, registered, port, pollEveryS } = world
  const others = Math.max(0, registered - sources)
  if (others > 0) await fillAdminWorld(client, others)
  await client.query(`UPDATE "source" SET "nextPollAt" = "nextPollAt" + interval '1 day'`)
  const urls = Array.from({ length: sources }, (_, index) => farmUrl(index, port))
  await client.query(
    `INSERT INTO "host" ("name") SELECT split_part(substr(u, 8), ':', 1) FROM unnest($1::text[]) u`,
    [urls],
  )
  await client.query(
    `INSERT INTO "source" ("url", "hostName", "nextPollAt", "fixedIntervalMs")
     SELECT u, split_part(substr(u, 8), ':', 1), now(), $2 FROM unnest($1::text[]) u`,
    [urls, 1000 * pollEveryS],
  )
  for (const statement of statements(readers, sources, others)) await client.query(statement)
  await client.query(
    `INSERT INTO "server_settings" ("id", "budgetPerDay", "updatedAt") VALUES (1, $1, now())
     ON CONFLICT ("id") DO UPDATE SET "budgetPerDay" = excluded."budgetPerDay"`,
    [Math.ceil((sources * 86_400) / pollEveryS) + 4 * others],
  )
  await client.query('VACUUM ANALYZE')
}

function statements(readers: number, sources: number, others: number): string[] {
  return [
    `INSERT INTO "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
     SELECT 'reader-' || n, 'Reader ' || n, 'reader-' || n || '@example.org', true, now(), now()
     FROM generate_series(1, ${readers}) n`,
    `INSERT INTO "session" ("id", "token", "expiresAt", "userId", "createdAt", "updatedAt")
     SELECT 'session-' || n, ${sessionOf('n')}, now() + interval '30 days', 'reader-' || n, now(), now()
     FROM generate_series(1, ${readers}) n`,
    `INSERT INTO "subscription" ("subscriberId", "sourceId")
     SELECT DISTINCT 'reader-' || r, ${others} + s FROM (
       SELECT r, 1 + floor(power((hashint4(r * 1000 + n) & 2147483647) / 2147483648.0, 3) * ${sources})::int AS s
       FROM generate_series(1, ${readers}) r, generate_series(1, ${chosen}) n
       UNION SELECT s % ${readers} + 1, s FROM generate_series(1, ${sources}) s) drawn`,
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
