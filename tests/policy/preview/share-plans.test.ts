import { expect, test } from 'vitest'
import { grantedPolls, shareBudget } from '#lib/policy/allocate/grant.ts'
import { pollsMade, previewBudget } from '#lib/policy/preview/preview.ts'
import { planByPrice, type PricedSource } from '#lib/policy/price/plan.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { type PreviewedPlan, sharingOf } from '#lib/policy/preview/share-plans.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { monday, toPreviewed } from '#tests/policy/builders.ts'
import { knownSource } from '#tests/policy/price/builders.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'

/** Sources of all kinds: without a weight, quiet, busy, with a small window. */
function drawPlans(seed: number, count: number): PreviewedPlan[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, sourceId) => ({
    sourceId,
    weight: random() < 0.2 ? 0 : 10 ** (3 * random() - 1),
    ratePerDay: 10 ** (5 * random() - 3),
    windowSize: random() < 0.5 ? null : 1 + Math.floor(random() * 30),
    hours: { polls: 1, delay: 1 },
  }))
}

const policies = ['minimum-delay', 'uniform', 'mavsync'] as const
// Less than the floors take, about as much, plenty, and more than all ceilings.
const budgets = [1, 20, 300, 5000, 1_000_000]

test.each(policies.flatMap((policy) => budgets.map((budgetPerDay) => ({ policy, budgetPerDay }))))(
  'previews share $budgetPerDay polls out as the planning does: $policy',
  ({ policy, budgetPerDay }) => {
    for (let seed = 1; seed <= 20; seed++) {
      const plans = drawPlans(seed, 60)
      const settings: PolicySettings = {
        policy,
        budgetPerDay,
        overflowRisk: 0.01,
        maxStalenessMs: 3 * DAY_MS,
        minIntervalMs: HOUR_MS / 6,
        weights: { popularity: 1, sayStrength: 2, alertStrength: 2, fairShare: 5 },
      }
      const shares = shareBudget(plans, settings)
      const polls = sharingOf(plans, settings)(budgetPerDay)
      for (const [index, plan] of plans.entries()) {
        const granted = grantedPolls(plan, settings, shares)
        expect(Math.abs((polls[index] ?? NaN) - granted)).toBeLessThanOrEqual(1e-6 * Math.max(1, granted))
      }
    }
  },
)

/** Plans once the sources were polled as planned: at any instant each is somewhere within its interval. */
function settledPlans(count: number, settings: PolicySettings): readonly SourcePlan[] {
  const random = seededRandom(1)
  let sources: PricedSource[] = Array.from({ length: count }, (_, sourceId) => ({
    sourceId,
    weight: 1 + (sourceId % 3),
    windowSize: 15,
    polledAt: monday,
    memory: knownSource([2, 8, 40, 96][sourceId % 4] ?? 1),
  }))
  for (let round = 0; ; round++) {
    const { plans } = planByPrice(sources, settings, monday, firstPopulation(monday), 0)
    if (round === 5) return plans
    sources = sources.map((source, index) => {
      const everyMs = DAY_MS / (plans[index]?.pollsPerDay ?? 1)
      return { ...source, polledAt: monday - random() * everyMs }
    })
  }
}

test.each([
  { perSource: 1, about: 'less than the windows alone would take' },
  { perSource: 3, about: 'about as much' },
  { perSource: 30, about: 'plenty' },
])('under a price a preview at $about is what the planning grants', ({ perSource }) => {
  const budgetPerDay = 400 * perSource
  const settings: PolicySettings = {
    policy: 'price',
    budgetPerDay,
    maxStalenessMs: DAY_MS,
    minIntervalMs: HOUR_MS / 6,
  }
  const plans = settledPlans(400, settings)
  const previewed = plans.map(toPreviewed)
  const polls = pollsMade(previewed, settings, previewBudget(previewed, settings).asked)
  for (const [index, { pollsPerDay }] of plans.entries())
    expect(Math.abs((polls[index] ?? NaN) / pollsPerDay - 1)).toBeLessThan(0.1)
})
