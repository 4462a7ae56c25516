import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import type { RetentionRules } from '#lib/api/server/retention.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { keyHash, traitHashes } from '#lib/store/postings/forgotten-postings.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { notifyAll, type Notification } from '#lib/store/connection/notify.ts'
import { endLonelyStories } from '#lib/store/stories/stories.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { isNoLongerSearchable, isRemovable, removesPostings } from './retention-rules.ts'

/** Sources that are looked at, and postings that are removed, in one transaction: some hundred milliseconds of work. */
const sourcesAtOnce = 200
const postingsAtOnce = 500
/** A poll that was begun and not ended so long ago is of a process that died. */
const deadAfterMs = DAY_MS

type Options = {
  readonly drain?: AbortSignal
  /** Asked before each batch: false ends the work, which begins where it was the next time. */
  readonly mayGoOn?: () => Promise<boolean>
  readonly postingsAtOnce?: number
}

/** The removed rows; `isDone`: nothing is left. */
export type Removal = {
  readonly postings: number
  readonly searchDocuments: number
  readonly isDone: boolean
}

/**
 * Removes what the rules say, a transaction for each batch, one process at a time: one that dies has removed what it has
 * removed. Of a posting stays, in the same transaction, what its keys are known by, so that it never comes back as new.
 */
export async function removeByRules(
  database: Database,
  rules: RetentionRules,
  now: number,
  options: Options = {},
): Promise<Removal> {
  const hasRules = rules.searchableDays !== null || (await removesPostings(database, rules))
  if (!hasRules) return { postings: 0, searchDocuments: 0, isDone: true }
  const touched = new Set<number>()
  const removal = await removeAll(database, rules, now, options, touched)
  await tellReaders(database, [...touched])
  return removal
}

async function removeAll(
  database: Database,
  rules: RetentionRules,
  now: number,
  options: Options,
  touched: Set<number>,
): Promise<Removal> {
  let postings = 0
  let searchDocuments = 0
  let after = 0
  for (;;) {
    const ids = await listSources(database, after)
    if (ids.length === 0) return { postings, searchDocuments, isDone: true }
    const isStopped = options.drain?.aborted === true || (await options.mayGoOn?.()) === false
    const batch = isStopped ? null : await removeBatch(database, ids, rules, now, options)
    if (batch === null) return { postings, searchDocuments, isDone: false }
    postings += batch.sourceIds.length
    for (const id of batch.sourceIds) touched.add(id)
    searchDocuments += batch.searchDocuments
    if (batch.isLast) after = ids.at(-1) ?? after
  }
}

async function listSources(database: Database, after: number): Promise<number[]> {
  const rows = await database.source.findMany({
    where: { id: { gt: after }, archiveOwnerId: null },
    orderBy: { id: 'asc' },
    take: sourcesAtOnce,
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

/** @returns null: another process is at it */
async function removeBatch(
  database: Database,
  ids: readonly number[],
  rules: RetentionRules,
  now: number,
  { postingsAtOnce: limit = postingsAtOnce }: Options,
) {
  return database.$transaction(
    async (transaction) => {
      const [lock] = await transaction.$queryRaw<{ isMine: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${advisoryLocks.retention}) AS "isMine"`
      if (lock?.isMine !== true) return null
      const picked = await pickRemovable(transaction, ids, rules, now, limit)
      const sourceIds = await removeLocked(
        transaction,
        await lockPicked(transaction, picked, now),
        rules,
        now,
      )
      const searchDocuments = await removeSearchDocuments(transaction, ids, rules, now, limit)
      // What a poll or a reader had in hand is left for the next day.
      const isLast = (picked.length < limit || sourceIds.length === 0) && searchDocuments < limit
      return { sourceIds, searchDocuments, isLast }
    },
    { timeout: 60_000 },
  )
}

type Picked = { readonly id: bigint; readonly sourceId: number }

/** Nothing polls source `s`: a poll has compared its document with what was stored when it began. */
const isIdle = (now: number) =>
  Prisma.sql`(s."leaseOwner" IS NULL OR s."leaseUntil" < ${new Date(now - deadAfterMs)})`

/**
 * The oldest of each source where only so many are kept: what is beyond them goes before the rules of age make them fewer, and
 * batches remove together what one would.
 */
async function pickRemovable(
  transaction: Transaction,
  ids: readonly number[],
  rules: RetentionRules,
  now: number,
  limit: number,
): Promise<Picked[]> {
  const order = rules.mostPostings === null ? Prisma.empty : Prisma.sql`ORDER BY p."id" LIMIT ${limit}`
  return transaction.$queryRaw`
    SELECT o."id", s."id" AS "sourceId" FROM "source" s CROSS JOIN LATERAL (
      SELECT p."id" FROM "posting" p WHERE p."sourceId" = s."id" AND ${isRemovable(rules, now)} ${order}) o
    WHERE s."id" = ANY(${[...ids]}) AND ${isIdle(now)} LIMIT ${limit}`
}

/** Locks postings and their sources; those that a poll or a reader who keeps one has in hand are passed over. */
async function lockPicked(
  transaction: Transaction,
  picked: readonly Picked[],
  now: number,
): Promise<bigint[]> {
  if (picked.length === 0) return []
  const sources = await transaction.$queryRaw<{ id: number }[]>`
    SELECT s."id" FROM "source" s WHERE s."id" = ANY(${[...new Set(picked.map(({ sourceId }) => sourceId))]})
      AND ${isIdle(now)} ORDER BY s."id" FOR NO KEY UPDATE SKIP LOCKED`
  const postings = await transaction.$queryRaw<{ id: bigint }[]>`
    SELECT p."id" FROM "posting" p WHERE p."id" = ANY(${picked.map(({ id }) => id)})
      AND p."sourceId" = ANY(${sources.map(({ id }) => id)}) ORDER BY p."id" FOR UPDATE SKIP LOCKED`
  return postings.map(({ id }) => id)
}

/**
 * Removes those of the locked postings that are removable still: only now can what readers did until then be seen.
 * @returns the source of each
 */
async function removeLocked(
  transaction: Transaction,
  ids: readonly bigint[],
  rules: RetentionRules,
  now: number,
): Promise<number[]> {
  if (ids.length === 0) return []
  const gone = await transaction.$queryRaw<{ sourceId: number; clusterId: bigint | null }[]>`
    WITH going AS MATERIALIZED (
      SELECT p.* FROM "posting" p JOIN "source" s ON s."id" = p."sourceId"
      WHERE p."id" = ANY(${[...ids]}) AND ${isRemovable(rules, now)}
    ), forgotten AS (
      INSERT INTO "forgotten_posting" ("sourceId", "keyHash", "titleHash", "urlHash", "claimedHash")
      SELECT p."sourceId", ${keyHash(Prisma.sql`k."key"`)}, ${traitHashes} FROM going p CROSS JOIN LATERAL (
        SELECT p."key" UNION ALL SELECT a."key" FROM "posting_alias" a WHERE a."postingId" = p."id") k("key")
      ON CONFLICT DO NOTHING
    )
    DELETE FROM "posting" WHERE "id" IN (SELECT "id" FROM going) RETURNING "sourceId", "clusterId"`
  await endLonelyStories(
    transaction,
    gone.flatMap(({ clusterId }) => clusterId ?? []),
  )
  return gone.map(({ sourceId }) => sourceId)
}

/** Windows of those who subscribe to these sources count anew; once for all batches. */
async function tellReaders(database: Database, sourceIds: readonly number[]): Promise<void> {
  const rows = await database.subscription.findMany({
    where: { sourceId: { in: [...sourceIds] } },
    distinct: ['subscriberId'],
    select: { subscriberId: true },
  })
  await notifyAll(
    database,
    rows.map(({ subscriberId }): Notification => ({ type: 'state', subscriberId })),
  )
}

async function removeSearchDocuments(
  transaction: Transaction,
  ids: readonly number[],
  rules: RetentionRules,
  now: number,
  limit: number,
): Promise<number> {
  if (rules.searchableDays === null) return 0
  return transaction.$executeRaw`
    DELETE FROM "posting_search" WHERE "postingId" IN (
      SELECT p."id" FROM "source" s JOIN "posting" p ON p."sourceId" = s."id"
      JOIN "posting_search" d ON d."postingId" = p."id"
      WHERE s."id" = ANY(${[...ids]}) AND ${isNoLongerSearchable(rules, now)} LIMIT ${limit})`
}
