import { isTimed } from '#lib/policy/facts/methods.ts'
import { quietUntil } from '#lib/policy/schedule/hint-record.ts'
import { overflowInstant } from '#lib/policy/schedule/window-memory.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { SourceLearning } from '#lib/store/ground/source-learning.ts'

/** The bounds on the next poll that a source's past gives; none under policies that know neither windows nor hours. */
export function learnedBounds(
  plan: SourcePlan,
  { memory, hintRecord }: Pick<SourceLearning, 'memory' | 'hintRecord'>,
  polledAt: number,
  overflowRisk: number,
): Pick<PollFacts, 'quietUntil' | 'overflowAt'> {
  return {
    quietUntil: quietUntil(hintRecord, polledAt, plan.maxStalenessMs),
    overflowAt:
      isTimed(plan.policy) || plan.policy === 'price'
        ? overflowInstant(plan, memory, polledAt, overflowRisk)
        : null,
  }
}
