import { expect, test } from 'vitest'
import { mavsync, type IntervalBounds, type SeenWindow } from '#lib/policy/adaptive/mavsync.ts'
import { clamp } from '#lib/policy/basics/numeric.ts'
import { delaysOf } from '#tests/policy/delays-of.ts'
import { expectNear } from '#tests/policy/near.ts'

/** Minutes, as in the paper. */
const bounds = (longest = 40_320, shortest = 1) => ({ shortest, longest, whenUnknown: 60 })
const windowOf = (times: readonly number[]) => {
  const oldestAt = times[0]
  const newestAt = times.at(-1)
  return oldestAt === undefined || newestAt === undefined ? null : { size: times.length, oldestAt, newestAt }
}
const hourly = [0, 60, 120, 180]

/**
 * MAVSync as published (REI, Algorithm 2): polls when the next posting is predicted, newest + mean gap; once that moment has passed, or
 * is too near or too far, as if a posting had appeared now, so that the interval grows while a source is silent.
 */
function mavsyncAsPublished(
  window: SeenWindow | null,
  now: number,
  { shortest, longest, whenUnknown }: IntervalBounds,
) {
  if (window === null || window.size === 0) return now + whenUnknown
  const { size, oldestAt, newestAt } = window
  const toSync = size >= 2 ? newestAt + (newestAt - oldestAt) / (size - 1) - now : Number.NEGATIVE_INFINITY
  if (toSync >= shortest && toSync <= longest) return now + toSync
  return now + clamp((now - oldestAt) / size, shortest, longest)
}

test.each([
  [hourly, 200, 40_320, 1, 240],
  [hourly, 360, 40_320, 1, 450],
  [hourly, 450, 40_320, 1, 562.5],
  [hourly, 562.5, 40_320, 1, 703.125],
  [hourly, 703.125, 40_320, 1, 878.90625],
  [[600, 630, 660, 690], 704, 40_320, 1, 720],
  [[], 500, 40_320, 1, 560],
  [[0], 600, 40_320, 1, 1200],
  [[0, 0, 0, 0], 600, 40_320, 1, 750],
  [[600, 600, 600, 600], 600, 40_320, 1, 601],
  [hourly, 239.5, 40_320, 1, 299.375],
  [[0, 10_080, 20_160], 20_200, 40_320, 1, 30_240],
  [[0, 10_080, 20_160], 20_200, 1440, 1, 21_640],
  [hourly, 200, 1440, 60, 260],
  [[0, 5, 10, 15], 16, 1440, 60, 76],
])(
  'as published: %j seen at %d, between %d and %d, is polled next at %d',
  (times, now, longest, shortest, next) => {
    expect(mavsyncAsPublished(windowOf(times), now, bounds(longest, shortest))).toBeCloseTo(next, 6)
  },
)

test('mended: a near prediction is kept, a document made on the fly waits the default, the rest is as published', () => {
  expect(mavsync(windowOf(hourly), 239.5, bounds(), 0)).toBe(240.5)
  expect(mavsync(windowOf([600, 600, 600, 600]), 600, bounds(), 0, 1, 1 / 60)).toBe(660)
  expect(mavsync(windowOf([]), 500, bounds(), 0)).toBe(560)
  expect(mavsync(windowOf([0]), 600, bounds(), 0, 1, 1 / 60)).toBe(1200)
  expect(mavsync(windowOf([0, 0, 0, 0]), 600, bounds(), 0, 1, 1 / 60)).toBe(750)
  expect(mavsync(windowOf(hourly), 200, bounds(), 0)).toBe(240)
  expect(mavsync(windowOf(hourly), 200, bounds(), 2)).toBe(242)
  expect(mavsync(windowOf(hourly), 360, bounds(), 0)).toBe(450)
})

/** Hourly postings, visible `lag` after their time, windows of 4; the polls from `first` to `end`. */
function follow(
  first: number,
  end: number,
  lag: number,
  next: (window: ReturnType<typeof windowOf>, now: number) => number,
) {
  const postings = Array.from({ length: Math.floor(end / 60) + 1 }, (_, index) => index * 60)
  const polls: number[] = []
  for (
    let now = first;
    now <= end;
    now = next(windowOf(postings.filter((at) => at + lag <= now).slice(-4)), now)
  )
    polls.push(now)
  return { polls, postings }
}

test('trace P: a regular source is polled at each posting, without delay', () => {
  const { polls, postings } = follow(200, 960, 0, (window, now) => mavsync(window, now, bounds(1440), 0))
  expect(polls).toHaveLength(14)
  expect(
    delaysOf(
      postings.filter((at) => at > 200),
      polls,
      960,
    ).every((delay) => delay === 0),
  ).toBe(true)
})

/** Mean delay of what is found after the first poll, in minutes. */
function meanDelay({ polls, postings }: ReturnType<typeof follow>, lag = 0): number {
  const [first = 0, last = 0] = [polls[0], polls.at(-1)]
  const delays = delaysOf(
    postings.map((at) => at + lag).filter((at) => at > first && at <= last),
    polls,
    last,
  )
  return delays.reduce((sum, delay) => sum + delay, 0) / delays.length + lag
}

test('defect 1: a source polled just before its posting locks into the worst phase as published, not when mended', () => {
  const [literal, mended] = [mavsyncAsPublished, mavsync].map((policy) =>
    meanDelay(follow(239.5, 959.5, 0, (window, now) => policy(window, now, bounds(1440, 5), 0))),
  )
  expectNear(literal, 52.783)
  expectNear(mended, 0.375)
})

test.each([
  [0, 60],
  [1, 49.93],
  [2, 2],
  [3, 3],
])('defect 2: postings seen 2 min after their time, a lag of %d min taken into account', (lag, delay) => {
  const replay = follow(200, 2000, 2, (window, now) =>
    lag === 0 ? mavsyncAsPublished(window, now, bounds(1440)) : mavsync(window, now, bounds(1440), lag),
  )
  expectNear(meanDelay(replay, 2), delay, 1e-3)
})
