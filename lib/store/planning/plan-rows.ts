import { failureKindOf } from '#lib/policy/basics/failure-kind.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { Plan, Poll } from '#lib/store/generated/client.ts'
import { toReason } from '#lib/store/ground/reasons.ts'
import type { PolicyName } from '#lib/policy/basics/settings.ts'

/** A stored plan as the policy knows it. */
export function toSourcePlan(row: Plan): SourcePlan {
  return {
    sourceId: row.sourceId,
    madeAt: row.madeAt.getTime(),
    policy: row.policy as PolicyName,
    policyVersion: row.policyVersion,
    weight: row.weight,
    ratePerDay: row.ratePerDay,
    pollsPerDay: row.pollsPerDay,
    pattern: row.pattern,
    carry: row.carry,
    predictedDelayMs: row.predictedDelayMs,
    minIntervalMs: Number(row.minIntervalMs),
    maxStalenessMs: Number(row.maxStalenessMs),
    windowSize: row.windowSize,
    ...(row.presence !== null && { presence: row.presence }),
    ...(row.pollsRoot !== null &&
      row.delayRoot !== null && { hours: { polls: row.pollsRoot, delay: row.delayRoot } }),
  }
}

/** The document's window as stored with a source or a poll; null when no dated posting was in it. */
export function toWindow(row: {
  readonly windowSize: number | null
  readonly windowOldestAt: Date | null
  readonly windowNewestAt: Date | null
}): PollFacts['window'] {
  if (row.windowSize === null || row.windowOldestAt === null || row.windowNewestAt === null) return null
  return {
    size: row.windowSize,
    oldestAt: row.windowOldestAt.getTime(),
    newestAt: row.windowNewestAt.getTime(),
  }
}

/** The facts a stored poll's decision was taken from; with its plan they give the same decision again. */
export function toPollFacts(row: Poll): PollFacts {
  return {
    sourceId: row.sourceId,
    outcome: row.factOutcome as PollFacts['outcome'],
    ...(row.factOutcome === 'failed' && { failure: failureKindOf(toReason(row.error)) }),
    consecutiveFailures: row.consecutiveFailures,
    notBefore: row.notBeforeAt?.getTime() ?? null,
    window: toWindow(row),
    quietUntil: row.quietUntil?.getTime() ?? null,
    overflowAt: row.overflowAt?.getTime() ?? null,
    pushShare: row.pushShare,
  }
}
