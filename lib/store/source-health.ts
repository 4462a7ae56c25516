import type { SourceHealth } from '#lib/api/subscriptions.ts'

type HealthRow = {
  readonly lastPolledAt: Date | null
  readonly lastOutcome: string | null
  readonly lastError: string | null
  readonly lastHttpStatus: number | null
  readonly consecutiveFailures: number
}

/**
 * How a source is, from its last poll. A host that asks to wait (throttled) is well, and says why it waits; so is a source
 * whose whole host does not answer, for then no failure is counted against it.
 */
export function sourceHealth(row: HealthRow): SourceHealth {
  if (row.lastOutcome === 'opted-out')
    return { kind: 'opted-out', message: row.lastError ?? 'Its publisher does not want it to be polled.' }
  if (row.lastPolledAt === null) return { kind: 'waiting', message: 'Not polled yet.' }
  if (row.lastOutcome === 'gone')
    return { kind: 'gone', message: row.lastError ?? 'The publisher ended this source.' }
  const isWaiting = row.lastOutcome === 'throttled' || row.lastOutcome === 'failed'
  if (row.lastOutcome === 'failed' && row.consecutiveFailures > 0)
    return { kind: 'failing', message: row.lastError ?? failureText(row) }
  return { kind: 'ok', message: isWaiting ? row.lastError : null }
}

function failureText({ lastHttpStatus }: HealthRow): string {
  return lastHttpStatus === null
    ? 'The last poll failed.'
    : `The server answered with HTTP ${lastHttpStatus}.`
}
