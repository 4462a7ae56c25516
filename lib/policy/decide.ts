import { afterEnd, afterFailure, afterOptOut, afterThrottling, waitUntil } from './after-trouble.ts'
import { intervalReason, plannedReason } from './explain.ts'
import { proposedInterval } from './intervals.ts'
import { withinLearnedBounds, type Proposal } from './learned-bounds.ts'
import { isInterval } from '#lib/policy/facts/methods.ts'
import { priceReason } from '#lib/policy/price/explain.ts'
import { nextPoll } from '#lib/policy/price/next-poll.ts'
import { questionOf } from '#lib/policy/price/question.ts'
import { isoInstant, secondsOf, shareOf } from '#lib/policy/basics/reason.ts'
import { backupInstant } from '#lib/policy/schedule/push-backup.ts'
import { nextPlannedTime, plannedTimes, timesOfDay } from '#lib/policy/schedule/planned-times.ts'
import { DAY_MS, dayStartOf } from '#lib/policy/basics/time.ts'
import type { Decision, PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'

/** Nobody waits for a source of weight 0; should it be asked about all the same, this is "not now". */
const unwantedMs = 365 * DAY_MS
/** A poll at the staleness limit stands for the next planned one when that is nearer than this part of the mean interval. */
const standInPart = 0.25
/** With this many polls in the time of the staleness limit, plans do not come near it. */
const unlimitedPolls = 2

/**
 * Decides when to look at a source next. After a success: when its postings are worth a poll (`weighPrice`), or the next planned
 * instant, no sooner than the minimum interval and no later than the maximum staleness after the poll, within what windows and hints
 * taught (`withinLearnedBounds`). After a failure: exponential back-off from the source's normal interval by the kind of failure, never
 * stopping. When the host asked for patience: not before it is over. When the source is gone: a weekly probe. `notBefore` is never
 * undercut, whatever the plan. The same plan, facts and `now` always give the same decision.
 */
export function decideNextPoll(plan: SourcePlan, facts: PollFacts, now: number): Decision {
  const { proposedAt, heard } = weigh(plan, facts, now)
  return {
    nextPollAt: Math.ceil(heard.at),
    proposedAt,
    reason: heard.reason(),
    policyVersion: plan.policyVersion,
  }
}

/** The instant of the same decision without its reason: a replay takes millions and reads none. */
export function decideInstant(plan: SourcePlan, facts: PollFacts, now: number): number {
  return Math.ceil(weigh(plan, facts, now).heard.at)
}

function weigh(plan: SourcePlan, facts: PollFacts, now: number): { proposedAt: number; heard: Proposal } {
  if (plan.policy === 'price' && isHealthy(plan, facts)) return weighPrice(plan, facts, now)
  const proposedAt = Math.ceil(proposedTime(plan, facts, now))
  const proposal = proposalFor(plan, facts, now, proposedAt)
  return { proposedAt, heard: hearHost(proposal, facts.notBefore) }
}

/** Whether nothing but the plan decides: the source is wanted and answers. */
function isHealthy({ weight, pollsPerDay }: SourcePlan, { outcome }: PollFacts): boolean {
  return weight > 0 && pollsPerDay > 0 && (outcome === 'changed' || outcome === 'unchanged')
}

/** Under 'price' the bounds are part of the rule. @throws Error without what it decides from */
function weighPrice(
  plan: SourcePlan,
  facts: PollFacts,
  now: number,
): { proposedAt: number; heard: Proposal } {
  const question = questionOf(plan, facts, now)
  const answer = nextPoll(question)
  const pushShare = facts.pushShare ?? 0
  const proposal = { at: answer.at, reason: () => priceReason(plan, question.memory, answer, pushShare) }
  const bounded = withinLearnedBounds(proposal, plan, facts, now)
  return { proposedAt: Math.ceil(answer.at), heard: hearHost(bounded, facts.notBefore) }
}

function proposalFor(plan: SourcePlan, facts: PollFacts, now: number, proposedAt: number): Proposal {
  if (plan.weight === 0) {
    return { at: now + unwantedMs, reason: () => ({ code: 'unwanted', values: {} }) }
  }
  if (plan.pollsPerDay <= 0)
    return { at: now + unwantedMs, reason: () => ({ code: 'withoutBudget', values: {} }) }
  switch (facts.outcome) {
    case 'changed':
    case 'unchanged':
      return withinLearnedBounds(
        asBackup(withinBounds(plan, facts, now, proposedAt), plan, facts, now),
        plan,
        facts,
        now,
      )
    case 'failed':
      return afterFailure(plan, facts, now)
    case 'throttled':
      return afterThrottling(plan, facts, now)
    case 'gone':
      return afterEnd(facts, now)
    case 'opted-out':
      return afterOptOut(plan, now)
    default:
      return facts.outcome satisfies never
  }
}

/** The choice of the plan alone. */
function proposedTime(plan: SourcePlan, facts: PollFacts, now: number): number {
  if (plan.weight === 0 || plan.pollsPerDay <= 0) return now + unwantedMs
  if (isInterval(plan.policy)) return now + proposedInterval(plan, facts, now)
  if (plan.policy === 'price') return now + Math.min(plan.maxStalenessMs, DAY_MS / plan.pollsPerDay)
  const next = nextPlannedTime(plan, now)
  if (next === null) return now + plan.maxStalenessMs
  return standsFor(plan, facts.polledAt ?? now, next) ? (nextPlannedTime(plan, next) ?? next) : next
}

/**
 * Whether a poll that staleness forced was as good as the planned one soon after it. Without this a source polled at its staleness
 * limit would be polled twice whenever its best hour moves: 14 % over the budget at one poll a day (replay of 115 sources).
 */
function standsFor(plan: SourcePlan, polledAt: number, next: number): boolean {
  if ((plan.pollsPerDay * plan.maxStalenessMs) / DAY_MS >= unlimitedPolls) return false
  const toNext = next - polledAt
  if (toNext >= (standInPart * DAY_MS) / plan.pollsPerDay) return false
  return toNext < polledAt - lastPlannedTime(plan, polledAt)
}

/** The planned instant at or before another; before the plan's own, as if it had been in force the day before. */
function lastPlannedTime(plan: SourcePlan, at: number): number {
  const today = dayStartOf(at)
  const planned = [...plannedTimes(plan, today - DAY_MS), ...plannedTimes(plan, today)].filter(
    (instant) => instant <= at,
  )
  const last = planned.at(-1)
  if (last !== undefined) return last
  const usual = timesOfDay(plan, Math.floor(plan.pollsPerDay)).flatMap((time) => [
    today - DAY_MS + time,
    today + time,
  ])
  return Math.max(at - DAY_MS / plan.pollsPerDay, ...usual.filter((instant) => instant <= at))
}

function withinBounds(plan: SourcePlan, facts: PollFacts, now: number, proposedAt: number): Proposal {
  const polledAt = facts.polledAt ?? now
  const earliest = polledAt + plan.minIntervalMs
  const latest = Math.max(earliest, polledAt + plan.maxStalenessMs)
  if (proposedAt > latest) {
    const at = Math.max(now, latest)
    return {
      at,
      reason: () => ({
        code: 'staleness',
        values: { pollAt: isoInstant(at), mostSeconds: secondsOf(plan.maxStalenessMs) },
      }),
    }
  }
  if (proposedAt < earliest) {
    return {
      at: earliest,
      reason: () => ({
        code: 'leastInterval',
        values: { pollAt: isoInstant(earliest), leastSeconds: secondsOf(plan.minIntervalMs) },
      }),
    }
  }
  const reason = () =>
    isInterval(plan.policy) ? intervalReason(plan, facts, proposedAt, now) : plannedReason(plan, proposedAt)
  return { at: proposedAt, reason }
}

/** Puts a poll off while a hub delivers the postings: then polls only find what it misses. */
function asBackup(planned: Proposal, plan: SourcePlan, facts: PollFacts, now: number): Proposal {
  const { pushShare = 0, polledAt = now } = facts
  const at = backupInstant(planned.at, pushShare, { polledAt, maxStalenessMs: plan.maxStalenessMs })
  if (at <= planned.at) return planned
  return {
    at,
    reason: () => ({ code: 'backup', values: { pollAt: isoInstant(at), hubShare: shareOf(pushShare) } }),
  }
}

function hearHost(proposal: Proposal, notBefore: number | null): Proposal {
  if (notBefore === null || proposal.at >= notBefore) return proposal
  return { at: notBefore, reason: () => waitUntil(notBefore) }
}
