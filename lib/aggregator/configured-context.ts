import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { systemClock } from '#lib/runtime/clock.ts'
import { config } from '#lib/runtime/config.ts'
import { defaultHostSpacingMs, defaultLeaseMs, type AggregatorContext } from '#lib/planning/context.ts'

/** The context of an aggregator in this process, from the configuration. */
export function aggregatorContext(
  database: AggregatorContext['database'],
  parser: AggregatorContext['parser'],
): AggregatorContext {
  const { userAgent, callbackUrl, allowedPrivateNetworks, pollConcurrency, fetchTimeoutMs } = config()
  return {
    database,
    clock: systemClock,
    parser,
    owner: `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`,
    userAgent,
    callbackUrl,
    allowedPrivateNetworks,
    concurrency: pollConcurrency,
    leaseMs: defaultLeaseMs * systemClock.speed,
    hostSpacingMs: defaultHostSpacingMs,
    fetchTimeoutMs,
  }
}
