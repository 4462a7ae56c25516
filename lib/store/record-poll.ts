import type { PollFacts } from '#lib/policy/types.ts'
import type { ClaimedSource } from './claim-due-sources.ts'
import type { Database, Transaction } from './database.ts'
import { notify } from './notify.ts'
import { putInForce } from './planning.ts'
import type { PollRecord } from './poll-record.ts'
import { recordPushOffer } from './push-offers.ts'
import { storePostings } from './store-postings.ts'

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
      await transaction.host.update({
        where: { name: record.source.hostName },
        data: { leaseUntil: null, nextRequestAt: new Date(record.hostFreeAt) },
      })
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
