import type { PublisherLimitItem } from '#lib/api/server/hosts.ts'
import type { OptOut } from '#lib/documents/door/fetch-types.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import type { PublisherLimit } from '#lib/store/ground/change-log.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'

/** A source that must not be asked is looked at so often, without a request: its publisher may have changed its mind. */
const optOutLookMs = DAY_MS

/** Why nothing is asked of a host. */
export function optOutOf(host: string): OptOut {
  const message = `The publisher of ${host} does not want to be polled by this server.`
  return { kind: 'opted-out', by: 'publisher', host, message }
}

/** The pause between two requests that a limit asks for; 0: none. */
export function limitPauseMs(limit: Pick<PublisherLimit, 'requestsPerHour'> | null): number {
  const perHour = limit?.requestsPerHour ?? null
  return perHour === null ? 0 : Math.ceil(HOUR_MS / perHour)
}

/** Nobody else changes what any host asks for until the transaction ends. */
export async function lockLimits(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLocks.publisherLimits})`
}

/** Brings the shipped list into the database; what an admin has changed stays as it is. Any number of times. */
export async function storeShippedLimits(database: Database): Promise<void> {
  const hosts = shippedLimits.map(({ host }) => host)
  await database.$transaction(async (transaction) => {
    await lockLimits(transaction)
    await transaction.publisherLimit.deleteMany({
      where: { isShipped: true, editedAt: null, host: { notIn: hosts } },
    })
    for (const limit of shippedLimits) {
      await transaction.$executeRaw`
        INSERT INTO "host_wish" AS w ("host", "leastIntervalMs", "requestsPerHour", "isOptedOut", "evidence", "isShipped")
        VALUES (${limit.host}, ${limit.leastIntervalMs}::bigint, ${limit.requestsPerHour}::float8, ${limit.isOptedOut},
          ${limit.evidence}, true)
        ON CONFLICT ("host") DO UPDATE SET "isShipped" = true,
          "leastIntervalMs" = CASE WHEN w."editedAt" IS NULL THEN excluded."leastIntervalMs" ELSE w."leastIntervalMs" END,
          "requestsPerHour" = CASE WHEN w."editedAt" IS NULL THEN excluded."requestsPerHour" ELSE w."requestsPerHour" END,
          "isOptedOut" = CASE WHEN w."editedAt" IS NULL THEN excluded."isOptedOut" ELSE w."isOptedOut" END,
          "evidence" = CASE WHEN w."editedAt" IS NULL THEN excluded."evidence" ELSE w."evidence" END`
    }
  })
}

type LimitRow = Omit<PublisherLimitItem, 'leastIntervalMs'> & { readonly leastIntervalMs: bigint | null }

/** All limits by host, with how many sources they bind. */
export async function listPublisherLimits(database: Database): Promise<PublisherLimitItem[]> {
  const rows = await database.$queryRaw<LimitRow[]>`
    SELECT w."host", w."leastIntervalMs", w."requestsPerHour", w."isOptedOut", w."evidence", w."isShipped",
      w."editedAt" IS NOT NULL AS "isEdited",
      (SELECT count(*)::int FROM "source" s WHERE s."hostName" = w."host") AS "sources"
    FROM "host_wish" w ORDER BY w."host"`
  return rows.map((row) => ({ ...row, leastIntervalMs: toNumber(row.leastIntervalMs) }))
}

/** The limit of a host; null: none is known. */
export async function findPublisherLimit(
  database: Database | Transaction,
  host: string,
): Promise<(PublisherLimit & { readonly isShipped: boolean }) | null> {
  const row = await database.publisherLimit.findUnique({ where: { host }, omit: { editedAt: true } })
  return row === null ? null : { ...row, leastIntervalMs: toNumber(row.leastIntervalMs) }
}

/** Stores an admin's word on a host; its sources wait or are due again at once. @returns the ids of its sources */
export async function setPublisherLimit(
  transaction: Transaction,
  limit: PublisherLimit,
  now: number,
): Promise<number[]> {
  const { host, ...values } = limit
  const data = { ...values, editedAt: new Date(now) }
  await transaction.publisherLimit.upsert({ where: { host }, create: { host, ...data }, update: data })
  return bindSources(transaction, limit, now)
}

/** Takes an admin's word back: what was shipped holds again, else nothing. Null: there is none for this host. */
export async function removePublisherLimit(
  transaction: Transaction,
  host: string,
  now: number,
): Promise<number[] | null> {
  const { count } = await transaction.publisherLimit.deleteMany({ where: { host, editedAt: { not: null } } })
  if (count === 0) return null
  const shipped = shippedLimits.find((limit) => limit.host === host)
  if (shipped !== undefined)
    await transaction.publisherLimit.create({ data: { ...shipped, isShipped: true } })
  const none = { host, leastIntervalMs: null, requestsPerHour: null, isOptedOut: false, evidence: '' }
  return bindSources(transaction, shipped ?? none, now)
}

/** Tells the sources of a host at once; the poll that comes next would find out anyhow. Locks them as polls do, by id. */
async function bindSources(transaction: Transaction, limit: PublisherLimit, now: number): Promise<number[]> {
  const rows = await transaction.$queryRaw<{ id: number }[]>`
    SELECT "id" FROM "source" WHERE "hostName" = ${limit.host} ORDER BY "id" FOR NO KEY UPDATE`
  const reason: Reason = { code: 'publisherOptedOut', values: { host: limit.host } }
  if (limit.isOptedOut) {
    await transaction.source.updateMany({
      where: { hostName: limit.host },
      data: { lastOutcome: 'opted-out', lastError: reason },
    })
    await transaction.source.updateMany({
      where: { hostName: limit.host, nextPollAt: { not: null } },
      data: { nextPollAt: new Date(now + optOutLookMs), nextPollReason: reason, isAwaited: false },
    })
  } else {
    await transaction.source.updateMany({
      where: { hostName: limit.host, lastOutcome: 'opted-out', nextPollAt: { not: null } },
      data: {
        nextPollAt: new Date(now),
        nextPollReason: { code: 'hostAllowsAgain', values: {} } satisfies Reason,
      },
    })
  }
  await notify(transaction, { type: 'due' })
  return rows.map(({ id }) => id)
}

function toNumber(milliseconds: bigint | number | null): number | null {
  return milliseconds === null ? null : Number(milliseconds)
}

/**
 * Limits that publishers state in public, each with the page that says so. Short on purpose: only what was read there, and
 * only what a well-behaved reader would break otherwise. The admin adds, changes and switches off in the browser.
 */
const shippedLimits: readonly PublisherLimit[] = [
  {
    // "Feed readers which send conditional requests may poll at most once per hour."
    host: 'rachelbythebay.com',
    leastIntervalMs: HOUR_MS,
    requestsPerHour: null,
    isOptedOut: false,
    evidence: 'https://rachelbythebay.com/w/feed/',
  },
  {
    // Of the legacy APIs, RSS among them: "no more than one request every three seconds", one connection at a time.
    host: 'arxiv.org',
    leastIntervalMs: null,
    requestsPerHour: 1_200,
    isOptedOut: false,
    evidence: 'https://info.arxiv.org/help/api/tou.html',
  },
]
