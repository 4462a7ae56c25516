import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '#lib/store/connection/database.ts'
import { type Verified, verifyDatabase } from '#lib/store/server/verify.ts'
import { isFree } from './soak-world.ts'
import type { Publishers } from './soak-publishers.ts'
import type { VerifyMoment } from '#lib/store/server/invariant.ts'

const settledWithinMs = 240_000

export type Compared = {
  /** The postings that all readable feeds had published when it ended; those stored of them, how often, and those that retention removed. */
  readonly published: number
  readonly stored: number
  readonly doubled: number
  /** Sources that have fewer or more, stored or removed, than they published. */
  readonly missing: readonly string[]
  readonly removed: number
  /** Webhooks that were sent, and how many of these came, by their keys. */
  readonly toTell: number
  readonly told: number
  readonly polls: number
  readonly broken: readonly Verified[]
}

/** Lets everything be polled once more that was not since they ended (by the clock), by hosts that are well again, and waits until all is stored and told. */
export async function settle(client: pg.Client, publishers: Publishers, endedAt: number): Promise<void> {
  for (const until = Date.now() + settledWithinMs; Date.now() < until; await sleep(1_000)) {
    const { rows } = await client.query<{ missing: number; waiting: number }>(
      `SELECT $1 - (${storedSql}) - (${removedSql}) AS "missing",
        (SELECT count(*)::int FROM "alert_delivery" WHERE "state" = 'waiting')
        + (SELECT count(*)::int FROM "posting" p, "alert_progress" a WHERE p."id" > a."throughId") AS "waiting"`,
      [sumOf(publishers), publishers.countedHosts],
    )
    if (rows[0]?.missing === 0 && rows[0].waiting === 0) return
    await client.query(
      `UPDATE "host" SET "nextRequestAt" = NULL, "downSince" = NULL WHERE "name" = ANY($1) AND ${isFree('host')}`,
      [publishers.countedHosts],
    )
    await client.query(
      `UPDATE "source" SET "nextPollAt" = now() WHERE "leaseOwner" IS NULL AND "nextPollAt" > now()
        AND "lastSuccessAt" <= $2 AND "hostName" = ANY($1) AND ${isFree('source')}`,
      [publishers.countedHosts, new Date(endedAt)],
    )
  }
}

const storedSql = `SELECT count(*)::int FROM "posting" p JOIN "source" s ON s."id" = p."sourceId" WHERE s."hostName" = ANY($2)`
const removedSql = `SELECT coalesce(sum("value"), 0)::int FROM "tally" WHERE "name" = 'removed' AND "label" = 'postings'`

/** Compares what was published and told with what is stored, once all is at rest. */
export async function compareStored(
  database: Database,
  publishers: Publishers,
  received: readonly { readonly headers: object }[],
  moment: VerifyMoment,
): Promise<Compared> {
  const keys = received.map(({ headers }) => String((headers as Record<string, unknown>)['idempotency-key']))
  const came = new Set(keys)
  const toWebhooks = { channel: { kind: 'webhook' } } as const
  const sent = await database.alertDelivery.findMany({
    where: toWebhooks,
    select: { key: true, state: true },
  })
  const [row] = await database.$queryRaw<
    { stored: number; doubled: number; removed: number; polls: number }[]
  >`
    SELECT count(*)::int AS "stored", (count(*) - count(DISTINCT (p."sourceId", p."guid")))::int AS "doubled",
      (SELECT coalesce(sum("value"), 0)::int FROM "tally" WHERE "name" = 'removed' AND "label" = 'postings') AS "removed",
      (SELECT coalesce(sum("value"), 0)::int FROM "tally" WHERE "name" = 'polls') AS "polls"
    FROM "posting" p JOIN "source" s ON s."id" = p."sourceId" WHERE s."hostName" = ANY(${[...publishers.countedHosts]})`
  const verified = await verifyDatabase(database, moment)
  return {
    published: sumOf(publishers),
    missing: await findMissing(database, publishers),
    stored: row?.stored ?? 0,
    doubled: row?.doubled ?? 0,
    removed: row?.removed ?? 0,
    polls: row?.polls ?? 0,
    toTell: sent.length,
    told: sent.filter(({ key, state }) => state === 'sent' && came.has(key)).length,
    broken: verified.filter(({ broken }) => broken > 0),
  }
}

function sumOf(publishers: Publishers): number {
  return [...publishers.published().values()].reduce((sum, count) => sum + count, 0)
}

async function findMissing(database: Database, publishers: Publishers): Promise<string[]> {
  const rows = await database.$queryRaw<
    { title: string; outcome: string; stored: number; forgotten: number }[]
  >`
    SELECT s."title", coalesce(s."lastOutcome", '') AS "outcome",
      (SELECT count(*)::int FROM "posting" p WHERE p."sourceId" = s."id") AS "stored",
      (SELECT count(*)::int FROM "forgotten_posting" f WHERE f."sourceId" = s."id") AS "forgotten"
    FROM "source" s`
  const published = publishers.published()
  return rows.flatMap(({ title, outcome, stored, forgotten }) => {
    const count = published.get(title) ?? 0
    if (!published.has(title) || count === stored + forgotten) return []
    return [`${title} published ${count}, stored are ${stored}, removed ${forgotten}; last poll: ${outcome}`]
  })
}
