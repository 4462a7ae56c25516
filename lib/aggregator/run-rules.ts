import { log } from '#lib/log.ts'
import { listDueSubscribers } from '#lib/store/rule-queue.ts'
import { runDueRules } from '#lib/store/run-rules.ts'
import type { AggregatorContext } from './context.ts'

/** Postings in one transaction, and subscribers in one call: whoever is left is met in the next. */
const batch = 500
const mostSubscribers = 1000
/** Run at the same time: each waits for the database most of the time, which polls need, too. */
const atOnce = 4
const firstPauseMs = 2_000
const longestPauseMs = 600_000

/**
 * Runs subscribers' rules over what was found, apart from the polls; only of those who have rules and something new. Where
 * it fails for one, the others go on, and that one is tried again after growing pauses: nothing is taken out of the queue
 * before it was run.
 */
export function createRuleRunner(
  { database, clock }: Pick<AggregatorContext, 'database' | 'clock'>,
  drain?: AbortSignal,
): () => Promise<void> {
  /** Those whose rules failed: how often in a row, and until when they rest. */
  const failed = new Map<string, { readonly times: number; readonly until: number }>()
  async function runFor(subscriberId: string): Promise<void> {
    try {
      while (drain?.aborted !== true) {
        const taken = await runDueRules(database, subscriberId, { now: clock.now(), limit: batch })
        if (taken < batch) break
      }
      failed.delete(subscriberId)
    } catch (error) {
      const times = (failed.get(subscriberId)?.times ?? 0) + 1
      const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(times, 20))
      failed.set(subscriberId, { times, until: performance.now() + pauseMs })
      log.error('rules-failed', { subscriberId, times, error })
    }
  }
  return async () => {
    const due = await listDueSubscribers(database, mostSubscribers + failed.size)
    const left = due.filter((id) => (failed.get(id)?.until ?? 0) <= performance.now())
    const workers = Array.from({ length: atOnce }, async () => {
      for (let id = left.pop(); id !== undefined && drain?.aborted !== true; id = left.pop()) await runFor(id)
    })
    await Promise.all(workers)
  }
}
