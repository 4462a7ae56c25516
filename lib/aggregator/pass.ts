import { log } from '#lib/log.ts'
import { claimDueSources, type ClaimedSource } from '#lib/store/claim-due-sources.ts'
import type { AggregatorContext } from './context.ts'
import { pollSource } from './poll-source.ts'

/** How long a pass that waits for slow sources leaves newly due ones lying. */
const lookAgainMs = 500
/** However fast the clock, the database is given this much of the machine's time between two looks. */
const leastPauseMs = 20

type PassOptions = {
  readonly maxPolls?: number
  /** From its abort on nothing more is claimed; what is running goes on. */
  readonly drain?: AbortSignal
  /** Its abort cuts running fetches short; their leases are given back. */
  readonly signal?: AbortSignal
  /** Called after each look for due sources. */
  readonly onClaim?: () => void
}

/**
 * Polls what is due until nothing is left or `maxPolls` are made: claim → poll → record, at most `context.concurrency`
 * at a time. What a single poll may meet is recorded with it; what must not happen is logged and its lease runs out.
 */
export async function runPass(
  context: AggregatorContext,
  options: PassOptions = {},
): Promise<{ polled: number }> {
  const running = new Set<Promise<void>>()
  let polled = 0
  for (;;) {
    const room = roomFor(context, options, running.size, polled)
    const claimed = await claim(context, room)
    options.onClaim?.()
    for (const source of claimed) {
      const poll = pollSource(context, source, options.signal)
        .catch((error: unknown) => log.error('poll-failed', { sourceId: source.id, error }))
        .finally(() => running.delete(poll))
      running.add(poll)
    }
    polled += claimed.length
    if (running.size === 0) return { polled }
    if (claimed.length < room || roomFor(context, options, running.size, polled) === 0)
      await oneFinishes(context, running)
  }
}

/** How many more polls may be begun now. */
function roomFor(context: AggregatorContext, options: PassOptions, running: number, polled: number): number {
  if (options.drain?.aborted === true || options.signal?.aborted === true) return 0
  return Math.max(0, Math.min(context.concurrency - running, (options.maxPolls ?? Infinity) - polled))
}

async function claim(context: AggregatorContext, limit: number): Promise<ClaimedSource[]> {
  if (limit === 0) return []
  const { database, owner, leaseMs, hostSpacingMs: spacingMs, clock } = context
  return claimDueSources(database, { owner, now: clock.now(), limit, leaseMs, spacingMs })
}

async function oneFinishes(context: AggregatorContext, running: ReadonlySet<Promise<void>>): Promise<void> {
  const lookAgain = new AbortController()
  await Promise.race([
    ...running,
    context.clock.sleep(Math.max(lookAgainMs, leastPauseMs * context.clock.speed), lookAgain.signal),
  ])
  lookAgain.abort()
}
