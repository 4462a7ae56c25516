import type { SourceHealth } from '#lib/api/subscriptions.ts'

type HealthRow = {
  readonly lastPolledAt: Date | null
  readonly lastOutcome: string | null
  readonly lastError: string | null
  readonly lastHttpStatus: number | null
}

/** How a source is, from its last poll. A host that asks to wait (throttled) is well, and says why it waits. */
export function sourceHealth(row: HealthRow): SourceHealth {
  if (row.lastPolledAt === null) return { kind: 'waiting', message: 'Not polled yet.' }
  if (row.lastOutcome === 'gone')
    return { kind: 'gone', message: row.lastError ?? 'The publisher ended this source.' }
  if (row.lastOutcome === 'failed') return { kind: 'failing', message: row.lastError ?? failureText(row) }
  return { kind: 'ok', message: row.lastOutcome === 'throttled' ? row.lastError : null }
}

function failureText({ lastHttpStatus }: HealthRow): string {
  return lastHttpStatus === null
    ? 'The last poll failed.'
    : `The server answered with HTTP ${lastHttpStatus}.`
}
