import { backupFactor } from '#lib/policy/schedule/push-backup.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { PollQuestion } from './poll-question.ts'

/** The facts that the price policy weighs for a source, from its plan and what its polls brought. @throws Error without what it decides from */
export function questionOf(plan: SourcePlan, facts: PollFacts, now: number): PollQuestion {
  const { population } = plan
  const { priceMemory: memory } = facts
  if (population === undefined || memory === undefined)
    throw new Error(`Source ${plan.sourceId} is planned by price without a memory or a price.`)
  return {
    memory,
    population,
    polledAt: facts.polledAt ?? now,
    now,
    // Only what its hub misses waits for polls.
    price: (population.price / plan.weight) * backupFactor(facts.pushShare ?? 0) ** 2,
    minIntervalMs: plan.minIntervalMs,
    maxStalenessMs: plan.maxStalenessMs,
    windowSize: facts.window?.size ?? plan.windowSize ?? null,
    presence: plan.presence ?? null,
  }
}
