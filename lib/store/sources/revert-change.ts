import { keepsUnreadShorter } from '#lib/api/parts/limits.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { recordChange } from '#lib/store/ground/audit-log.ts'
import type { Changer, LoggedHost, StoredChange } from '#lib/store/ground/change-log.ts'
import { changeOverride, isSameOverride, lockOverride } from './change-source.ts'
import { changeFactors, factorsBefore } from './change-weights.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { changeHostWithin, lockHost } from '#lib/store/hosts/change-host.ts'
import { moveSource } from '#lib/store/polling/move-source.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { changeServerSettings, lockSettings } from '#lib/store/ground/server-settings.ts'
import type { ServerSettings } from '#lib/api/server/admin.ts'

/** The outcome of the wish to take a change back; with the sources that are to be planned anew. */
export type Reverted =
  | { readonly kind: 'reverted'; readonly what: StoredChange['kind']; readonly sourceIds: readonly number[] }
  | { readonly kind: 'not-found' }
  /** It was no change, or was taken back already. */
  | { readonly kind: 'not-revertible' }
  /** The thing it changed was changed again, or is gone. */
  | { readonly kind: 'changed-since' }

/**
 * Takes a change back that stands in the log, as one act that stands in the log, too. Refused where anything that it
 * changed is not as it left it: a later change would be lost.
 */
export async function revertChange(database: Database, id: bigint, by: Changer): Promise<Reverted> {
  return database.$transaction(
    async (transaction) => {
      await by.hold(transaction)
      // Whoever reverts the same at the same time waits here, and finds it done.
      await transaction.$queryRaw`SELECT "id" FROM "audit_log" WHERE "id" = ${id} FOR UPDATE`
      const entry = await transaction.auditEntry.findUnique({
        where: { id },
        select: { change: true, revertedBy: { select: { id: true } } },
      })
      if (entry === null) return { kind: 'not-found' }
      if (entry.change === null || entry.revertedBy !== null) return { kind: 'not-revertible' }
      const change = entry.change as StoredChange // written by recordAct alone
      return takeBack(transaction, id, change, { ...by, revertsId: id })
    },
    { timeout: 60_000 },
  )
}

async function takeBack(
  transaction: Transaction,
  id: bigint,
  change: StoredChange,
  by: Changer,
): Promise<Reverted> {
  switch (change.kind) {
    case 'weights':
      return takeBackWeights(transaction, id, by)
    case 'settings':
      return takeBackSettings(transaction, change, by)
    case 'source':
      return takeBackOverride(transaction, change, by)
    case 'address':
      return takeBackMove(transaction, change, by)
    case 'host':
      return takeBackHost(transaction, change, by)
    default:
      return change satisfies never
  }
}

async function takeBackWeights(transaction: Transaction, id: bigint, by: Changer): Promise<Reverted> {
  const [found] = await transaction.$queryRaw<{ all: number; same: number }[]>`
    SELECT count(*)::int AS "all", (count(*) FILTER (WHERE l."weightFactor" = l."after"))::int AS "same" FROM (
      SELECT s."weightFactor", w."after" FROM "weight_change" w JOIN "source" s ON s."id" = w."sourceId"
      WHERE w."auditId" = ${id} ORDER BY s."id" FOR NO KEY UPDATE OF s) l`
  if (found === undefined || found.all === 0 || found.same < found.all) return { kind: 'changed-since' }
  const { sourceIds } = await changeFactors(transaction, factorsBefore(id), by)
  return { kind: 'reverted', what: 'weights', sourceIds }
}

async function takeBackSettings(
  transaction: Transaction,
  { before, after }: Extract<StoredChange, { kind: 'settings' }>,
  by: Changer,
): Promise<Reverted> {
  const settings = await lockSettings(transaction)
  const now = new Map<string, unknown>(Object.entries(settings))
  if (Object.entries(after).some(([name, value]) => now.get(name) !== value)) return { kind: 'changed-since' }
  const wanted: ServerSettings = { ...settings, ...before }
  // The other of the two bounds may have been moved since.
  if (wanted.minIntervalMs > wanted.maxStalenessMs || keepsUnreadShorter(wanted))
    return { kind: 'changed-since' }
  await changeServerSettings(transaction, before)
  const change = { kind: 'settings', before: after, after: before } as const
  await recordChange(transaction, by, { act: 'settings-changed', change })
  return { kind: 'reverted', what: 'settings', sourceIds: [] }
}

async function takeBackOverride(
  transaction: Transaction,
  { id, before, after }: Extract<StoredChange, { kind: 'source' }>,
  by: Changer,
): Promise<Reverted> {
  const now = await lockOverride(transaction, id)
  if (now === null || !isSameOverride(now, after)) return { kind: 'changed-since' }
  await changeOverride(transaction, { id, ...before }, by)
  return { kind: 'reverted', what: 'source', sourceIds: [id] }
}

/** It is polled at its old address at once, as if for the first time: what that answers is what the admin wants to know. */
async function takeBackMove(
  transaction: Transaction,
  { id, before, after }: Extract<StoredChange, { kind: 'address' }>,
  by: Changer,
): Promise<Reverted> {
  const { at, actorId, address, revertsId = null } = by
  const who = { actorId, address, revertsId }
  const isMoved = await moveSource(transaction, { id, from: after.url, to: before.url }, at, who)
  if (!isMoved) return { kind: 'changed-since' }
  // A poll of the other address that is under way finds its lease gone, and stores nothing.
  await transaction.source.update({
    where: { id },
    data: { etag: null, lastModified: null, leaseOwner: null, leaseUntil: null },
  })
  await transaction.source.updateMany({
    where: { id, nextPollAt: { not: null } },
    data: { nextPollAt: at, nextPollReason: { code: 'asked', values: {} } satisfies Reason, isAwaited: true },
  })
  await notify(transaction, { type: 'due' })
  return { kind: 'reverted', what: 'address', sourceIds: [id] }
}

async function takeBackHost(
  transaction: Transaction,
  { before, after }: Extract<StoredChange, { kind: 'host' }>,
  by: Changer,
): Promise<Reverted> {
  const host = (before ?? after)?.host ?? ''
  const now = await lockHost(transaction, host)
  if (!isSame(now, after)) return { kind: 'changed-since' }
  const sourceIds = await changeHostWithin(
    transaction,
    { host, limit: before?.isEdited === true ? before : null },
    by,
  )
  return { kind: 'reverted', what: 'host', sourceIds: sourceIds ?? [] }
}

function isSame(a: LoggedHost, b: LoggedHost): boolean {
  if (a === null || b === null) return a === b
  return (
    a.leastIntervalMs === b.leastIntervalMs &&
    a.requestsPerHour === b.requestsPerHour &&
    a.isOptedOut === b.isOptedOut &&
    a.evidence === b.evidence &&
    a.isEdited === b.isEdited
  )
}
