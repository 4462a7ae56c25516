import { describe, expect, test } from 'vitest'
import { backOffMs } from '#lib/policy/back-off.ts'
import type { FailureKind } from '#lib/policy/basics/failure-kind.ts'
import { simulate, type SimulationOptions } from '#lib/lab/simulator/simulate.ts'
import { quietWeb, type SimulatedAnswer, type SimulatedWeb } from '#lib/lab/simulator/simulate-web.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '#tests/policy/builders.ts'

const learnDays = 14
const start = monday + learnDays * DAY_MS
const endAt = start + 4 * DAY_MS
/** A posting every six hours, at another minute in each source. */
const sources = Array.from({ length: 6 }, (_, index) => ({
  sourceId: index + 1,
  postingTimes: Array.from(
    { length: 4 * (learnDays + 4) },
    (_, step) => monday + 6 * HOUR_MS * step + 17 * index * MINUTE_MS,
  ),
}))

const document: SimulatedAnswer = { kind: 'document' }
const failed = (kind: 'broken' | 'unreachable', requests = 1): SimulatedAnswer => {
  return { kind, tookMs: 2_000, requests, retryAfterMs: null }
}
const throttled = (retryAfterMs: number | null): SimulatedAnswer => {
  return { kind: 'throttled', tookMs: 0, requests: 1, retryAfterMs }
}

function replay(web: Partial<SimulatedWeb>, options: Partial<SimulationOptions> = {}) {
  const given = {
    method: 'price',
    sources,
    budget: 4,
    startAt: monday,
    endAt,
    learnDays,
    keepsPolls: true,
  } as const
  return simulate({ ...given, web: { ...quietWeb, ...web }, ...options })
}

/** Polls of a source from an instant on. */
function pollsOf(run: ReturnType<typeof replay>, sourceId: number, from = start): readonly number[] {
  const state = run.states.find((one) => one.sourceId === sourceId)
  return (state?.pollTimes ?? []).filter((at) => at >= from)
}

const dayTwo = start + DAY_MS
const isOnDayTwo = (at: number) => at >= dayTwo && at < dayTwo + DAY_MS

describe('a replay with failures', () => {
  test('a web in which nothing fails changes nothing, whatever hosts there are', () => {
    const quiet = simulate({ method: 'price', sources, budget: 4, startAt: monday, endAt, learnDays })
    expect(replay({}).report).toEqual(quiet.report)
    expect(replay({ hostOf: () => 'one', spacingMs: 0 }).report).toEqual(quiet.report)
  })

  test('a source that fails is asked again after its back-off, and delivers what it kept', () => {
    const run = replay({ answerTo: (id, at) => (id === 1 && isOnDayTwo(at) ? failed('broken') : document) })
    const [first = 0, second = 0, third = 0] = pollsOf(run, 1, dayTwo)
    const normalMs = (second - first) / (backOffMs(1, DAY_MS, 1) / DAY_MS)
    expect((third - second) / backOffMs(1, normalMs, 2)).toBeCloseTo(1, 3)
    expect(pollsOf(run, 1, dayTwo).filter(isOnDayTwo).length).toBeLessThan(
      pollsOf(run, 2, dayTwo).filter(isOnDayTwo).length,
    )
    expect(run.report).toMatchObject({ lost: 0, postings: replay({}).report.postings })
    expect(run.report.maxMin).toBeGreaterThan(18 * 60)
  })

  test('a source that refuses is left alone for longer than one that breaks', () => {
    const during = (failure: FailureKind) => {
      const answer = { ...failed('unreachable'), failure }
      const run = replay({ answerTo: (id, at) => (id === 1 && isOnDayTwo(at) ? answer : document) })
      return pollsOf(run, 1, dayTwo).filter(isOnDayTwo).length
    }
    expect(during('refused')).toBeLessThan(during('server-error'))
  })

  test('a Retry-After holds for all sources of the host', () => {
    const pauseMs = 5 * HOUR_MS
    let askedAt = 0
    const run = replay({
      hostOf: (id) => (id <= 3 ? 'theirs' : 'others'),
      answerTo: (id, at) => {
        if (id > 3 || at < dayTwo || askedAt > 0) return document
        askedAt = at
        return throttled(pauseMs)
      },
    })
    const after = [1, 2, 3].flatMap((id) => pollsOf(run, id, askedAt + 1))
    expect(Math.min(...after)).toBeGreaterThanOrEqual(askedAt + pauseMs)
    expect(Math.min(...after)).toBeLessThan(askedAt + pauseMs + HOUR_MS)
    expect(Math.min(...pollsOf(run, 4, askedAt))).toBeLessThan(askedAt + pauseMs)
  })

  test('after a complaint the host is asked an hour later at the soonest, and more often with each answer', () => {
    let askedAt = 0
    const run = replay(
      {
        hostOf: () => 'one',
        answerTo: (_, at) => {
          if (at < dayTwo || askedAt > 0) return document
          askedAt = at
          return throttled(null)
        },
      },
      { budget: 48 },
    )
    const all = sources.flatMap(({ sourceId }) => pollsOf(run, sourceId, askedAt)).sort((a, b) => a - b)
    const before = sources
      .flatMap(({ sourceId }) => pollsOf(run, sourceId))
      .filter((at) => at > askedAt - HOUR_MS && at <= askedAt)
    const within = all.filter((at) => at > askedAt && at <= askedAt + HOUR_MS)
    expect(before.length).toBeGreaterThan(2)
    expect(within.length).toBeLessThanOrEqual(before.length / 2)
    expect(within.length + all.filter((at) => at > askedAt + HOUR_MS).length).toBeGreaterThan(100)
  })

  test('a host that is down is probed ever more seldom, and its sources are polled when it answers', () => {
    const run = replay({
      hostOf: () => 'one',
      answerTo: (_, at) => (isOnDayTwo(at) ? failed('unreachable') : document),
    })
    const probes = sources
      .flatMap(({ sourceId }) => pollsOf(run, sourceId))
      .filter(isOnDayTwo)
      .sort((a, b) => a - b)
    // Three failures, then after 1, 2, 4 … 60 minutes; each hour from then on, as long as a source is due.
    const gaps = probes.slice(2).map((at, index) => at - (probes[index + 1] ?? at))
    expect(Math.max(...gaps)).toBeGreaterThan(HOUR_MS - MINUTE_MS)
    expect(probes.length).toBeLessThan(40)
    for (const { sourceId } of sources)
      expect(pollsOf(run, sourceId, dayTwo + DAY_MS)[0]).toBeLessThan(dayTwo + DAY_MS + 2 * HOUR_MS)
  })

  test('failures lengthen the mean delay, and more of them more', () => {
    const failing = (part: number) =>
      replay({
        answerTo: (id, at) =>
          (Math.floor(at / HOUR_MS) * 7 + id * 13) % 100 < part ? failed('unreachable') : document,
      })
    const [none, some, many] = [0, 10, 40].map((part) => failing(part).report.meanMin ?? 0)
    expect(some).toBeGreaterThan(none ?? 0)
    expect(many).toBeGreaterThan(1.2 * (some ?? 0))
  })

  test('other policies are not replayed with failures', () => {
    expect(() => replay({}, { method: 'uniform' })).toThrow('under price only')
  })
})
