import type { PollFacts } from '#lib/policy/types.ts'
import type { ClaimedSource } from './claim-due-sources.ts'
import type { Database, Transaction } from './database.ts'
import { notify } from './notify.ts'
import { putInForce } from './planning.ts'
import type { EditedPosting, NewPosting, PollRecord } from './poll-record.ts'
import { setFirstReadMarks } from './read-marks.ts'

/** Advisory lock under which postings are stored, any number that nothing else uses. */
const postingsLock = 5_301_978

/**
 * Stores a poll: postings, observation, validators, decision, next poll, and gives the lease back, in ONE transaction.
 * @returns false when the lease was lost meanwhile (it ran out and another process took the source): nothing is stored
 */
export async function recordPoll(database: Database, record: PollRecord): Promise<boolean> {
  return database.$transaction(
    async (transaction) => {
      const locked = await lockLeased(transaction, record.source)
      if (locked === null) return false
      const planId = await planInForce(transaction, record)
      const poll = await transaction.poll.create({ data: pollRow(record, planId), select: { id: true } })
      for (const edited of record.editedPostings) await storeEdit(transaction, record, edited)
      await updateSource(transaction, record, locked.subscribed)
      await transaction.host.update({
        where: { name: record.source.hostName },
        data: { leaseUntil: null, nextRequestAt: new Date(record.hostFreeAt) },
      })
      const hasNews = await storePostings(transaction, record, poll.id)
      if (hasNews || record.source.firstPolledAt === null || record.outcome === 'failed') {
        await notify(transaction, { type: 'source', sourceId: record.source.id })
      }
      return true
    },
    { timeout: 30_000, maxWait: 10_000 },
  )
}

/** Locks the source; null when its lease is no longer ours. */
async function lockLeased(
  transaction: Transaction,
  source: ClaimedSource,
): Promise<{ subscribed: boolean } | null> {
  const rows = await transaction.$queryRaw<{ leaseOwner: string | null; subscribed: boolean }[]>`
    SELECT s."leaseOwner",
      EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = s."id") AS "subscribed"
    FROM "source" s WHERE s."id" = ${source.id} FOR UPDATE OF s`
  const row = rows[0]
  return row?.leaseOwner === source.leaseOwner ? row : null
}

async function planInForce(transaction: Transaction, record: PollRecord): Promise<bigint | null> {
  if (record.newPlan === null) return record.source.planId
  await putInForce(transaction, [{ plan: record.newPlan.plan, next: null }], record.newPlan.runId)
  const row = await transaction.source.findUniqueOrThrow({
    where: { id: record.source.id },
    select: { planId: true },
  })
  return row.planId
}

function pollRow(record: PollRecord, planId: bigint | null) {
  const { facts, decision } = record
  return {
    plannedAt: new Date(record.source.plannedAt),
    plannedReason: record.source.plannedReason,
    startedAt: new Date(record.startedAt),
    finishedAt: new Date(record.finishedAt),
    outcome: record.outcome,
    httpStatus: record.httpStatus,
    error: record.error,
    bytes: record.bytes,
    entries: record.entries,
    newPostings: record.newPostings.length,
    factOutcome: facts.outcome,
    consecutiveFailures: facts.consecutiveFailures,
    notBeforeAt: dateOf(facts.notBefore),
    ...windowColumns(facts.window),
    nextPollAt: new Date(decision.nextPollAt),
    proposedAt: new Date(decision.proposedAt),
    reason: decision.reason,
    policyVersion: decision.policyVersion,
    planId,
    sourceId: record.source.id,
  }
}

/**
 * Stores what is new and tells about it. Last in the transaction and one at a time over all processes, so that posting
 * ids rise in the order in which postings become visible: "up to this id" then never covers one that comes later.
 */
async function storePostings(transaction: Transaction, record: PollRecord, pollId: bigint): Promise<boolean> {
  if (record.newPostings.length === 0) return false
  const sourceId = record.source.id
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${postingsLock})`
  const rows = await transaction.posting.createManyAndReturn({
    data: record.newPostings.map((posting) => postingRow(posting, sourceId, pollId)),
    skipDuplicates: true,
    select: { id: true },
  })
  if (rows.length === 0) return false
  if (record.source.firstPolledAt === null) await setFirstReadMarks(transaction, sourceId)
  const maxId = rows.reduce((greatest, row) => (row.id > greatest ? row.id : greatest), 0n)
  await notify(transaction, { type: 'postings', sourceId, count: rows.length, maxId: maxId.toString() })
  return true
}

function postingRow(posting: NewPosting, sourceId: number, pollId: bigint) {
  return {
    ...posting,
    enclosures: posting.enclosures.map((enclosure) => ({ ...enclosure })),
    claimedAt: dateOf(posting.claimedAt),
    publishedAt: dateOf(posting.publishedAt),
    foundAt: new Date(posting.foundAt),
    notBeforeAt: dateOf(posting.notBeforeAt),
    shownAt: new Date(posting.shownAt),
    sourceId,
    pollId,
  }
}

async function storeEdit(transaction: Transaction, record: PollRecord, edited: EditedPosting): Promise<void> {
  const { key, ...text } = edited
  await transaction.posting.update({
    where: { sourceId_key: { sourceId: record.source.id, key } },
    data: { ...text, editedAt: new Date(record.finishedAt) },
  })
}

async function updateSource(
  transaction: Transaction,
  record: PollRecord,
  subscribed: boolean,
): Promise<void> {
  const finishedAt = new Date(record.finishedAt)
  const succeeded = record.outcome === 'fetched' || record.outcome === 'not-modified'
  await transaction.source.update({
    where: { id: record.source.id },
    data: {
      ...(record.document ?? {}),
      ...windowColumns(record.facts.window),
      ...(record.source.firstPolledAt === null ? { firstPolledAt: finishedAt } : {}),
      ...(succeeded ? { lastSuccessAt: finishedAt } : {}),
      ...(record.newPostings.length > 0 ? { lastChangedAt: finishedAt } : {}),
      ...(record.movedTo === null ? {} : { movedTo: record.movedTo }),
      lastPolledAt: finishedAt,
      lastOutcome: record.outcome,
      lastHttpStatus: record.httpStatus,
      lastError: record.error,
      consecutiveFailures: record.facts.consecutiveFailures,
      nextPollAt: subscribed ? new Date(record.decision.nextPollAt) : null,
      nextPollReason: record.decision.reason,
      isAwaited: false,
      leaseUntil: null,
      leaseOwner: null,
    },
  })
}

function windowColumns(window: PollFacts['window']) {
  return {
    windowSize: window?.size ?? null,
    windowOldestAt: dateOf(window?.oldestAt ?? null),
    windowNewestAt: dateOf(window?.newestAt ?? null),
  }
}

function dateOf(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant)
}
