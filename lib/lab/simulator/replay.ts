import { learnsFromHistory } from '#lib/policy/intervals.ts'
import { isInterval, methods } from '#lib/policy/facts/methods.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import { withOverride } from '#lib/policy/schedule/plan-override.ts'
import { withLeastInterval } from '#lib/policy/schedule/publisher-limit.ts'
import { replaySources } from './simulate-days.ts'
import { matchParameter } from './simulate-match.ts'
import { replayByPrice } from './simulate-price.ts'
import { closeSource, type SimulatedSource } from './simulate-source.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { startLab, type LabWorld } from './world.ts'
import { type HistoryMethodName, type MethodName, policyNames } from '#lib/policy/basics/settings.ts'
import type { Population } from '#lib/policy/learning/learned.ts'

/** A policy at a budget of polls a day over all sources of the world together. */
type ReplayRequest = { readonly method: MethodName; readonly budgetPerDay: number }

/** A finished replay. `pollTimes` and `delays` of the states are what it did and brought. */
export type LabReplay = {
  readonly states: readonly SimulatedSource[]
  readonly polls: number
  /** Of an interval policy that was matched to the budget; else null. */
  readonly parameter: number | null
}

/**
 * Replays a stored span under a policy, with the server's settings and the code that decides live: from the postings, plans and memories
 * that were there at the takeover, so that the policy in use polls as it really did, as long as no poll failed and nobody changed
 * anything. Policies without a budget that no server polls by are matched to it by their parameter; 'mavsync' is as the server has it.
 * O(polls · what a decision costs).
 */
export function replayLab(world: LabWorld, request: ReplayRequest): LabReplay {
  const { method, budgetPerDay } = request
  if (method === 'price') return finish(world, byPrice(world, budgetPerDay), null)
  const isLive = policyNames.some((name) => name === method)
  if (isLive || !isInterval(method)) return finish(world, byHistory(world, method, budgetPerDay, null), null)
  const target = (budgetPerDay * (world.endAt - world.takeoverAt)) / DAY_MS
  const published = methods[method].parameter?.published[0] ?? 1
  const { parameter, run } = matchParameter(published, target, (tried) =>
    finish(world, byHistory(world, method, budgetPerDay, tried), tried),
  )
  return { ...run, parameter }
}

function byPrice(world: LabWorld, budgetPerDay: number): SimulatedSource[] {
  const states = startLab(world)
  const { takeoverAt: evaluatedFrom, endAt, settings, sources } = world
  const continues = world.spent !== null && budgetPerDay === settings.budgetPerDay
  const memories = new Map(
    sources.flatMap(({ sourceId, memory }) => (memory === null ? [] : [[sourceId, memory] as const])),
  )
  replayByPrice({
    states,
    settings: { ...settings, budgetPerDay },
    evaluatedFrom,
    endAt,
    elapsedMs: null,
    presences: new Map(
      sources.flatMap(({ sourceId, plan }) => (plan?.presence ? [[sourceId, plan.presence] as const] : [])),
    ),
    limits: limitsOf(world),
    boundPlan: boundPlanOf(world),
    ...(world.population !== null && {
      inForce: {
        population: continues ? world.population : withNewAccount(world.population),
        spent: continues ? (world.spent ?? 0) : 0,
        memories,
      },
    }),
  })
  return states
}

/** The sources that were urgent, as their plans tell, and those held back by their publishers' limits. */
function limitsOf({ sources, settings }: LabWorld) {
  return new Map(
    sources.map(({ sourceId, plan, override, leastIntervalMs }) => {
      const isUrgent =
        plan !== null && override.fixedIntervalMs === null && plan.minIntervalMs < settings.minIntervalMs
      const limits = {
        isUrgent,
        ...(override.greatestDelayMs !== null && { greatestDelayMs: override.greatestDelayMs }),
        ...(leastIntervalMs !== null && { heldMs: leastIntervalMs }),
      }
      return [sourceId, limits] as const
    }),
  )
}

/** The bounds over every policy that a server polls by: the admin's overrides and the publishers' limits. */
function boundPlanOf({ sources }: LabWorld): (plan: SourcePlan) => SourcePlan {
  const bounds = new Map(sources.map((source) => [source.sourceId, source]))
  return (plan) => {
    const source = bounds.get(plan.sourceId)
    return source === undefined
      ? plan
      : withLeastInterval(withOverride(plan, source.override), source.leastIntervalMs)
  }
}

function withNewAccount(population: Population): Population {
  return { ...population, ledger: firstPopulation(0).ledger }
}

function byHistory(
  world: LabWorld,
  method: HistoryMethodName,
  budgetPerDay: number,
  parameter: number | null,
): SimulatedSource[] {
  const states = startLab(world)
  const { takeoverAt: evaluatedFrom, endAt, settings, sources } = world
  const isLive = policyNames.some((name) => name === method)
  replaySources({
    states,
    method,
    settings: { ...settings, budgetPerDay, ...(parameter !== null && { parameter }) },
    evaluatedFrom,
    endAt,
    elapsedMs: null,
    isPlannedDaily: isLive || !isInterval(method) || learnsFromHistory(method),
    isLive,
    ...(isLive && {
      boundPlan: boundPlanOf(world),
      plansBefore: new Map(
        sources.flatMap(({ sourceId, plan }) => (plan === null ? [] : [[sourceId, plan] as const])),
      ),
    }),
  })
  return states
}

function finish({ endAt }: LabWorld, states: SimulatedSource[], parameter: number | null): LabReplay {
  let polls = 0
  for (const state of states) {
    closeSource(state, endAt)
    polls += state.pollTimes?.length ?? 0
  }
  return { states, polls, parameter }
}
