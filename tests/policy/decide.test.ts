import { expect, test } from 'vitest'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { nextPlannedTime } from '#lib/policy/schedule/planned-times.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { buildFacts, buildPlan, monday } from './builders.ts'

const noon = monday + 12 * HOUR_MS
const iso = (at: number) => new Date(at).toISOString()

test('after a success: the next planned instant, with its reason in numbers', () => {
  const plan = buildPlan({ sourceId: 0 })
  const decision = decideNextPoll(plan, buildFacts({ outcome: 'changed' }), noon)
  expect(decision.nextPollAt).toBe(nextPlannedTime(plan, noon))
  expect(decision.proposedAt).toBe(decision.nextPollAt)
  expect(decision.policyVersion).toBe('1')
  expect(decision.reason).toEqual({
    code: 'plannedByHour',
    values: {
      pollAt: iso(monday + 14 * HOUR_MS),
      pollsPerDay: 3.1,
      weight: 4,
      postingsPerDay: 2.4,
      fromHour: iso(monday + 13 * HOUR_MS),
      untilHour: iso(monday + 14 * HOUR_MS),
    },
  })
})

test('rare polls name the day and the rate', () => {
  const { reason } = decideNextPoll(
    buildPlan({ sourceId: 0, pollsPerDay: 0.25, ratePerDay: 0.1 }),
    buildFacts(),
    noon,
  )
  const thursday = monday + 3 * DAY_MS
  expect(reason).toEqual({
    code: 'plannedByHour',
    values: {
      pollAt: iso(thursday + 17 * HOUR_MS),
      pollsPerDay: 0.25,
      weight: 4,
      postingsPerDay: 0.1,
      fromHour: iso(thursday + 16 * HOUR_MS),
      untilHour: iso(thursday + 17 * HOUR_MS),
    },
  })
})

test('never sooner than the minimum interval, never later than the maximum staleness', () => {
  const plan = buildPlan({ sourceId: 0, pollsPerDay: 2 })
  const late = decideNextPoll({ ...plan, minIntervalMs: 3 * HOUR_MS }, buildFacts(), noon)
  expect(late.nextPollAt).toBe(noon + 3 * HOUR_MS)
  expect(late.proposedAt).toBe(monday + 13 * HOUR_MS)
  expect(late.reason).toEqual({
    code: 'leastInterval',
    values: { pollAt: iso(noon + 3 * HOUR_MS), leastSeconds: 3 * 3600 },
  })
  const stale = decideNextPoll({ ...plan, pollsPerDay: 0.1, maxStalenessMs: 2 * DAY_MS }, buildFacts(), noon)
  expect(stale.nextPollAt).toBe(noon + 2 * DAY_MS)
  expect(stale.reason).toEqual({
    code: 'staleness',
    values: { pollAt: iso(noon + 2 * DAY_MS), mostSeconds: 2 * 86_400 },
  })
})

test.each([1, 2])(
  'a least interval of %s times the greatest staleness is how long it waits, whatever the plan says',
  (times) => {
    const plan = buildPlan({ sourceId: 0, pollsPerDay: 0.1, maxStalenessMs: HOUR_MS })
    const decision = decideNextPoll({ ...plan, minIntervalMs: times * HOUR_MS }, buildFacts(), noon)
    expect(decision.nextPollAt).toBe(noon + times * HOUR_MS)
    expect(decision.reason.code).toBe('staleness')
  },
)

test('decided again after a planning, staleness and interval count from the poll', () => {
  const plan = buildPlan({ sourceId: 0, pollsPerDay: 0.1, maxStalenessMs: 2 * DAY_MS })
  expect(decideNextPoll(plan, buildFacts({ polledAt: noon - DAY_MS }), noon).nextPollAt).toBe(noon + DAY_MS)
  expect(decideNextPoll(plan, buildFacts({ polledAt: noon - 5 * DAY_MS }), noon).nextPollAt).toBe(noon)
})

test('decided again after a planning, a back-off still counts from the failed poll', () => {
  const facts = buildFacts({ outcome: 'failed', consecutiveFailures: 2 })
  const first = decideNextPoll(buildPlan(), facts, noon)
  const again = decideNextPoll(buildPlan(), { ...facts, polledAt: noon }, noon + HOUR_MS)
  expect(again.nextPollAt).toBe(first.nextPollAt)
})

test('a poll forced by staleness stands for the planned one soon after it', () => {
  const plan = buildPlan({ sourceId: 0, pollsPerDay: 1, maxStalenessMs: DAY_MS })
  const at = monday + DAY_MS + 16 * HOUR_MS
  expect(decideNextPoll(plan, buildFacts(), at).nextPollAt).toBe(at + DAY_MS)
  expect(decideNextPoll({ ...plan, maxStalenessMs: 7 * DAY_MS }, buildFacts(), at).nextPollAt).toBe(
    at + HOUR_MS,
  )
})

test('failures back off from the normal interval, with jitter, a day at most, and never stop', () => {
  const plan = buildPlan({ pollsPerDay: 48 })
  const waits = [1, 2, 3, 4, 5, 6, 7, 20, 5000].map((consecutiveFailures) => {
    return (
      decideNextPoll(plan, buildFacts({ outcome: 'failed', consecutiveFailures }), noon).nextPollAt - noon
    )
  })
  waits.forEach((wait, index) => {
    const full = Math.min(DAY_MS, 30 * MINUTE_MS * 2 ** Math.min(index, 6))
    expect(wait).toBeLessThanOrEqual(full)
    expect(wait).toBeGreaterThanOrEqual(0.75 * full)
  })
  const others = [1, 2, 3, 4].map((sourceId) =>
    decideNextPoll({ ...plan, sourceId }, buildFacts({ outcome: 'failed', consecutiveFailures: 1 }), noon),
  )
  expect(new Set(others.map(({ nextPollAt }) => nextPollAt)).size).toBe(4)
  for (const { nextPollAt, reason } of others) {
    const waitSeconds = Math.round((nextPollAt - noon) / 1000)
    expect(reason).toMatchObject({ code: 'retry', values: { failureCount: 1, waitSeconds } })
  }
})

test('a host that asks for patience gets it; without a time, back-off', () => {
  const asked = noon + 90 * MINUTE_MS
  const decision = decideNextPoll(
    buildPlan(),
    buildFacts({ outcome: 'throttled', consecutiveFailures: 1, notBefore: asked }),
    noon,
  )
  expect(decision.nextPollAt).toBeGreaterThanOrEqual(asked)
  expect(decision.nextPollAt).toBeLessThanOrEqual(asked + MINUTE_MS)
  expect(decision.reason).toEqual({ code: 'waitUntil', values: { untilAt: iso(asked) } })
  const silent = decideNextPoll(
    buildPlan(),
    buildFacts({ outcome: 'throttled', consecutiveFailures: 3 }),
    noon,
  )
  expect(silent.nextPollAt).toBeGreaterThan(noon + 18 * HOUR_MS)
  expect(silent.reason.code).toBe('fewerPolls')
})

test('a source that is gone is probed weekly; one of weight 0 is left alone', () => {
  const gone = decideNextPoll(buildPlan(), buildFacts({ outcome: 'gone', consecutiveFailures: 9 }), noon)
  expect(gone.nextPollAt).toBe(noon + 7 * DAY_MS)
  expect(gone.reason).toEqual({ code: 'weeklyProbe', values: { pollAt: '2026-01-12T12:00:00.000Z' } })
  const unwanted = decideNextPoll(buildPlan({ weight: 0, pollsPerDay: 0 }), buildFacts(), noon)
  expect(unwanted.nextPollAt).toBe(noon + 365 * DAY_MS)
  expect(unwanted.reason).toEqual({ code: 'unwanted', values: {} })
  const unpaid = decideNextPoll(buildPlan({ pollsPerDay: 0 }), buildFacts({ outcome: 'failed' }), noon)
  expect(unpaid).toMatchObject({
    nextPollAt: noon + 365 * DAY_MS,
    reason: { code: 'withoutBudget', values: {} },
  })
})

test('mavsync follows the document: at the predicted posting, else ever later', () => {
  const plan = buildPlan({ policy: 'mavsync', maxStalenessMs: DAY_MS })
  const window = { size: 4, oldestAt: noon - 200 * MINUTE_MS, newestAt: noon - 20 * MINUTE_MS }
  const synced = decideNextPoll(plan, buildFacts({ window, publicationLagMs: 0 }), noon)
  expect(synced.nextPollAt).toBe(noon + 40 * MINUTE_MS)
  expect(synced.reason).toEqual({
    code: 'predicted',
    values: { pollAt: iso(noon + 40 * MINUTE_MS), postingCount: 4 },
  })
  const silent = decideNextPoll(
    plan,
    buildFacts({ window: { ...window, newestAt: noon - 100 * MINUTE_MS } }),
    noon,
  )
  expect(silent.nextPollAt).toBe(noon + 50 * MINUTE_MS)
  expect(decideNextPoll(plan, buildFacts(), noon).nextPollAt).toBe(noon + HOUR_MS)
})

test('uniform: evenly spaced polls, and the reason says so', () => {
  const plan = buildPlan({ policy: 'uniform', pollsPerDay: 4 })
  const decision = decideNextPoll(plan, buildFacts(), noon)
  expect(decision.nextPollAt).toBe(monday + 18 * HOUR_MS)
  expect(decision.reason.code).toBe('plannedEven')
})
