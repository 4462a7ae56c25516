/** When to look again at a source that did not answer as it should. */
import { backOffMs } from './back-off.ts'
import type { Proposal } from './learned-bounds.ts'
import { phaseOf } from './random.ts'
import { DAY_MS, MINUTE_MS, clockText, durationText } from './time.ts'
import type { PollFacts, SourcePlan } from './types.ts'

/** A source said to be gone is asked once a week: some come back. */
const goneProbeMs = 7 * DAY_MS
/** Sources one host told to wait return spread over this time. */
const throttleSpreadMs = MINUTE_MS

/** After failed polls: later each time (`backOffMs`). */
export function afterFailure(plan: SourcePlan, facts: PollFacts, now: number): Proposal {
  const at = backOffUntil(plan, facts, now)
  const count = facts.consecutiveFailures
  const failed = count <= 1 ? 'The poll failed' : `${count} polls in a row failed`
  return {
    at,
    reason: () => `${failed}: tried again after ${durationText(at - now)}, ${clockText(at, now)}.`,
  }
}

/** When the host asks for fewer polls: not before it said, spread over a minute. */
export function afterThrottling(plan: SourcePlan, facts: PollFacts, now: number): Proposal {
  const { notBefore } = facts
  if (notBefore === null || notBefore <= now) {
    const at = backOffUntil(plan, facts, now)
    return {
      at,
      reason: () =>
        `The host asks for fewer polls: next ${clockText(at, now)}, after ${durationText(at - now)}.`,
    }
  }
  const spread = phaseOf(plan.sourceId, facts.consecutiveFailures) * throttleSpreadMs
  const at = Math.max(notBefore + spread, now + plan.minIntervalMs)
  return { at, reason: () => `The host asks to wait until ${clockText(notBefore, now)}.` }
}

/** When the source is said to be gone: once a week. */
export function afterEnd(facts: PollFacts, now: number): Proposal {
  const at = Math.max(now, (facts.polledAt ?? now) + goneProbeMs)
  return { at, reason: () => `The source is gone: asked again once a week, next ${clockText(at, now)}.` }
}

/** When its publisher does not want it to be asked: looked at once a day, without a request, whether that still holds. */
export function afterOptOut(plan: SourcePlan, now: number): Proposal {
  const at = now + Math.max(DAY_MS, plan.minIntervalMs)
  return {
    at,
    reason: () => `Not polled: its publisher does not want it. Looked at again ${clockText(at, now)}.`,
  }
}

function backOffUntil(plan: SourcePlan, facts: PollFacts, now: number): number {
  const waitMs = backOffMs(plan.sourceId, DAY_MS / plan.pollsPerDay, facts.consecutiveFailures)
  return Math.max(now, (facts.polledAt ?? now) + Math.max(plan.minIntervalMs, waitMs))
}
