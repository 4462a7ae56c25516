import fc from 'fast-check'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { planAll } from '#lib/policy/plan.ts'
import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { planByPrice } from '#lib/policy/price/plan.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import { fuzzTarget, mustHold } from './target.ts'
import { policyNames } from '#lib/policy/basics/settings.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

const now = Date.UTC(2026, 0, 5)
const longestWaitMs = 365 * DAY_MS
const within = (min: number, max: number) => fc.double({ min, max, noNaN: true })
/** Times before now, in clumps as publishers have them, sometimes all at one instant or years ago. */
const times = fc
  .tuple(
    fc.array(fc.oneof(within(0, 14 * DAY_MS), within(0, HOUR_MS), fc.constantFrom(0, DAY_MS, 84 * DAY_MS)), {
      maxLength: 60,
    }),
    fc.boolean(),
  )
  .map(([ages, isRounded]) =>
    ages
      .map((age) => (isRounded ? Math.floor((now - age) / HOUR_MS) * HOUR_MS : now - age))
      .sort((a, b) => a - b),
  )
const settings = fc
  .record({
    policy: fc.constantFrom(...policyNames),
    budgetPerDay: fc.oneof(within(1, 5_000), fc.constantFrom(1, 1e9)),
    maxStalenessMs: fc.oneof(within(HOUR_MS, 30 * DAY_MS), fc.constantFrom(HOUR_MS, DAY_MS)),
    minIntervalMs: fc.oneof(within(1_000, 2 * HOUR_MS), fc.constantFrom(MINUTE_MS, HOUR_MS)),
  })
  // Both may be the same, as of a source with a fixed interval.
  .map((each) => ({ ...each, minIntervalMs: Math.min(each.minIntervalMs, each.maxStalenessMs) }))
const history = fc.record({
  weight: fc.oneof(fc.constantFrom(0, 1, 1e-9, 1e9), within(0.01, 100)),
  postingTimes: times,
  windowSize: fc.oneof(fc.constantFrom(null, 0, 1, 1e6), fc.integer({ min: 1, max: 100 })),
  carry: fc.oneof(fc.constant(null), within(-3, 3)),
})
const outcome = fc.constantFrom('changed', 'unchanged', 'failed', 'throttled', 'gone', 'opted-out')
const facts = fc.record({
  outcome,
  consecutiveFailures: fc.oneof(fc.nat(20), fc.constant(1e6)),
  notBefore: fc.oneof(
    fc.constant(null),
    within(-DAY_MS, 30 * DAY_MS).map((ms) => now + ms),
  ),
  quietUntil: fc.oneof(
    fc.constant(null),
    within(-DAY_MS, 7 * DAY_MS).map((ms) => now + ms),
  ),
  overflowAt: fc.oneof(
    fc.constant(null),
    within(-DAY_MS, 7 * DAY_MS).map((ms) => now + ms),
  ),
  pushShare: within(0, 1),
  polledAgoMs: fc.oneof(fc.constant(0), within(0, 40 * DAY_MS)),
})

type Facts = typeof facts extends fc.Arbitrary<infer One> ? One : never

export const policyTargets = [
  fuzzTarget(
    'policy: every decision after any history is an instant, not in the past, within its bounds',
    400,
    fc.tuple(
      settings,
      fc.array(history, { minLength: 1, maxLength: 8 }),
      fc.array(facts, { minLength: 1, maxLength: 8 }),
    ),
    ([set, all, told]) => {
      const histories = all.map((each, index) => ({
        ...each,
        sourceId: index + 1,
        knownSince: now - 14 * DAY_MS,
      }))
      const memories = histories.map(({ postingTimes }) => memoryOf(postingTimes))
      const plans =
        set.policy === 'price' ? priced(set, histories, memories) : planAll(histories, set, now).plans
      mustKeepBudget(plans, set)
      plans.forEach((plan, at) => told.forEach((each) => mustDecide(plan, each, memories[at])))
    },
  ),
]

function memoryOf(newTimes: readonly number[]): PriceMemory {
  const since = now - 90 * DAY_MS
  const half = Math.floor(newTimes.length / 2)
  const first = firstPopulation(now)
  const middle = newTimes[half] ?? now
  const before = remember(emptyMemory(since), { polledAt: middle, newTimes: newTimes.slice(0, half) }, first)
  return remember(before, { polledAt: now, newTimes: newTimes.slice(half) }, first)
}

type Settings = typeof settings extends fc.Arbitrary<infer One> ? One : never
type History = { readonly sourceId: number; readonly weight: number; readonly windowSize: number | null }

function priced(
  set: Settings,
  histories: readonly History[],
  memories: readonly PriceMemory[],
): SourcePlan[] {
  const sources = histories.map(({ sourceId, weight, windowSize }, at) => {
    return { sourceId, weight, windowSize, polledAt: now, memory: memories[at] ?? emptyMemory(now) }
  })
  return planByPrice(sources, set, now, firstPopulation(now), 0).plans
}

/** 'mavsync' knows no budget; under the price the polls of a plan are what it expects, and follow the budget from planning to planning. */
function mustKeepBudget(plans: readonly SourcePlan[], { policy, budgetPerDay }: Settings): void {
  for (const { pollsPerDay, ratePerDay, predictedDelayMs } of plans)
    mustHold(
      [pollsPerDay, ratePerDay, predictedDelayMs].every((each) => Number.isFinite(each) && each >= 0),
      `a plan of ${pollsPerDay} polls, ${ratePerDay} postings, ${predictedDelayMs} ms`,
    )
  const granted = sumOf(plans.map(({ pollsPerDay }) => pollsPerDay))
  const isBound = policy === 'minimum-delay' || policy === 'uniform'
  mustHold(!isBound || granted <= budgetPerDay * (1 + 1e-6), `${granted} of ${budgetPerDay} polls`)
}

function mustDecide(
  plan: SourcePlan,
  { polledAgoMs, ...told }: Facts,
  priceMemory: PriceMemory | undefined,
): void {
  const known: PollFacts = {
    ...told,
    sourceId: plan.sourceId,
    window: null,
    polledAt: now - polledAgoMs,
    ...(priceMemory === undefined ? {} : { priceMemory }),
  }
  const { nextPollAt, proposedAt } = decideNextPoll(plan, known, now)
  const said = `${plan.policy}: ${nextPollAt - now} ms from now`
  mustHold(Number.isSafeInteger(nextPollAt) && Number.isFinite(proposedAt), said)
  mustHold(nextPollAt >= now, said)
  mustHold(told.notBefore === null || nextPollAt >= told.notBefore, `${said}, before the host wants it`)
  const latest = Math.max(now + Math.max(longestWaitMs, plan.maxStalenessMs), told.notBefore ?? 0) + MINUTE_MS
  mustHold(nextPollAt <= latest, said)
  const isHealthy = told.outcome === 'changed' || told.outcome === 'unchanged'
  if (!isHealthy || plan.weight === 0 || plan.pollsPerDay <= 0) return
  const hints = Math.max(told.notBefore ?? 0, told.quietUntil ?? 0)
  // The least interval goes before the greatest staleness, and counts from the end of a poll.
  const bound = Math.max(now + plan.minIntervalMs, now - polledAgoMs + plan.maxStalenessMs, hints)
  mustHold(nextPollAt <= Math.ceil(bound) + 1, `${said}, ${nextPollAt - bound} ms after the latest`)
}
