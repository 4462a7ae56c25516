/** The simulator with the server's planning and facts, beside the policies as published. */
import { expect, test } from 'vitest'
import { replaySources } from '#lib/lab/simulator/simulate-days.ts'
import { startSource, type SimulatedSource, type TracedSource } from '#lib/lab/simulator/simulate-source.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import { monday, settings } from '#tests/policy/builders.ts'
import type { HistoryMethodName } from '#lib/policy/basics/settings.ts'

const evaluatedFrom = monday + 14 * DAY_MS
const endAt = evaluatedFrom + 4 * DAY_MS
/** A posting at every half hour past the hour. */
const hourly = Array.from({ length: 18 * 24 }, (_, hour) => monday + (hour + 0.5) * HOUR_MS)

function replay(
  method: HistoryMethodName,
  isLive: boolean,
  sources: readonly TracedSource[],
): SimulatedSource[] {
  const start = { startAt: monday, evaluatedFrom, endAt, isCold: false, windowSize: 15, keepsPolls: true }
  const states = sources.map((source) => startSource(source, start))
  replaySources({
    method,
    states,
    settings: { ...settings, budgetPerDay: 12 },
    evaluatedFrom,
    endAt,
    isPlannedDaily: true,
    elapsedMs: null,
    isLive,
  })
  return states
}

test.each([
  [true, 5_000],
  [false, 0],
])(
  'mavsync, as the server: %s: hourly postings are polled %d ms after the time they are expected',
  (isLive, lag) => {
    const [state] = replay('mavsync', isLive, [{ sourceId: 1, postingTimes: hourly }])
    const polls = (state?.pollTimes ?? []).filter((at) => at > evaluatedFrom + DAY_MS)
    expect(polls.length).toBeGreaterThanOrEqual(71)
    for (const at of polls) expect((at - HOUR_MS / 2) % HOUR_MS).toBe(lag)
  },
)

test.each([true, false])(
  'uniform, as the server: %s: sources of weight 0 take nothing from the others',
  (isLive) => {
    const states = replay(
      'uniform',
      isLive,
      [1, 1, 0, 1, 0].map((weight, index) => ({ sourceId: index + 1, weight, postingTimes: hourly })),
    )
    for (const { weight, polls } of states) {
      expect(Math.abs(polls - (weight === 0 ? 0 : 4 * 4))).toBeLessThanOrEqual(weight === 0 ? 0 : 1)
    }
  },
)

test('a policy that no admin may choose is refused as the server', () => {
  expect(() => replay('fix', true, [{ sourceId: 1, postingTimes: hourly }])).toThrow('no server polls by fix')
})
