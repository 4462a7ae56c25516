import type { HostState } from '#lib/policy/schedule/host-patience.ts'
import type { OptOut } from '#lib/documents/door/fetch-types.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { findPublisherLimit, optOutOf, limitPauseMs } from './publisher-limits.ts'
import { toHostState } from './hosts.ts'
import { showAliveWithin } from '#lib/store/connection/liveness.ts'

/** The pause between two requests to one host is waited for; longer ones were asked for by the host. */
export const ordinaryPauseMs = 10_000

export type HostClaim = {
  readonly name: string
  readonly owner: string
  readonly now: number
  readonly leaseMs: number
  readonly spacingMs: number
  /**
   * Somebody sits and waits for the few requests that this is one of: the pauses that we make of our own accord do not hold
   * for them, those that the host or its publisher asked for do.
   */
  readonly isAwaited?: boolean
}

/** A host that is ours until the lease is given back; or when to ask for it again; or that it must not be asked. */
export type ClaimedHost =
  | {
      readonly kind: 'claimed'
      readonly state: HostState
      /** Least pause between two requests there: ours, or what its publisher asks for. */
      readonly spacingMs: number
      /** Least time between two polls of one source that its publisher asks for; null: none. */
      readonly leastIntervalMs: number | null
    }
  | {
      readonly kind: 'busy'
      readonly freeAt: number
      /** Status of the answer that asked for the pause; null: none did. */
      readonly httpStatus: number | null
    }
  | OptOut

/**
 * Takes a lease on a host for a request that is not the poll of a source there (a redirect, a hub, a search), made where it
 * is new: one request at a time, the pauses and the limits hold for these as for polls.
 */
export async function claimHost(database: Database, claim: HostClaim): Promise<ClaimedHost> {
  const { name, owner, now, leaseMs, isAwaited = false } = claim
  const limit = await findPublisherLimit(database, name)
  if (limit?.isOptedOut === true) return optOutOf(name)
  const spacingMs = Math.max(claim.spacingMs, limitPauseMs(limit))
  const learned = isAwaited ? Prisma.sql`0::float8` : Prisma.sql`coalesce(3600 / "requestsPerHour", 0)`
  const freeBy = isAwaited && limitPauseMs(limit) === 0 ? now + ordinaryPauseMs : now
  const at = new Date(now)
  await database.host.createMany({ data: [{ name }], skipDuplicates: true })
  const [claimed] = await database.$transaction(async (transaction) => {
    await showAliveWithin(transaction, owner)
    return transaction.$queryRaw<Parameters<typeof toHostState>[0][]>`
    UPDATE "host" h SET "leaseUntil" = ${new Date(now + leaseMs)}, "leaseOwner" = ${owner}, "pauseStatus" = NULL,
      "nextRequestAt" = ${at}::timestamptz + make_interval(secs => greatest(${spacingMs / 1000}, ${learned}))
    WHERE "name" = ${name} AND ("leaseUntil" IS NULL OR "leaseUntil" <= ${at})
      AND ("nextRequestAt" IS NULL OR "nextRequestAt" <= ${new Date(freeBy)})
    RETURNING "requestsPerHour", "failedSourceIds", "downSince", "probes"`
  })
  if (claimed !== undefined) {
    const leastIntervalMs = limit?.leastIntervalMs ?? null
    return { kind: 'claimed', state: toHostState(claimed), spacingMs, leastIntervalMs }
  }
  const host = await database.host.findUnique({
    where: { name },
    select: { nextRequestAt: true, pauseStatus: true },
  })
  const pausedUntil = host?.nextRequestAt?.getTime() ?? 0
  const isPaused = pausedUntil > freeBy
  const httpStatus = isPaused ? (host?.pauseStatus ?? null) : null
  // No pause stands in the way of who waits: a request is under way, and may end at any time.
  if (isAwaited && !isPaused) return { kind: 'busy', freeAt: now, httpStatus }
  return { kind: 'busy', freeAt: Math.max(now + claim.spacingMs, pausedUntil), httpStatus }
}
