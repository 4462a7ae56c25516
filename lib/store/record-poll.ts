import type { PollFacts } from '#lib/policy/types.ts'
import type { ClaimedSource } from './claim-due-sources.ts'
import type { Database, Transaction } from './database.ts'
import { notify } from './notify.ts'
import { putInForce } from './planning.ts'
import { recordHost } from './hosts.ts'
import type { PollRecord } from './poll-record.ts'
import { storePriceMemory } from './price-memories.ts'
import { recordPushOffer } from './push-offers.ts'
import { storePostings } from './store-postings.ts'
import { taughtColumns } from './taught.ts'

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
      await updateSource(transaction, record, locked.subscribed)
      await updatePush(transaction, record)
      if (record.priceMemory !== null)
        await storePriceMemory(transaction, record.source.id, record.priceMemory)
      const { source, hostLesson } = record
      await recordHost(transaction, source.hostName, source.leaseOwner, hostLesson)
      await adoptAddress(transaction, record)
      const stored = await storePostings(transaction, {
        sourceId: record.source.id,
        pollId: poll.id,
        isFirst: record.source.firstPolledAt === null,
        foundAt: record.finishedAt,
        newPostings: record.newPostings,
        editedPostings: record.editedPostings,
        aliases: record.aliases,
      })
      if (stored > 0 || record.source.firstPolledAt === null || record.outcome === 'failed') {
        await notify(transaction, { type: 'source', sourceId: record.source.id })
      }
      return true
    },
    { timeout: 30_000, maxWait: 10_000 },
  )
}

/** Locks the host, then the source, in the order of claims, against deadlocks; null when its lease is no longer ours. */
async function lockLeased(
  transaction: Transaction,
  source: ClaimedSource,
): Promise<{ subscribed: boolean } | null> {
  await transaction.$executeRaw`SELECT 1 FROM "host" WHERE "name" = ${source.hostName} FOR NO KEY UPDATE`
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
    overlap: record.overlap,
    likelyLost: record.likelyLost,
    quietUntil: dateOf(facts.quietUntil ?? null),
    overflowAt: dateOf(facts.overflowAt ?? null),
    pushShare: facts.pushShare ?? 0,
    nextPollAt: new Date(decision.nextPollAt),
    proposedAt: new Date(decision.proposedAt),
    reason: decision.reason,
    policyVersion: decision.policyVersion,
    planId,
    sourceId: record.source.id,
  }
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
      ...taughtColumns(record.taught),
      ...(record.likelyLost === null ? {} : gapColumns(record.likelyLost, finishedAt)),
      lastPolledAt: finishedAt,
      lastOutcome: record.outcome,
      lastHttpStatus: record.httpStatus,
      lastError: record.error,
      consecutiveFailures: record.facts.consecutiveFailures,
      nextPollAt: subscribed && !record.hasEnded ? new Date(record.decision.nextPollAt) : null,
      nextPollReason: record.decision.reason,
      isAwaited: false,
      leaseUntil: null,
      leaseOwner: null,
    },
  })
}

function gapColumns(likelyLost: number, lastGapAt: Date) {
  return { gaps: { increment: 1 }, likelyLost: { increment: likelyLost }, lastGapAt }
}

/**
 * Polls the source at its new address from now on. Where another source is there already both are kept, for each has
 * readers with marks of their own; the move stays noted, and the source's page tells of it.
 */
async function adoptAddress(transaction: Transaction, { source, adopted }: PollRecord): Promise<void> {
  if (adopted === null) return
  const { url, hostName } = adopted
  await transaction.host.createMany({ data: [{ name: hostName }], skipDuplicates: true })
  await transaction.$executeRaw`
    UPDATE "source" SET "url" = ${url}, "hostName" = ${hostName}, "movedTo" = NULL, "movedSince" = NULL, "movedTimes" = 0
    WHERE "id" = ${source.id} AND NOT EXISTS (SELECT 1 FROM "source" o WHERE o."url" = ${url})`
}

/** What the document says of its hub, and how the hub has proved itself since the last poll. */
async function updatePush(transaction: Transaction, record: PollRecord): Promise<void> {
  const { source, pushOffer, facts } = record
  if (pushOffer !== undefined) await recordPushOffer(transaction, source.id, pushOffer, record.finishedAt)
  if (source.push === null || facts.pushShare === source.push.share) return
  await transaction.pushSubscription.updateMany({
    where: { id: source.push.id, state: 'active' },
    data: { pushShare: facts.pushShare ?? 0 },
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
