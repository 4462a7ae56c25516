/** The worth of a poll of a source from its last poll on, by the live decision: "why then, why not now". */
import { decideInstant } from './decide.ts'
import { waitingAt } from '#lib/policy/price/forecast.ts'
import { questionOf } from '#lib/policy/price/question.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { PollQuestion } from '#lib/policy/price/poll-question.ts'

/** Posting-days expected to wait at an instant (ms): what a poll then is worth. */
type WaitingPoint = { readonly at: number; readonly waiting: number }

export type PollWorth = {
  /** Posting-days waiting that are worth a poll: the price over the weight. */
  readonly price: number
  /** The worth of a poll now, and at the next poll. */
  readonly now: number
  readonly next: number
  /** The next poll, and those that follow by the same plan if nothing new is learned from them. */
  readonly polls: readonly number[]
  /** From the last poll on: it rises to each poll and begins anew at 0 after it. */
  readonly points: readonly WaitingPoint[]
  /** The further rise if the next poll is left out. */
  readonly beyond: readonly WaitingPoint[]
}

/** Polls that are followed: one each five minutes of a day. */
const mostPolls = 288
/** Points by which a rise is drawn, so many where there are few polls. */
const fewestPoints = 3
const mostPoints = 32
const pointsInAll = 600
/** Beyond the next poll, as a part of the time to it. */
const beyondPart = 0.4

/**
 * The worth of a poll until `untilAt`, or of as many polls as are followed. The next poll is the one that is set, whatever set it; those
 * after it are decided by `decideInstant`. Null where no price decides: another policy, or a source that does not answer.
 * @param facts of the last poll, with `polledAt`
 */
export function pollWorth(
  plan: SourcePlan,
  facts: PollFacts,
  at: { readonly now: number; readonly nextPollAt: number; readonly untilAt: number },
): PollWorth | null {
  const hasPrice = plan.policy === 'price' && plan.weight > 0 && plan.pollsPerDay > 0
  const answers = facts.outcome === 'changed' || facts.outcome === 'unchanged'
  if (!hasPrice || !answers || plan.population === undefined || facts.priceMemory === undefined) return null
  const { now } = at
  const nextPollAt = Math.max(now, at.nextPollAt)
  const untilAt = Math.max(at.untilAt, nextPollAt)
  const polledAt = facts.polledAt ?? now
  // As when the next poll was decided: at the poll, or when the plan was made anew since.
  const question = questionOf(plan, { ...facts, polledAt }, Math.min(now, Math.max(polledAt, plan.madeAt)))
  const later = followPolls(plan, facts, nextPollAt, untilAt)
  const each = Math.floor(Math.min(mostPoints, Math.max(fewestPoints, pointsInAll / (later.length + 1))))
  const first = rise(question, polledAt, nextPollAt, each)
  const rises = later.map((poll, index) => {
    const from = later[index - 1] ?? nextPollAt
    return rise(questionOf(plan, { ...facts, polledAt: from }, from), from, Math.min(poll, untilAt), each)
  })
  const [ofNow = 0] = waitingAt(question, [now])
  return {
    price: question.price,
    now: ofNow,
    next: first.at(-1)?.waiting ?? 0,
    polls: [nextPollAt, ...later.filter((poll) => poll <= untilAt)],
    points: [...first, ...rises.flat()],
    beyond: rise(question, nextPollAt, nextPollAt + beyondPart * (nextPollAt - polledAt), mostPoints),
  }
}

/** Polls after the next one, the last of them beyond the end. */
function followPolls(plan: SourcePlan, facts: PollFacts, nextPollAt: number, untilAt: number): number[] {
  // What the last poll taught of the next one alone says nothing of those after it.
  const later = {
    ...facts,
    outcome: 'unchanged',
    notBefore: null,
    quietUntil: null,
    overflowAt: null,
  } as const
  const polls: number[] = []
  for (let polledAt = nextPollAt; polledAt < untilAt && polls.length < mostPolls;) {
    polledAt = decideInstant(plan, { ...later, polledAt }, polledAt)
    polls.push(polledAt)
  }
  return polls
}

/** The postings that wait between two instants, in so many parts. */
function rise(question: PollQuestion, from: number, until: number, parts: number): WaitingPoint[] {
  const span = Math.max(0, until - from)
  const instants = Array.from({ length: parts + 1 }, (_, index) => from + (index / parts) * span)
  const waiting = waitingAt(question, instants)
  return instants.map((at, index) => ({ at: Math.round(at), waiting: waiting[index] ?? 0 }))
}
