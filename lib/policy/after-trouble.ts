/** The time to look again at a source that did not answer as it should. */
import { backOffMs } from './back-off.ts'
import type { Proposal } from './learned-bounds.ts'
import { phaseOf } from '#lib/policy/basics/random.ts'
import { isoInstant, secondsOf, type Reason } from '#lib/policy/basics/reason.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'

/** A source said to be gone is asked once a week: some come back. */
const goneProbeMs = 7 * DAY_MS
/** Sources one host told to wait return spread over this time. */
const throttleSpreadMs = MINUTE_MS

/** After failed polls: later each time, by the kind of failure (`backOffMs`). */
export function afterFailure(plan: SourcePlan, facts: PollFacts, now: number): Proposal {
  const at = backOffUntil(plan, facts, now)
  const failureCount = Math.max(1, facts.consecutiveFailures)
  return {
    at,
    reason: () => ({
      code: 'retry',
      values: { failureCount, waitSeconds: secondsOf(at - now), pollAt: isoInstant(at) },
    }),
  }
}

/** A host that asks for fewer polls is asked no sooner than it said, spread over a minute. */
export function afterThrottling(plan: SourcePlan, facts: PollFacts, now: number): Proposal {
  const { notBefore } = facts
  if (notBefore === null || notBefore <= now) {
    const at = backOffUntil(plan, facts, now)
    return {
      at,
      reason: () => ({
        code: 'fewerPolls',
        values: { waitSeconds: secondsOf(at - now), pollAt: isoInstant(at) },
      }),
    }
  }
  const spread = phaseOf(plan.sourceId, facts.consecutiveFailures) * throttleSpreadMs
  const at = Math.max(notBefore + spread, now + plan.minIntervalMs)
  return { at, reason: () => waitUntil(notBefore) }
}

/** The reason of a poll that the host put off. */
export function waitUntil(notBefore: number): Reason {
  return { code: 'waitUntil', values: { untilAt: isoInstant(notBefore) } }
}

/** A source that is said to be gone is looked at once a week. */
export function afterEnd(facts: PollFacts, now: number): Proposal {
  const at = Math.max(now, (facts.polledAt ?? now) + goneProbeMs)
  return { at, reason: () => ({ code: 'weeklyProbe', values: { pollAt: isoInstant(at) } }) }
}

/** A source whose publisher does not want it to be asked is looked at once a day, without a request, whether that still holds. */
export function afterOptOut(plan: SourcePlan, now: number): Proposal {
  const at = now + Math.max(DAY_MS, plan.minIntervalMs)
  return { at, reason: () => ({ code: 'optedOutUntil', values: { pollAt: isoInstant(at) } }) }
}

function backOffUntil(plan: SourcePlan, facts: PollFacts, now: number): number {
  const { consecutiveFailures, failure } = facts
  const waitMs = backOffMs(plan.sourceId, DAY_MS / plan.pollsPerDay, consecutiveFailures, failure)
  return Math.max(now, (facts.polledAt ?? now) + Math.max(plan.minIntervalMs, waitMs))
}
