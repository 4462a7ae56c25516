import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { recordHosts } from '#lib/store/hosts/hosts.ts'
import { isMoveTakenBack, moveSource } from './move-source.ts'
import type { Notification } from '#lib/store/connection/notify.ts'
import { notifyAll } from '#lib/store/connection/notify.ts'
import { putInForce } from '#lib/store/planning/planning.ts'
import { storePollRows } from './poll-rows.ts'
import { storePriceMemories } from './price-memories.ts'
import { recordPushOffer } from '#lib/store/websub/websub-offers.ts'
import { storeWindows } from './source-windows.ts'
import { storeNews } from '#lib/store/postings/store-postings.ts'
import { tallyPolls } from './tally-polls.ts'
import type { PollRecord } from './poll-record.ts'

/** The facts of a source once it is locked. */
type LockedSource = {
  readonly leaseOwner: string | null
  readonly subscribed: boolean
  /** A hub is or was offered for it. */
  readonly hasPush: boolean
  /** No document has said yet what it is called. */
  readonly isUntitled: boolean
}

/**
 * Stores several polls in ONE transaction, a statement for each table; polls whose lease was lost are left out. `now`: the clock that
 * tells when postings were found.
 * @returns for each record the id of its poll; null: it was not stored
 */
export async function recordPolls(
  database: Database,
  records: readonly PollRecord[],
  now: () => number,
): Promise<(bigint | null)[]> {
  const { stored } = await recordLocked(database, records, now, Prisma.empty)
  return records.map((record) => stored.get(record) ?? null)
}

/**
 * `recordPolls` that waits for no source: those that somebody else has in hand are "busy", and to be stored apart. A delivery may have one for
 * seconds, and its publisher says how often. Who touches further sources of its host is busy, too, as all of them are to be locked.
 */
export async function recordFreePolls(
  database: Database,
  records: readonly PollRecord[],
  now: () => number,
): Promise<(bigint | null | 'busy')[]> {
  const alone = records.filter(
    ({ hostLesson }) => hostLesson?.begins !== true && (hostLesson?.endsFrom ?? null) === null,
  )
  if (alone.length === 0) return records.map(() => 'busy')
  const { stored, locked } = await recordLocked(database, alone, now, Prisma.sql`SKIP LOCKED`)
  return records.map((record) => stored.get(record) ?? (locked.has(record.source.id) ? null : 'busy'))
}

async function recordLocked(
  database: Database,
  records: readonly PollRecord[],
  now: () => number,
  waiting: Prisma.Sql,
) {
  const result = await database.$transaction(async (transaction) => {
    const locked = await lockSources(transaction, records, waiting)
    const leased = leasedOf(records, locked)
    const pollIds =
      leased.length > 0 ? await storeAll(transaction, leased, locked, now) : new Map<number, bigint>()
    return {
      locked,
      stored: new Map(leased.map((record) => [record, pollIds.get(record.source.id) ?? null])),
    }
  })
  tallyPolls(database, [...result.stored.keys()])
  return result
}

/**
 * Locks the hosts, then the sources, in the order of claims and each by its key, against deadlocks; not against foreign keys, by which
 * others hold sources in orders of their own. With them those that an outage of their host touches, as it begins or ends (hosts.ts).
 * `waiting`: SKIP LOCKED where those that others hold are left out.
 */
async function lockSources(
  transaction: Transaction,
  records: readonly PollRecord[],
  waiting: Prisma.Sql,
): Promise<Map<number, LockedSource>> {
  const hosts = records.map(({ source }) => source.hostName)
  const ids = records.flatMap(({ source, hostLesson }) =>
    hostLesson?.begins === true ? [source.id, ...hostLesson.state.failedSourceIds] : [source.id],
  )
  const back = records.flatMap(({ source, hostLesson }) =>
    hostLesson === null || hostLesson.endsFrom === null ? [] : [source.hostName],
  )
  const isOfBack = back.length === 0 ? Prisma.empty : Prisma.sql`OR s."hostName" = ANY(${back})`
  await transaction.$executeRaw`
    SELECT 1 FROM "host" WHERE "name" = ANY(${hosts}) ORDER BY "name" FOR NO KEY UPDATE`
  const rows = await transaction.$queryRaw<(LockedSource & { readonly id: number })[]>`
    SELECT s."id", s."leaseOwner", s."title" = '' AS "isUntitled",
      EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = s."id") AS "subscribed",
      EXISTS (SELECT 1 FROM "push_subscription" h WHERE h."sourceId" = s."id") AS "hasPush"
    FROM "source" s WHERE s."id" = ANY(${ids}) ${isOfBack} ORDER BY s."id" FOR NO KEY UPDATE OF s ${waiting}`
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** The records whose lease is still theirs; one for a source: the lease of a second one ended with the first. */
function leasedOf(
  records: readonly PollRecord[],
  locked: ReadonlyMap<number, LockedSource>,
): readonly PollRecord[] {
  const firsts = new Map<number, PollRecord>()
  for (const record of records) {
    const { id, leaseOwner } = record.source
    if (locked.get(id)?.leaseOwner === leaseOwner && !firsts.has(id)) firsts.set(id, record)
  }
  return [...firsts.values()]
}

async function storeAll(
  transaction: Transaction,
  records: readonly PollRecord[],
  locked: ReadonlyMap<number, LockedSource>,
  now: () => number,
): Promise<Map<number, bigint>> {
  await putPlansInForce(transaction, records)
  const pollIds = await storePollRows(transaction, records, locked)
  const untitled = records.flatMap(({ source: { id } }) => (locked.get(id)?.isUntitled === true ? [id] : []))
  await dropTitlesNotOwn(transaction, untitled)
  await storePriceMemories(transaction, records)
  await storeWindows(transaction, records)
  await recordHosts(
    transaction,
    records.flatMap(({ source: { hostName: name, leaseOwner: owner }, hostLesson: lesson, pauseStatus }) =>
      lesson === null ? [] : [{ name, owner, lesson, pauseStatus }],
    ),
  )
  for (const record of records) {
    await updatePush(transaction, record, locked.get(record.source.id)?.hasPush === true)
    await adoptAddress(transaction, record)
  }
  await storePostingsOf(transaction, records, pollIds, now)
  return pollIds
}

/**
 * Lists from elsewhere give each source a title, its own or the subscriber's. Where a document says for the first time
 * what its source is called, those that say the same are nobody's own, and follow the source from now on.
 */
async function dropTitlesNotOwn(transaction: Transaction, sourceIds: readonly number[]): Promise<void> {
  if (sourceIds.length === 0) return
  await transaction.$executeRaw`
    UPDATE "subscription" u SET "title" = NULL FROM "source" s
    WHERE s."id" = ANY(${[...sourceIds]}::int[]) AND u."sourceId" = s."id" AND u."title" = s."title"`
}

/** Plans made at these polls; all at once where they come from one planning. */
async function putPlansInForce(transaction: Transaction, records: readonly PollRecord[]): Promise<void> {
  const plans = records.flatMap(({ newPlan }) => (newPlan === null ? [] : [newPlan]))
  for (const [runId, made] of Map.groupBy(plans, ({ runId }) => runId)) {
    await putInForce(
      transaction,
      made.map(({ plan }) => ({ plan, next: null })),
      runId,
    )
  }
}

/** The document's word about its hub, and how the hub has proved itself since the last poll. */
async function updatePush(transaction: Transaction, record: PollRecord, hasPush: boolean): Promise<void> {
  const { source, pushOffer, facts } = record
  const isOffered = pushOffer !== undefined && pushOffer !== null
  if (pushOffer !== undefined && (isOffered || hasPush))
    await recordPushOffer(transaction, source.id, pushOffer, record.finishedAt)
  if (source.push === null || facts.pushShare === source.push.share) return
  await transaction.pushSubscription.updateMany({
    where: { id: source.push.id, state: 'active' },
    data: { pushShare: facts.pushShare ?? 0 },
  })
}

/**
 * Polls the source at its new address from now on. Where another source is there already the move stays noted, and the source's page tells of
 * it. Where an admin took the same move back, the source stays.
 */
async function adoptAddress(
  transaction: Transaction,
  { source: { id, url: from }, adopted, finishedAt }: PollRecord,
): Promise<void> {
  if (adopted === null || (await isMoveTakenBack(transaction, id, adopted.url))) return
  const { url: to, isOwnOutput } = adopted
  await moveSource(transaction, { id, from, to, isOwnOutput }, new Date(finishedAt))
}

/** The postings come last, as they must, and the news of all is told. */
async function storePostingsOf(
  transaction: Transaction,
  records: readonly PollRecord[],
  pollIds: ReadonlyMap<number, bigint>,
  now: () => number,
): Promise<void> {
  const counts = await storeNews(
    transaction,
    records.map((record) => ({
      sourceId: record.source.id,
      pollId: pollIds.get(record.source.id) ?? null,
      isFirst: record.source.lastSuccessAt === null,
      newPostings: record.newPostings,
      editedPostings: record.editedPostings,
      aliases: record.aliases,
    })),
    now,
  )
  await countWhatWasStored(transaction, records, pollIds, counts)
  const changed = records.filter(
    ({ source, outcome }) => counts.has(source.id) || source.firstPolledAt === null || outcome === 'failed',
  )
  await notifyAll(
    transaction,
    changed.map(({ source }): Notification => ({ type: 'source', sourceId: source.id })),
  )
}

/** A hub's delivery may have been stored since a poll compared its document: what it brought is none of the poll's. */
async function countWhatWasStored(
  transaction: Transaction,
  records: readonly PollRecord[],
  pollIds: ReadonlyMap<number, bigint>,
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  for (const { source, newPostings } of records) {
    const stored = counts.get(source.id) ?? 0
    const id = pollIds.get(source.id)
    if (stored === newPostings.length || id === undefined) continue
    await transaction.poll.update({ where: { id }, data: { newPostings: stored }, select: { id: true } })
  }
}
