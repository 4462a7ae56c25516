import type { Reason } from '#lib/policy/basics/reason.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { removePush } from './websub-callbacks.ts'

/** A hub that is to be asked now. */
export type PushRequest = {
  readonly id: number
  readonly callbackId: string
  readonly protocol: 'websub' | 'rsscloud'
  readonly hubUrl: string
  readonly topicUrl: string
  readonly secret: string
  readonly sourceId: number
  readonly mode: 'subscribe' | 'unsubscribe'
  /** Requests since the hub last verified one, this one included. */
  readonly attempts: number
}

/** A hub that was asked this often to let go and never verified it is left to the end of its lease. */
const mostFarewells = 3

/**
 * Takes on the request to a hub that is most overdue: `unsubscribe` where the offer was withdrawn or nobody subscribes
 * to the source any more. What it takes on is put off until `retryAt(attempts)` first, so that a process that dies, a
 * hub that refuses and one that never verifies are all met again then, and no two processes ask for the same.
 */
export async function claimPushRequest(
  database: Database,
  now: number,
  retryAt: (sourceId: number, attempts: number) => number,
): Promise<PushRequest | null> {
  return database.$transaction(async (transaction) => {
    const [row] = await transaction.$queryRaw<(Omit<PushRequest, 'mode'> & { isWanted: boolean })[]>`
      SELECT p."id", p."callbackId", p."protocol", p."hubUrl", p."topicUrl", p."secret", p."sourceId",
        p."attempts" + 1 AS "attempts",
        p."isOffered" AND EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = p."sourceId") AS "isWanted"
      FROM "push_subscription" p WHERE p."nextRequestAt" <= ${new Date(now)}
      ORDER BY p."nextRequestAt" LIMIT 1 FOR UPDATE OF p SKIP LOCKED`
    if (row === undefined) return null
    const { isWanted, ...request } = row
    const mode = isWanted ? 'subscribe' : 'unsubscribe'
    await transaction.pushSubscription.update({
      where: { id: row.id },
      data: {
        askedMode: mode,
        attempts: row.attempts,
        nextRequestAt: new Date(retryAt(row.sourceId, row.attempts)),
      },
    })
    return { ...request, mode }
  })
}

/**
 * Ends a subscription where there is nothing to take back from the hub: it never agreed, keeps no lease, or does not answer.
 * @returns whether it ended
 */
export async function forgetPush(database: Database, request: PushRequest, now: number): Promise<boolean> {
  const hasNoLease = { OR: [{ leaseEndsAt: null }, { leaseEndsAt: { lte: new Date(now) } }] }
  return removePush(database, request, request.attempts > mostFarewells ? {} : hasNoLease)
}

/** Puts a request off that was taken on and not made, because it was not the turn of its hub. */
export async function postponePushRequest(database: Database, id: number, until: number): Promise<void> {
  await database.pushSubscription.updateMany({
    where: { id },
    data: { nextRequestAt: new Date(until), attempts: { decrement: 1 } },
  })
}

/**
 * Notes what a hub answered that did not take a request; it is asked again at the time that was set, and not before
 * `notBefore`, the end of the pause that it asked for.
 */
export async function recordPushFailure(
  database: Database,
  id: number,
  reason: Reason,
  notBefore = 0,
): Promise<void> {
  await database.$executeRaw`
    UPDATE "push_subscription" SET "lastError" = ${JSON.stringify(reason)}::jsonb,
      "nextRequestAt" = greatest("nextRequestAt", ${new Date(notBefore)}::timestamptz)
    WHERE "id" = ${id}`
}

/** Notes that a hub will deliver until `leaseEndsAt`; it is asked to renew at `renewAt`. */
export async function recordPushLease(
  database: Database,
  id: number,
  lease: { readonly now: number; readonly leaseEndsAt: number; readonly renewAt: number },
): Promise<void> {
  const now = new Date(lease.now)
  await database.$executeRaw`
    UPDATE "push_subscription" SET "state" = 'active', "attempts" = 0, "lastError" = NULL,
      "activeSince" = CASE WHEN "state" = 'active' AND "leaseEndsAt" > ${now} THEN "activeSince" ELSE ${now} END,
      "leaseEndsAt" = ${new Date(lease.leaseEndsAt)}, "nextRequestAt" = ${new Date(lease.renewAt)}
    WHERE "id" = ${id}`
}

/** Notes which leases have ended without a renewal. */
export async function endLapsedLeases(database: Database, now: number): Promise<void> {
  await database.pushSubscription.updateMany({
    where: { state: 'active', leaseEndsAt: { lte: new Date(now) } },
    data: { state: 'lapsed', activeSince: null },
  })
}

/** Sources that are still polled less because of a hub that delivers no more. */
export async function listFallenHubs(database: Database): Promise<number[]> {
  const rows = await database.pushSubscription.findMany({
    where: { state: { not: 'active' }, pushShare: { gt: 0 } },
    select: { sourceId: true },
    take: 500,
  })
  return rows.map(({ sourceId }) => sourceId)
}

/** Forgets how reliable those hubs were. Done last: until then they are listed again. */
export async function forgetFallenHubs(database: Database, sourceIds: readonly number[]): Promise<void> {
  await database.pushSubscription.updateMany({
    where: { sourceId: { in: [...sourceIds] }, state: { not: 'active' } },
    data: { pushShare: 0 },
  })
}
