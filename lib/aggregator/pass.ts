import { log } from '#lib/log.ts'
import { claimDueSources } from '#lib/store/claim-due-sources.ts'
import type { AggregatorContext } from './context.ts'
import { pollSource } from './poll-source.ts'

/** How long a pass that waits for slow sources leaves newly due ones lying. */
const lookAgainMs = 500

/**
 * Polls what is due until nothing is left, `maxPolls` are made or `signal` aborts: claim → poll → record, at most
 * `context.concurrency` at a time. What a single poll may meet is recorded with it; what must not happen is logged and
 * its lease runs out.
 */
export async function runPass(
  context: AggregatorContext,
  options: { readonly maxPolls?: number; readonly signal?: AbortSignal } = {},
): Promise<{ polled: number }> {
  const maxPolls = options.maxPolls ?? Number.POSITIVE_INFINITY
  const running = new Set<Promise<void>>()
  let polled = 0
  for (;;) {
    const room =
      options.signal?.aborted === true ? 0 : Math.min(context.concurrency - running.size, maxPolls - polled)
    const claimed =
      room <= 0
        ? []
        : await claimDueSources(context.database, {
            owner: context.owner,
            now: context.clock.now(),
            limit: room,
            leaseMs: context.leaseMs,
          })
    for (const source of claimed) {
      const poll = pollSource(context, source, options.signal)
        .catch((error: unknown) => log.error('poll-failed', { sourceId: source.id, error }))
        .finally(() => running.delete(poll))
      running.add(poll)
    }
    polled += claimed.length
    if (running.size === 0) return { polled }
    if (claimed.length < room || running.size >= context.concurrency) await oneFinishes(context, running)
  }
}

async function oneFinishes(context: AggregatorContext, running: ReadonlySet<Promise<void>>): Promise<void> {
  const lookAgain = new AbortController()
  await Promise.race([...running, context.clock.sleep(lookAgainMs, lookAgain.signal)])
  lookAgain.abort()
}
