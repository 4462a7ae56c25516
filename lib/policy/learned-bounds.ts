/** Bounds on the next poll that the source's own polls taught: windows that must not overflow, hints that proved true. */
import { isoInstant, type Reason } from '#lib/policy/basics/reason.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'

/** The time to look next and the reason, before the host's limit is heeded. The reason is made where it is kept: a replay asks for none. */
export type Proposal = { readonly at: number; readonly reason: () => Reason }

/**
 * Moves a proposal made after a success within what was learned: not after `overflowAt`, beyond which the document might not show all
 * that is new (the minimum interval goes before that); and not before `quietUntil`, until when nothing new comes. Where they cross, no
 * posting is risked for a hint.
 */
export function withinLearnedBounds(
  proposal: Proposal,
  plan: SourcePlan,
  facts: PollFacts,
  now: number,
): Proposal {
  const { overflowAt = null, quietUntil = null } = facts
  const earliest = Math.max(now, (facts.polledAt ?? now) + plan.minIntervalMs)
  const latest = overflowAt === null ? Infinity : Math.max(overflowAt, earliest)
  if (proposal.at > latest) {
    return {
      at: latest,
      reason: () => ({ code: 'windowMightOverflow', values: { pollAt: isoInstant(latest) } }),
    }
  }
  const quietest = quietUntil === null ? -Infinity : Math.min(quietUntil, latest)
  if (proposal.at >= quietest) return proposal
  return {
    at: quietest,
    reason: () => ({ code: 'quiet', values: { pollAt: isoInstant(quietest) } }),
  }
}
