import { describe, expect, test } from 'vitest'
import { firstMemory, rememberPoll, train, type SourceMemory } from '#lib/policy/adaptive/memory.ts'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { learnSharedPatterns } from '#lib/lab/literature/shared-patterns.ts'
import { isInterval, methods } from '#lib/policy/facts/methods.ts'
import { planMethod, type MethodSettings } from '#lib/lab/literature/policies.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { buildFacts, buildHistory, monday } from '#tests/policy/builders.ts'
import { type HistoryMethodName, methodNames } from '#lib/policy/basics/settings.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

const settings: MethodSettings = { budgetPerDay: 12, minIntervalMs: MINUTE_MS, maxStalenessMs: 7 * DAY_MS }
const minutesOf = (lengthMs: number): number => lengthMs / MINUTE_MS

/** The documents of the matrix as polled at the reference instant; times as hours before it. */
const documents: Record<string, readonly number[]> = {
  empty: [],
  single: [10],
  chunked: [40, 40, 40, 40],
  onTheFly: [0, 0, 0, 0],
  dead: [2003, 2002, 2001, 2000],
  burst: [0.4, 0.3, 0.2, 0.1],
}

function afterFirstPoll(name: string): SourceMemory {
  const times = (documents[name] ?? []).map((hours) => monday - hours * HOUR_MS)
  const oldestAt = times[0]
  const newestAt = times.at(-1)
  const window =
    oldestAt === undefined || newestAt === undefined ? null : { size: times.length, oldestAt, newestAt }
  return firstMemory({ polledAt: monday, window, newTimes: times })
}

/** Minutes that a policy waits after a source's first poll, within 1 min and 7 days. */
function wait(policy: HistoryMethodName, memory: SourceMemory, now = monday): number {
  const [plan] = planMethod(policy, [buildHistory(1, 0)], settings, monday)
  if (plan === undefined) throw new Error('no plan')
  const facts = buildFacts({ memory, window: memory.window, publicationLagMs: 0 })
  return minutesOf(decideNextPoll(plan, facts, now).nextPollAt - now)
}

/** The wait of each policy, in minutes; 10080 is the longest wait, 60 the default of those that cannot tell, 1 the shortest. */
test.each<[string, Partial<Record<HistoryMethodName, number>>]>([
  [
    'empty',
    {
      fix: 60,
      'fixlearned-a': 60,
      'fixlearned-w': 60,
      'adaptive-ttl': 60,
      'lru-2': 60,
      mavsync: 60,
      indhist: 60,
      lihz: 60,
    },
  ],
  [
    'single',
    { fix: 60, 'fixlearned-a': 600, 'fixlearned-w': 60, 'adaptive-ttl': 60, 'lru-2': 60, mavsync: 600 },
  ],
  ['chunked', { 'fixlearned-a': 600, 'fixlearned-w': 60, 'adaptive-ttl': 240, 'lru-2': 60, mavsync: 600 }],
  ['onTheFly', { 'fixlearned-a': 60, 'fixlearned-w': 60, 'adaptive-ttl': 1, 'lru-2': 60, mavsync: 60 }],
  [
    'dead',
    { 'fixlearned-a': 10_080, 'fixlearned-w': 60, 'adaptive-ttl': 10_080, 'lru-2': 60, mavsync: 10_080 },
  ],
  ['burst', { 'fixlearned-a': 6, 'fixlearned-w': 6, 'adaptive-ttl': 1, 'lru-2': 6, mavsync: 6 }],
])('a document that is %s: each interval policy has its answer', (name, waits) => {
  const memory = afterFirstPoll(name)
  for (const [policy, minutes] of Object.entries(waits)) {
    expect(wait(policy as HistoryMethodName, memory), policy).toBeCloseTo(minutes, 3)
  }
})

test('no new posting: learnt intervals stay, those of AdaptiveTTL and MAVSync grow, LRU-2 keeps an old gap', () => {
  const first = afterFirstPoll('chunked')
  const later = monday + 20 * HOUR_MS
  const second = rememberPoll(first, { polledAt: later, window: first.window, newTimes: [] })
  expect(wait('fixlearned-a', second, later)).toBe(wait('fixlearned-a', first))
  expect(wait('adaptive-ttl', second, later)).toBeCloseTo(360, 3)
  expect(wait('mavsync', second, later)).toBeCloseTo(900, 3)
  const burst = rememberPoll(afterFirstPoll('burst'), { polledAt: later, window: null, newTimes: [] })
  expect(wait('lru-2', burst, later)).toBeCloseTo(6, 3)
})

test('no posting in training: IndHist and LIHZ wait the longest; in the future: AdaptiveTTL polls at once', () => {
  const silent = buildHistory(1, 0, { knownSince: monday - 14 * DAY_MS })
  const trained = train(afterFirstPoll('empty'), silent, monday)
  for (const policy of ['indhist', 'indhist-ttl', 'indhist-agghist', 'lihz'] as const) {
    expect(wait(policy, trained), policy).toBe(10_080)
  }
  const newestAt = monday + HOUR_MS
  expect(wait('adaptive-ttl', { ...trained, window: { size: 1, oldestAt: newestAt, newestAt } })).toBe(1)
})

const silent = (sourceId: number): SourceHistory => buildHistory(sourceId, 0)

/** 'price' has its own (`price/edges.test.ts`). */
const planned = methodNames.filter((name) => name !== 'price')

describe.each(planned.filter((name) => !isInterval(name)))('%s', (policy) => {
  test('spends its budget, whatever the sources', () => {
    const histories = [1, 4, 0.5, 12].map((perDay, index) => buildHistory(index + 1, perDay))
    const patterns = learnSharedPatterns(histories)
    const plans = planMethod(policy, histories, settings, monday, patterns)
    expect(sumOf(plans.map(({ pollsPerDay }) => pollsPerDay))).toBeCloseTo(12, 6)
  })

  test('keeps the budget while all sources are quiet, by an even spread', () => {
    const plans = planMethod(policy, [1, 2, 3, 4].map(silent), settings, monday)
    const polls = plans.map(({ pollsPerDay }) => pollsPerDay)
    expect(sumOf(polls)).toBeCloseTo(12, 6)
    expect(Math.max(...polls) - Math.min(...polls)).toBeLessThan(1e-9)
  })

  test('gives none of the budget to a source that nobody waits for', () => {
    const unwanted = { ...buildHistory(3, 4), weight: 0 }
    for (const wanted of [
      [buildHistory(1, 4), buildHistory(2, 1)],
      [silent(1), silent(2)],
    ]) {
      const plans = planMethod(policy, [...wanted, unwanted], settings, monday)
      expect(plans[2]?.pollsPerDay).toBe(0)
      expect(sumOf(plans.map(({ pollsPerDay }) => pollsPerDay))).toBeCloseTo(12, 6)
    }
  })

  test('has an answer for a source that never posted, for none at all and for no budget', () => {
    const plans = planMethod(policy, [buildHistory(1, 4), silent(2)], settings, monday)
    const starves = policy === 'cgm-freshness' || policy === 'minimum-missing'
    expect((plans[1]?.pollsPerDay ?? 0) > 0).toBe(!starves)
    expect(planMethod(policy, [], settings, monday)).toEqual([])
    const unpaid = planMethod(
      policy,
      [buildHistory(1, 4), silent(2)],
      { ...settings, budgetPerDay: 0 },
      monday,
    )
    for (const plan of unpaid) {
      expect(plan.pollsPerDay).toBe(0)
      expect(Number.isFinite(decideNextPoll(plan, buildFacts(), monday).nextPollAt)).toBe(true)
    }
  })
})

test('every policy has its name, its source and, if it has one, a parameter that is scaled from a published value', () => {
  for (const name of methodNames) {
    const { title, source, parameter } = methods[name]
    expect([title === '', source === '']).toEqual([false, false])
    if (isInterval(name)) expect(parameter?.published[0], name).toBeGreaterThan(0)
    else expect(parameter, name).toBeNull()
  }
})

/** MAVSync may wait longer with less: a shorter gap can put its prediction into the past, and then the interval grows instead. */
const monotonous = planned.filter((name) => isInterval(name) && name !== 'mavsync')

test.each(monotonous)('%s: half the parameter never means a longer wait', (policy) => {
  const history = buildHistory(1, 3, { knownUntil: monday })
  const times = history.postingTimes.slice(-4)
  const [oldestAt = 0, newestAt = 0] = [times[0], times.at(-1)]
  const now = newestAt + 5 * HOUR_MS
  const seen = firstMemory({ polledAt: now, window: { size: 4, oldestAt, newestAt }, newTimes: times })
  const memory = train(seen, history, now)
  const waits = [4, 2, 1, 0.5].map((scale) => {
    const published = methods[policy].parameter?.published[0] ?? 1
    const [plan] = planMethod(policy, [history], { ...settings, parameter: published * scale }, monday)
    if (plan === undefined) throw new Error('no plan')
    const facts = buildFacts({ memory, window: memory.window, publicationLagMs: 0 })
    return decideNextPoll(plan, facts, now).nextPollAt - now
  })
  expect(waits).toEqual([...waits].sort((one, other) => other - one))
  expect(waits[0]).toBeGreaterThanOrEqual(waits[3] ?? Infinity)
})
