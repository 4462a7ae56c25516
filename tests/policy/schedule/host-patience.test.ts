import { describe, expect, test } from 'vitest'
import {
  hostAfterAnswer,
  freshHost,
  limitAfter,
  spacingOf,
  type HostAnswer,
  type HostLesson,
  type HostState,
} from '#lib/policy/schedule/host-patience.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '#tests/policy/builders.ts'

const spacingMs = 1_000

function answer(changes: Partial<HostAnswer> = {}): HostAnswer {
  const usual = { sourceId: 1, at: monday, notBefore: null, requestsLastHour: 20, sources: 10 }
  return { kind: 'answered', ...usual, ...changes }
}

function after(state: HostState, ...answers: Partial<HostAnswer>[]) {
  return answers.reduce<HostLesson>(
    (lesson, changes) => hostAfterAnswer(lesson.state, answer(changes), spacingMs),
    {
      state,
      nextRequestAt: 0,
      begins: false,
      endsFrom: null,
    },
  )
}

describe('the limit of a host', () => {
  test('halves by what is allowed where requests are not counted, never below one an hour, and rises again', () => {
    const complained = (state: HostState) => limitAfter(state, 'complained', spacingMs)
    expect(complained(freshHost).requestsPerHour).toBe(1800)
    expect(complained({ ...freshHost, requestsPerHour: 1.5 }).requestsPerHour).toBe(1)
    expect(limitAfter({ ...freshHost, requestsPerHour: 2 }, 'answered', spacingMs).requestsPerHour).toBe(2.5)
    expect(limitAfter(freshHost, 'answered', spacingMs)).toEqual(freshHost)
    const down = { ...freshHost, downSince: monday, probes: 2 }
    expect(complained(down)).toMatchObject({ downSince: monday, probes: 2 })
  })

  test('is none until it complains, then half of what was asked in the last hour', () => {
    expect(after(freshHost, {}).state.requestsPerHour).toBeNull()
    expect(after(freshHost, {}).nextRequestAt).toBe(monday + spacingMs)
    const complained = after(freshHost, { kind: 'complained' })
    expect(complained.state.requestsPerHour).toBe(10)
    expect(complained.nextRequestAt).toBe(monday + 6 * MINUTE_MS)
  })

  test('halves with each complaint, never below one request an hour', () => {
    const limits = [2, 4, 40].map((times) => {
      const complaints = Array.from({ length: times }, () => ({ kind: 'complained' as const }))
      return after(freshHost, ...complaints).state.requestsPerHour
    })
    expect(limits).toEqual([5, 1.25, 1])
  })

  test('rises by about one request an hour for each hour in which it is used up, and is forgotten in the end', () => {
    let state: HostState = { ...freshHost, requestsPerHour: 10 }
    for (let request = 0; request < 10; request++) state = after(state, {}).state
    expect(state.requestsPerHour).toBeCloseTo(11, 0)
    expect(after({ ...freshHost, requestsPerHour: 3_599.9999 }, {}).state.requestsPerHour).toBeNull()
  })

  test('a pause that was asked for is kept to the millisecond, the limit holds after it', () => {
    const asked = after(freshHost, { kind: 'complained', notBefore: monday + 2 * HOUR_MS + 1 })
    expect(asked.nextRequestAt).toBe(monday + 2 * HOUR_MS + 1)
    expect(spacingOf(asked.state, spacingMs)).toBe(6 * MINUTE_MS)
  })

  test('a short pause is kept as asked once; the halved limit holds from the request after it', () => {
    const short = { kind: 'complained' as const, notBefore: monday + 400_000, requestsLastHour: 1 }
    const first = after(freshHost, short)
    expect(first).toMatchObject({ nextRequestAt: monday + 400_000, state: { requestsPerHour: 1 } })
    expect(after(first.state, short).nextRequestAt).toBe(monday + HOUR_MS)
    expect(after(freshHost, { ...short, notBefore: monday }).nextRequestAt).toBe(monday + HOUR_MS)
    const hasty = { ...short, notBefore: monday + 1, requestsLastHour: 2 }
    expect(after({ ...freshHost, requestsPerHour: 4 }, hasty).nextRequestAt).toBe(monday + HOUR_MS / 4)
  })

  test('a pause of years that one address asked for is a day of its host', () => {
    const asked = after(freshHost, { kind: 'complained', notBefore: monday + 900 * DAY_MS })
    expect(asked.nextRequestAt).toBe(monday + DAY_MS)
  })
})

describe('an outage', () => {
  const failure = (sourceId: number, changes: Partial<HostAnswer> = {}) => ({
    kind: 'unreachable' as const,
    sourceId,
    ...changes,
  })

  test('is what three sources meet in a row, not one source three times', () => {
    expect(after(freshHost, failure(1), failure(1), failure(1)).state.downSince).toBeNull()
    expect(after(freshHost, failure(1), failure(2), {}, failure(3)).state.downSince).toBeNull()
    const third = after(freshHost, failure(1), failure(2), failure(3))
    expect(third).toMatchObject({ begins: true, state: { downSince: monday, failedSourceIds: [1, 2, 3] } })
  })

  test('of a host with two sources takes both; a host with one source has none', () => {
    expect(after(freshHost, failure(1, { sources: 2 }), failure(2, { sources: 2 })).begins).toBe(true)
    expect(after(freshHost, failure(1, { sources: 1 }), failure(1, { sources: 1 })).begins).toBe(false)
  })

  test('is probed after 1, 2, 4 … minutes, an hour at most, and ends with the first answer', () => {
    let state = after(freshHost, failure(1), failure(2), failure(3)).state
    const pauses: number[] = []
    for (let probe = 0; probe < 8; probe++) {
      const lesson = after(state, failure(4))
      pauses.push((lesson.nextRequestAt - monday) / MINUTE_MS)
      state = lesson.state
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
    expect(after(state, {})).toMatchObject({
      endsFrom: monday,
      state: freshHost,
      nextRequestAt: monday + spacingMs,
    })
  })
})
