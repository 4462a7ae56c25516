import type { SourceHealth } from '#lib/api/sources/subscriptions.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import type { Prisma } from '#lib/store/generated/client.ts'
import { toReason, toReasonItem } from '#lib/store/ground/reasons.ts'

type HealthRow = {
  readonly lastPolledAt: Date | null
  readonly lastOutcome: string | null
  /** A stored `Reason` */
  readonly lastError: Prisma.JsonValue
  readonly lastHttpStatus: number | null
  readonly consecutiveFailures: number
}

/**
 * The health of a source, from its last poll. A host that asks to wait (throttled) is well, and says why it waits; so is a source
 * whose whole host does not answer, for then no failure is counted against it.
 */
export function healthOf(row: HealthRow): SourceHealth {
  const told = toReason(row.lastError)
  const health = (kind: SourceHealth['kind'], reason: Reason | null) => ({
    kind,
    reason: toReasonItem(reason),
  })
  if (row.lastOutcome === 'opted-out')
    return health('opted-out', told ?? { code: 'unwantedByPublisher', values: {} })
  if (row.lastPolledAt === null) return health('waiting', { code: 'neverPolled', values: {} })
  if (row.lastOutcome === 'gone') return health('gone', told ?? { code: 'ended', values: {} })
  if (isOursOnce(row, told)) return health('ok', null)
  const isWaiting = row.lastOutcome === 'throttled' || row.lastOutcome === 'failed'
  if (row.lastOutcome === 'failed' && row.consecutiveFailures > 0)
    return health('failing', told ?? failureOf(row))
  return health('ok', isWaiting ? told : null)
}

/** A document that was not read in time, or not to its end, is tried again before anybody is told: the machine may have had much else to do. */
function isOursOnce({ consecutiveFailures }: HealthRow, told: Reason | null): boolean {
  const mayBeOurs = told?.code === 'documentTooSlow' || told?.code === 'documentUnread'
  return mayBeOurs && consecutiveFailures <= 1
}

function failureOf({ lastHttpStatus }: HealthRow): Reason {
  return lastHttpStatus === null
    ? { code: 'pollFailed', values: {} }
    : { code: 'badStatus', values: { status: lastHttpStatus } }
}
