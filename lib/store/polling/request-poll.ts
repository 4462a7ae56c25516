import { setTimeout as pause } from 'node:timers/promises'
import type { OptOut } from '#lib/documents/door/fetch-types.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { ordinaryPauseMs } from '#lib/store/hosts/host-claims.ts'
import { findPublisherLimit, optOutOf } from '#lib/store/hosts/publisher-limits.ts'
import { askedWithin, mayBeAskedAt } from '#lib/store/hosts/next-poll.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'

/** A source that was polled this recently has nothing new worth a request. */
const leastBetweenMs = 60_000
/** Why a source is polled that somebody wants polled now. */
const asked: Reason = { code: 'asked', values: {} }

/** The time at which a source will be polled on request, or why not now. */
type PollRequest =
  | { readonly kind: 'planned'; readonly nextPollAt: number }
  | {
      readonly kind: 'too-early'
      readonly possibleAt: number
      readonly reason: 'just-polled' | 'host' | 'publisher'
    }
  | OptOut
  /** Its polling is paused, or all polling is. */
  | { readonly kind: 'paused' }
  | { readonly kind: 'not-found' }

/** Makes a source due now, unless its host asked for patience or it was polled in the last minute. */
export async function requestPoll(database: Database, sourceId: number, now: number): Promise<PollRequest> {
  return database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT "id" FROM "source" WHERE "id" = ${sourceId} FOR NO KEY UPDATE`
    const source = await transaction.source.findUnique({
      where: { id: sourceId },
      select: {
        archiveOwnerId: true,
        isPaused: true,
        lastPolledAt: true,
        hostName: true,
        ...askedWithin,
      },
    })
    if (source === null || source.archiveOwnerId !== null) return { kind: 'not-found' }
    const limit = await findPublisherLimit(transaction, source.hostName)
    if (limit?.isOptedOut === true) return optOutOf(source.hostName)
    if (source.isPaused || (await getSettings(transaction)).isPaused) return { kind: 'paused' }
    const { hostAt, askedAt } = mayBeAskedAt(source)
    const possibleAt = Math.max(hostAt, askedAt)
    if (possibleAt > now + ordinaryPauseMs || askedAt > now)
      return { kind: 'too-early', possibleAt, reason: 'host' }
    const polledAt = source.lastPolledAt?.getTime() ?? Number.NEGATIVE_INFINITY
    const allowedAt = polledAt + (limit?.leastIntervalMs ?? 0)
    if (allowedAt > now) return { kind: 'too-early', possibleAt: allowedAt, reason: 'publisher' }
    const againAt = polledAt + leastBetweenMs
    if (againAt > now) return { kind: 'too-early', possibleAt: againAt, reason: 'just-polled' }
    const nextPollAt = Math.max(now, possibleAt)
    await transaction.source.update({
      where: { id: sourceId },
      data: { nextPollAt: new Date(nextPollAt), nextPollReason: asked, isAwaited: true },
    })
    await notify(transaction, { type: 'due' })
    return { kind: 'planned', nextPollAt }
  })
}

/** Waits until a source was polled once, at most `timeoutMs`, or until `signal` aborts. Pages and apps wait longer than the usual ten seconds. */
export async function waitForFirstPoll(
  database: Database,
  sourceId: number,
  signal: AbortSignal,
  timeoutMs = 10_000,
): Promise<void> {
  const endAt = performance.now() + timeoutMs
  while (performance.now() < endAt && !signal.aborted) {
    const polled = await database.source.count({ where: { id: sourceId, firstPolledAt: { not: null } } })
    if (polled === 1) return
    await pause(200)
  }
}
