import { log } from '#lib/runtime/log.ts'
import { listDueSubscribers } from '#lib/store/ground/rule-queue.ts'
import { runDueRules } from '#lib/store/rules/run-rules.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { createPauses } from '#lib/polling/pauses.ts'

/** Postings in one transaction, and subscribers in one call: whoever is left is met in the next. */
const batch = 500
const leastBatch = 5
const mostSubscribers = 1000
/** Run at the same time: each waits for the database most of the time, which polls need, too. */
const atOnce = 4

/**
 * Runs subscribers' rules over what was found, apart from the polls; only of those who have rules and something new. Where
 * it fails for one, the others go on, and that one is tried again after growing pauses: nothing is taken out of the queue
 * before it was run.
 */
export function createRuleRunner({
  database,
  clock,
}: Pick<AggregatorContext, 'database' | 'clock'>): (drain?: AbortSignal) => Promise<void> {
  const pauses = createPauses()
  async function runFor(subscriberId: string, drain: AbortSignal | undefined): Promise<void> {
    // Of what took too long, less at a time.
    const limit = Math.max(leastBatch, Math.floor(batch / 4 ** pauses.timesOf(subscriberId)))
    try {
      while (drain?.aborted !== true) {
        const taken = await runDueRules(database, subscriberId, { now: clock.now(), limit })
        if (taken < limit) break
      }
      pauses.succeeded(subscriberId)
    } catch (error) {
      log.error('rules-failed', { subscriberId, times: pauses.failed(subscriberId), error })
    }
  }
  return async (drain) => {
    const due = await listDueSubscribers(database, mostSubscribers + pauses.count())
    const left = due.filter((id) => !pauses.isResting(id))
    const workers = Array.from({ length: atOnce }, async () => {
      for (let id = left.pop(); id !== undefined && drain?.aborted !== true; id = left.pop())
        await runFor(id, drain)
    })
    await Promise.all(workers)
  }
}
