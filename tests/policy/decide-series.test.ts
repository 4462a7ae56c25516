import { expect, test } from 'vitest'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { plannedTimes } from '#lib/policy/schedule/planned-times.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { PollFacts } from '#lib/policy/facts/types.ts'
import { buildFacts, buildPlan, monday } from './builders.ts'

const outcomes: readonly PollFacts['outcome'][] = ['changed', 'unchanged', 'failed', 'throttled', 'gone']

test.each([1, 2, 3])(
  'random case %i: notBefore is never undercut, the future is ahead, stored rows give the same decision',
  (seed) => {
    const random = seededRandom(seed)
    for (let round = 0; round < 300; round++) {
      const policy = (['minimum-delay', 'mavsync', 'uniform'] as const)[round % 3] ?? 'uniform'
      const plan = buildPlan({
        policy,
        sourceId: round,
        pollsPerDay: 10 ** (4 * random() - 2),
        carry: random(),
        weight: random() < 0.1 ? 0 : 1,
      })
      const now = Math.round(monday + random() * 30 * DAY_MS)
      const facts = buildFacts({
        sourceId: round,
        outcome: outcomes[round % 5] ?? 'changed',
        consecutiveFailures: Math.floor(10 * random()),
        notBefore: random() < 0.5 ? Math.round(now + (random() - 0.2) * 20 * DAY_MS) : null,
        window:
          random() < 0.5 ? { size: 3, oldestAt: now - Math.round(random() * DAY_MS), newestAt: now } : null,
      })
      const decision = decideNextPoll(plan, facts, now)
      expect(decision.nextPollAt).toBeGreaterThanOrEqual(
        Math.max(now + plan.minIntervalMs, facts.notBefore ?? 0),
      )
      expect(Number.isInteger(decision.nextPollAt) && Number.isInteger(decision.proposedAt)).toBe(true)
      expect(JSON.parse(JSON.stringify(decision.reason))).toEqual(decision.reason)
      expect(
        decideNextPoll(JSON.parse(JSON.stringify(plan)), JSON.parse(JSON.stringify(facts)), now),
      ).toEqual(decision)
    }
  },
)

test('followed for weeks, decisions poll at the planned instants and at no other', () => {
  const plan = buildPlan({ pollsPerDay: 3.1, sourceId: 12 })
  const polls: number[] = []
  for (
    let now = monday;
    now < monday + 21 * DAY_MS;
    now = decideNextPoll(plan, buildFacts({ sourceId: 12 }), now).nextPollAt
  )
    polls.push(now)
  const days = Array.from({ length: 21 }, (_, day) => plannedTimes(plan, monday + day * DAY_MS))
  expect(polls.slice(1)).toEqual(days.flat())
  expect(polls).toHaveLength(1 + Math.floor(21 * 3.1))
})
