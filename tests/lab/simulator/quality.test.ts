import { expect, test } from 'vitest'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { combinedQuality, qualities, type Measured, type Quality } from '#lib/lab/simulator/quality.ts'
import { MINUTE_MS } from '#lib/policy/basics/time.ts'
import { expectAllNear, expectNear } from '#tests/policy/near.ts'

const measured = (rows: readonly (readonly [number, number, number])[]): Measured[] =>
  rows.map(([minutes, pollsPerPosting, recall]) => ({
    delayMs: minutes * MINUTE_MS,
    pollsPerPosting,
    recall,
  }))
const [a1, a2, a3, a4, a5, a6, a7, a8] = [
  [30, 3.2, 0.95],
  [100, 2.1, 0.96],
  [200, 1.2, 0.98],
  [3, 3.2, 0.98],
  [6, 1.6, 0.98],
  [6, 6.4, 0.49],
  [24, 3.2, 0.98],
  [2000, 1.2, 0.98],
] as const
const arithmetic = ({ delay, polls, recall }: Quality): number => (delay + polls + recall) / 3
const harmonic = ({ delay, polls, recall }: Quality): number => 3 / (1 / delay + 1 / polls + 1 / recall)

test("quality: Reichert's table 4.4", () => {
  const found = qualities(measured([a3, a4, a5, a6, a7]))
  expectAllNear(
    found.map(({ delay }) => delay),
    [0.015, 1, 0.5, 0.5, 0.125],
    1e-9,
  )
  expectAllNear(
    found.map(({ polls }) => polls),
    [1, 0.375, 0.75, 0.1875, 0.375],
    1e-9,
  )
  expectAllNear(
    found.map(({ recall }) => recall),
    [1, 1, 1, 0.5, 1],
    1e-9,
  )
  expectAllNear(
    found.map(({ quality }) => quality),
    [0.247, 0.721, 0.721, 0.361, 0.361],
    5e-4,
  )
  expectAllNear(
    found.map(({ relative }) => relative),
    [0.342, 1, 1, 0.5, 0.5],
    5e-4,
  )
})

test('quality: ratios do not depend on who else is compared; arithmetic and harmonic means do', () => {
  const few = qualities(measured([a1, a2, a3]))
  const many = qualities(measured([a1, a2, a3, a4, a5, a6, a7, a8]))
  expectAllNear(
    few.map(({ quality }) => quality),
    [0.714, 0.552, 0.531],
    6e-4,
  )
  expectAllNear(
    many.map(({ quality }) => quality),
    [0.331, 0.256, 0.247, 0.721, 0.721, 0.361, 0.361, 0.114],
    6e-4,
  )
  for (const set of [few, many]) expectNear((set[0]?.quality ?? 0) / (set[2]?.quality ?? 1), 1.343, 5e-4)
  expectAllNear(few.map(arithmetic), [0.781, 0.617, 0.717], 6e-4)
  expectAllNear(many.map(arithmetic), [0.481, 0.527, 0.672, 0.792, 0.75, 0.396, 0.5, 0.667], 6e-4)
  expectAllNear(few.map(harmonic), [0.639, 0.491, 0.346], 6e-4)
  expectAllNear(many.map(harmonic), [0.219, 0.083, 0.044, 0.643, 0.692, 0.321, 0.257, 0.004], 6e-4)
})

test('quality: weights, both modes, and values of 0', () => {
  const set = measured([a4, a5])
  const [fast, cheap] = qualities(set, { delay: 2, polls: 1, recall: 1 })
  expect(fast?.relative).toBe(1)
  expect(cheap?.relative).toBeLessThan(1)
  const one = qualities(set, { delay: 2, polls: 1, recall: 1 })
  const other = qualities(set, { delay: 1, polls: 2, recall: 1 })
  expectAllNear(combinedQuality(one, other), [1, 1], 1e-9)
  expect(qualities([{ delayMs: 0, pollsPerPosting: 1, recall: 1 }])[0]?.quality).toBe(1)
  expect(() => qualities(set, { delay: 0, polls: 0, recall: 0 })).toThrow(/weights/)
  expect(() => qualities([{ delayMs: Number.NaN, pollsPerPosting: 1, recall: 1 }])).toThrow(/quality/)
})

test("quality: Reichert's tables 4.11 and 4.12 come out of their own averages, as far as rounding allows", () => {
  const overSources = qualities(measured(printed.map(([f]) => f)))
  const overPostings = qualities(measured(printed.map(([, e]) => e)))
  printed.forEach(([, , qualityF, qualityE], index) => {
    expectNear(asPrinted(overSources[index]), qualityF, 0.006 + 1e-9)
    expectNear(asPrinted(overPostings[index]), qualityE, 0.006 + 1e-9)
  })
  // The largest deviations: Fix1h over sources, AdaptiveTTL 0.1 and MAVSync over postings, where FixLearned_A even comes out first.
  expect([overSources[0], overPostings[5], overPostings[8]].map(asPrinted)).toEqual([0.909, 0.854, 0.995])
  expect(overPostings[4]?.relative).toBe(1)
})

test("quality: both modes together, from Reichert's printed values", () => {
  const [overSources, overPostings] = [2, 3].map((column) =>
    printed.map((row) => ({ delay: 1, polls: 1, recall: 1, quality: 1, relative: Number(row[column]) })),
  )
  expectAllNear(
    combinedQuality(overSources ?? [], overPostings ?? []),
    printed.map(([, , , , both]) => both),
    6e-4,
  )
})

test('quality: linear scaling, which was rejected: the printed means, and whoever is worst at one thing has none at all', () => {
  const set = [a1, a2, a3, a4, a5, a6, a7, a8]
  const greatest = (column: 0 | 1): number => Math.max(...set.map((row) => row[column]))
  const mostUnfound = Math.max(...set.map(([, , recall]) => 1 - recall))
  const parts = set.map(([delay, polls, recall]) => [
    1 - delay / greatest(0),
    1 - polls / greatest(1),
    1 - (1 - recall) / mostUnfound,
  ])
  const means = parts.map((part) => sumOf(part) / 3)
  expectAllNear(means, [0.796, 0.848, 0.891, 0.82, 0.903, 0.332, 0.816, 0.591], 6e-4)
  const products = parts.map((part) => part.reduce((product, value) => product * value, 1))
  expect(products.map((product) => product > 0)).toEqual(set.map((row) => row !== a6 && row !== a8))
  for (const { quality } of qualities(measured(set))) expect(quality).toBeGreaterThan(0)
})

/** Ĝ with the three decimals of the tables. */
function asPrinted(found: Quality | undefined): number {
  return Number(found?.relative.toFixed(3))
}

type Row = readonly [number, number, number]
/** Delay in minutes, polls per posting, recall over sources; the same over postings; Ĝ of both, and of both together. */
const printed: readonly (readonly [Row, Row, number, number, number])[] = [
  [[31, 141.334, 0.995], [27, 7.984, 0.487], 0.915, 0.49, 0.756], // Fix1h
  [[725, 5.998, 0.952], [587, 0.972, 0.168], 0.898, 0.248, 0.533], // Fix1d
  [[4016, 0.667, 0.595], [2978, 0.396, 0.043], 0.902, 0.124, 0.377], // Fix7d
  [[2441, 42.882, 0.807], [46, 4.739, 0.893], 0.294, 0.597, 0.473], // FixLearned_W
  [[2594, 2.753, 0.78], [44, 1.141, 0.964], 0.712, 0.999, 0.952], // FixLearned_A
  [[744, 26.061, 0.94], [17, 4.147, 0.844], 0.543, 0.849, 0.766], // AdaptiveTTL 0.1
  [[3970, 0.707, 0.488], [198, 0.764, 0.618], 0.831, 0.597, 0.795], // AdaptiveTTL 3
  [[2244, 258.87, 0.754], [91, 12.414, 0.855], 0.162, 0.34, 0.265], // LRU-2
  [[2481, 2.173, 0.788], [42, 1.212, 0.963], 0.785, 1, 1], // MAVSync
  [[2267, 2.736, 0.809], [47, 1.108, 0.96], 0.755, 0.988, 0.975], // IndHist 0.7
  [[4267, 0.339, 0.303], [151, 0.534, 0.842], 0.884, 0.815, 0.958], // IndHist 10
  [[2267, 2.848, 0.809], [48, 1.172, 0.937], 0.745, 0.955, 0.952], // IndHist/TTL 0.7/0.1
  [[4259, 0.345, 0.303], [156, 0.55, 0.815], 0.88, 0.79, 0.941], // IndHist/TTL 10/3
  [[1920, 1.729, 0.835], [724, 2.594, 0.163], 0.94, 0.165, 0.444], // LIHZ 0.1
  [[2573, 0.874, 0.68], [893, 2.657, 0.152], 1, 0.149, 0.436], // LIHZ 1
]
