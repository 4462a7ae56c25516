import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocateByAge } from '#lib/lab/literature/cgm-age.ts'
import { allocateByFreshness } from '#lib/lab/literature/cgm-freshness.ts'
import { allocateByHarvest } from '#lib/lab/literature/minimum-missing.ts'
import { allocateBySquareRoot, type SourceDemand } from '#lib/policy/allocate/square-root.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { scoresOf, tallyOf } from '#tests/policy/posting-status.ts'
import { decimal, holds, seed } from '#tests/policy/random-cases.ts'
import { plannedMisses } from './misses.ts'

const demand = fc.record({ weight: decimal(0.01, 50), ratePerDay: decimal(0.001, 500) })
const demands = fc.array(demand, { minLength: 1, maxLength: 40 })
const budget = decimal(0.1, 1000)
const free = (claims: readonly { weight: number; ratePerDay: number }[]): SourceDemand[] =>
  claims.map((claim) => ({ ...claim, low: 0, high: Infinity }))
const delayOf = (
  claims: readonly { weight: number; ratePerDay: number }[],
  polls: readonly number[],
): number =>
  sumOf(claims.map(({ weight, ratePerDay }, index) => (weight * ratePerDay) / (2 * (polls[index] ?? 0))))

test(`square root: the delay of its shares is (Σ √(weight · rate))² / 2M (seed ${seed})`, () => {
  holds(
    fc.property(demands, budget, (claims, polls) => {
      const shares = allocateBySquareRoot(free(claims), polls).pollsPerDay
      const roots = sumOf(claims.map(({ weight, ratePerDay }) => Math.sqrt(weight * ratePerDay)))
      expect(delayOf(claims, shares) / (roots ** 2 / (2 * polls))).toBeCloseTo(1, 6)
    }),
  )
})

test(`every way of sharing keeps to the budget (seed ${seed})`, () => {
  holds(
    fc.property(demands, budget, (claims, polls) => {
      for (const shares of [
        allocateBySquareRoot(free(claims), polls).pollsPerDay,
        allocateByAge(claims, polls),
        allocateByFreshness(claims, polls),
      ]) {
        expect(sumOf(shares) / polls).toBeCloseTo(1, 6)
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      }
    }),
    60,
  )
})

test(`square root: never worse than even or proportional shares, which are alike (seed ${seed})`, () => {
  holds(
    fc.property(demands, budget, (claims, polls) => {
      const best = delayOf(claims, allocateBySquareRoot(free(claims), polls).pollsPerDay)
      const total = sumOf(claims.map(({ weight, ratePerDay }) => weight * ratePerDay))
      const even = delayOf(
        claims,
        claims.map(() => polls / claims.length),
      )
      const proportional = claims.map(({ weight, ratePerDay }) => (polls * weight * ratePerDay) / total)
      expect(best).toBeLessThanOrEqual(even * (1 + 1e-9))
      expect(delayOf(claims, proportional) / even).toBeCloseTo(1, 9)
    }),
  )
})

test(`square root: scaling all rates, or the budget, scales what it must (seed ${seed})`, () => {
  holds(
    fc.property(demands, budget, decimal(0.1, 10), (claims, polls, scale) => {
      const shares = allocateBySquareRoot(free(claims), polls).pollsPerDay
      const faster = claims.map((claim) => ({ ...claim, ratePerDay: claim.ratePerDay * scale }))
      const same = allocateBySquareRoot(free(faster), polls).pollsPerDay
      const more = allocateBySquareRoot(free(claims), polls * scale).pollsPerDay
      shares.forEach((share, index) => {
        expect((same[index] ?? 0) / share).toBeCloseTo(1, 6)
        expect((more[index] ?? 0) / (share * scale)).toBeCloseTo(1, 6)
      })
    }),
  )
})

test(`more weight or rate never means fewer polls, within bounds too (seed ${seed})`, () => {
  const bounded = fc
    .tuple(demand, decimal(0, 0.2), decimal(0.2, 200))
    .map(([claim, low, high]) => ({ ...claim, low, high }))
  holds(
    fc.property(
      fc.array(bounded, { minLength: 2, maxLength: 20 }),
      decimal(4, 400),
      fc.nat(),
      decimal(1, 20),
      fc.constantFrom('weight', 'ratePerDay'),
      (claims, polls, pick, factor, field) => {
        const chosen = pick % claims.length
        const raised = claims.map((claim, index) =>
          index === chosen ? { ...claim, [field]: claim[field] * factor } : claim,
        )
        const [before, after] = [claims, raised].map((list) => allocateBySquareRoot(list, polls).pollsPerDay)
        expect(after?.[chosen]).toBeGreaterThanOrEqual((before?.[chosen] ?? 0) * (1 - 1e-9))
        before?.forEach((share, index) => {
          if (index !== chosen) expect(after?.[index]).toBeLessThanOrEqual(share * (1 + 1e-9))
        })
      },
    ),
  )
})

test(`CGM03: nobody's next poll is worth more than what another paid (seed ${seed})`, () => {
  holds(
    fc.property(demands, budget, (claims, polls) => {
      const young = allocateByAge(claims, polls)
      const fresh = allocateByFreshness(claims, polls)
      const best = delayOf(claims, allocateBySquareRoot(free(claims), polls).pollsPerDay)
      expect(delayOf(claims, young)).toBeGreaterThanOrEqual(best * (1 - 1e-6))
      // Freshness abandons sources; age never does.
      expect(Math.min(...young)).toBeGreaterThan(0)
      expect(fresh.some((share) => share > 0)).toBe(true)
    }),
    60,
  )
})

test(`minimum missing: as good as any plan of so many polls (seed ${seed})`, () => {
  const windowed = fc.record({ postings: fc.nat(60), windowSize: fc.integer({ min: 1, max: 20 }) })
  holds(
    fc.property(fc.array(windowed, { minLength: 1, maxLength: 4 }), fc.nat(8), (sources, polls) => {
      const missed = (plan: readonly number[]): number =>
        sumOf(sources.map((source, index) => plannedMisses(source, plan[index] ?? 0)))
      const least = Math.min(...compositions(polls, sources.length).map(missed))
      expect(missed(allocateByHarvest(sources, polls))).toBe(least)
    }),
  )
})

/** All ways to split a number of polls among sources. */
function compositions(polls: number, sources: number): number[][] {
  if (sources === 1) return [[polls]]
  return Array.from({ length: polls + 1 }, (_, first) =>
    compositions(polls - first, sources - 1).map((rest) => [first, ...rest]),
  ).flat()
}

test(`metrics: every posting of the test is found, missed or open, and nothing is found twice (seed ${seed})`, () => {
  const ascending = (maxLength: number) =>
    fc.array(fc.nat(1000), { maxLength }).map((times) => times.sort((one, other) => one - other))
  holds(
    fc.property(
      ascending(60),
      ascending(12),
      fc.integer({ min: 1, max: 10 }),
      (postings, instants, windowSize) => {
        const polls = [0, ...new Set(instants.filter((at) => at > 0))]
        const source = { postingTimes: postings, polls, windowSize, endAt: 1000 }
        const { found, missed, open } = tallyOf(source)
        expect(found + missed + open).toBe(postings.filter((at) => at > 0).length)
        const { penalisedDelay } = scoresOf(tallyOf(source))
        expect(penalisedDelay).toEqual(scoresOf(tallyOf({ ...source, windowSize: Infinity })).penalisedDelay)
      },
    ),
  )
})
