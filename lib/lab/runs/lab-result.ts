import type { LabPolicy, LabRequest, LabResult, LabSoFar } from '#lib/api/server/lab.ts'
import {
  differenceOf,
  happenedOf,
  intervalOf,
  outcomeOf,
  pollsToReach,
  type LabOutcome,
} from '#lib/lab/simulator/figures.ts'
import { knowingFutureMs } from '#lib/lab/simulator/knowing-future.ts'
import { noticedOf, type NoticedChange } from '#lib/lab/simulator/noticed.ts'
import { replayLab } from '#lib/lab/simulator/replay.ts'
import type { LabWorld } from '#lib/lab/simulator/world.ts'
import type { DrawnWorld } from './lab-world.ts'

/** Sources named on each side of who would notice. */
const mostNamed = 10

/**
 * Replays a world as a request wants it: the live policy and those asked for, at the present budget and those asked for.
 * @param titles names of the sources that are named
 * @param onPart hears how much is done, 0 to 1, by what the replays cost, and what came of it so far
 */
export async function labResultOf(
  { world, allSources }: DrawnWorld,
  request: LabRequest,
  titlesOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>,
  onPart: (part: number, soFar: LabSoFar) => void,
  elapsedMs: () => number,
): Promise<LabResult> {
  const startedAt = elapsedMs()
  const livePolicy = world.settings.policy
  const policies = [livePolicy, ...request.policies.filter((policy) => policy !== livePolicy)]
  const present = replayAll(world, policies, request.budgets, onPart)
  const live = present.outcomes.get(livePolicy)
  if (live === undefined) throw new Error('The live policy was not replayed.')
  const titled = [...present.outcomes].map(([policy, outcome]) => ({
    policy,
    outcome,
    noticed: noticedOf(world, outcome.bySource, live.bySource, mostNamed),
  }))
  const titles = await titlesOf([
    ...new Set(
      titled.flatMap(({ noticed }) => [...noticed.gainers, ...noticed.losers]).map((each) => each.sourceId),
    ),
  ])
  const happened = happenedOf(world).figures
  const named = (changes: readonly NoticedChange[]) =>
    changes.map((change) => ({ ...change, title: titles.get(change.sourceId) ?? '' }))
  return {
    fromAt: new Date(world.takeoverAt).toISOString(),
    untilAt: new Date(world.endAt).toISOString(),
    sources: world.sources.length,
    allSources,
    livePolicy,
    budgetPerDay: world.settings.budgetPerDay,
    happened,
    failedPolls: world.sources.reduce((sum, { failedPolls }) => sum + failedPolls, 0),
    compared: titled.map(({ policy, outcome, noticed }) => ({
      policy,
      figures: outcome.figures,
      difference: policy === livePolicy ? null : differenceOf(world, outcome.bySource, live.bySource),
      pollsToReach: reachedBy(policy, present.points, live),
      ...noticed,
      gainers: named(noticed.gainers),
      losers: named(noticed.losers),
      pollsByHour: outcome.pollsByHour,
    })),
    points: present.points,
    bound: boundOf(world, [...present.points, happened]),
    tookMs: elapsedMs() - startedAt,
  }
}

type Point = LabResult['points'][number]

function replayAll(
  world: LabWorld,
  policies: readonly LabPolicy[],
  factors: readonly number[],
  onPart: (part: number, soFar: LabSoFar) => void,
): { readonly outcomes: ReadonlyMap<LabPolicy, LabOutcome>; readonly points: readonly Point[] } {
  const parts = [...new Set([1, ...factors])].sort((a, b) => a - b)
  const outcomes = new Map<LabPolicy, LabOutcome>()
  const points: Point[] = []
  const whole = policies.length * parts.reduce((sum, part) => sum + part, 0)
  let done = 0
  for (const policy of policies) {
    for (const part of parts) {
      // As the server has it, MAVSync heeds no budget: at every one of them it is the same.
      if (policy === 'mavsync' && part !== 1) continue
      const budgetPerDay = world.settings.budgetPerDay * part
      const outcome = outcomeOf(world, replayLab(world, { method: policy, budgetPerDay }))
      const interval = policy === world.settings.policy ? intervalOf(world, outcome.bySource) : null
      points.push({ policy, budgetPerDay, ...outcome.figures, interval })
      if (part === 1) outcomes.set(policy, outcome)
      done += part
      const { policy: livePolicy, budgetPerDay: present } = world.settings
      onPart(done / whole, { livePolicy, budgetPerDay: present, points: [...points] })
    }
  }
  return { outcomes, points }
}

/**
 * The bound that no policy can beat: at each budget, and at the polls a day that each point really made. So each point is compared with its
 * own, and lines drawn between these go above none of them.
 */
function boundOf(
  world: LabWorld,
  made: readonly { readonly pollsPerDay: number; readonly budgetPerDay?: number }[],
): NonNullable<LabResult['bound']> {
  const all = made.flatMap(({ pollsPerDay, budgetPerDay = pollsPerDay }) => [pollsPerDay, budgetPerDay])
  const budgets = [...new Set(all)].sort((a, b) => a - b)
  const bounds = knowingFutureMs(world, budgets)
  return budgets.map((budgetPerDay, index) => ({ budgetPerDay, weightedMeanMs: bounds[index] ?? null }))
}

function reachedBy(policy: LabPolicy, points: readonly Point[], { figures }: LabOutcome): number | null {
  if (figures.weightedMeanMs === null) return null
  const own = points.filter((point) => point.policy === policy)
  return pollsToReach(own, figures.weightedMeanMs)
}
