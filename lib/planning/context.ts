import type { Clock } from '#lib/runtime/clock.ts'
import type { ParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import type { Database } from '#lib/store/connection/database.ts'

/** The context of every part of the aggregator; made once in main.ts, in the route that runs a pass, and in tests. */
export type AggregatorContext = {
  readonly database: Database
  readonly clock: Clock
  /** Reads documents; limits what a hostile one may cost. */
  readonly parser: Pick<ParsePool, 'parse'> & Partial<Pick<ParsePool, 'load'>>
  /** Names this process in leases and heartbeats. */
  readonly owner: string
  readonly userAgent: string
  /** The address at which hubs reach this server; null: they cannot, so none is asked to deliver. */
  readonly callbackUrl: string | null
  readonly allowedPrivateNetworks: readonly string[]
  /** Sources polled at the same time. */
  readonly concurrency: number
  /** The time for which a claimed source is ours; longer than the longest poll. */
  readonly leaseMs: number
  /** Pause between two requests to one host. */
  readonly hostSpacingMs: number
  /** Of the machine's time: how long a host may take to answer, redirects included. Absent: 20 s. */
  readonly fetchTimeoutMs?: number
}

/** A poll ends within the fetch's 20 s, the parser's 2 s and the writes; a crashed process blocks its sources this long. */
export const defaultLeaseMs = 60_000
/** Miniflux and NewsBlur space requests to one host by about a second. */
export const defaultHostSpacingMs = 1_000
