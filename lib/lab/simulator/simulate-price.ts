import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { planByPrice, type PricedSource } from '#lib/policy/price/plan.ts'
import { type PopulationSettings, firstPopulation } from '#lib/policy/learning/population.ts'
import { hostsOf, replayHost, type Seat } from './simulate-polls.ts'
import type { SimulatedSource } from './simulate-source.ts'
import { plannedWindow } from './simulate-window.ts'
import { quietWeb, type SimulatedWeb } from './simulate-web.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import type { Ingredient, Population, PriceMemory } from '#lib/policy/learning/learned.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

export type PriceReplay = {
  readonly states: readonly SimulatedSource[]
  readonly settings: PopulationSettings
  readonly evaluatedFrom: number
  readonly endAt: number
  readonly elapsedMs: (() => number) | null
  /** The lessons of a server when the replay takes over from it; absent: the beginning of a trace. */
  readonly inForce?: {
    readonly population: Population
    /** Polls made since that population's planning. */
    readonly spent: number
    readonly memories: ReadonlyMap<number, PriceMemory>
  }
  /** Left out of the policy. */
  readonly without?: readonly Ingredient[] | undefined
  /** The truth about each source by id, instead of what polls teach. */
  readonly truths?: ReadonlyMap<number, PriceMemory> | undefined
  /** The times of each source's readers, by id; absent: always. */
  readonly presences?: ReadonlyMap<number, Presence> | undefined
  /** The sources that are urgent or held back, by id; absent: none. */
  readonly limits?:
    | ReadonlyMap<number, Pick<PricedSource, 'isUrgent' | 'greatestDelayMs' | 'heldMs'>>
    | undefined
  /** Puts a plan under what stands over the policy; absent: nothing does. */
  readonly boundPlan?: ((plan: SourcePlan) => SourcePlan) | undefined
  /** The events that polls meet besides documents; absent: none. */
  readonly web?: SimulatedWeb | undefined
}

/**
 * Replays sources in place under the price policy: the price is set and the population learnt at every UTC midnight, decisions are taken at
 * the polls alone and stand until the next.
 * @returns mean duration of a planning; null without a clock
 */
export function replayByPrice(replay: PriceReplay): number | null {
  const { states, evaluatedFrom, endAt, elapsedMs, inForce, truths } = replay
  const seats = states.map((state): Seat => {
    const truth = truths?.get(state.sourceId)
    const memory = truth ?? inForce?.memories.get(state.sourceId) ?? emptyMemory(state.knownSince)
    return {
      state,
      memory,
      knowsTruth: truth !== undefined,
      plan: null,
      failures: 0,
      outcome: 'unchanged',
      failure: undefined,
    }
  })
  const hosts = hostsOf(seats, replay.web ?? quietWeb)
  let population = inForce?.population ?? introduce(seats, replay)
  let plannings = 0
  let planningMs = 0
  let spent = inForce?.spent ?? 0
  for (let now = evaluatedFrom; now < endAt; now += DAY_MS) {
    const startedAt = elapsedMs?.() ?? 0
    population = planSeats(seats, replay, now, population, spent)
    planningMs += (elapsedMs?.() ?? 0) - startedAt
    plannings++
    spent = 0
    for (const host of hosts) spent += replayHost(host, population, now, Math.min(endAt, now + DAY_MS))
  }
  return elapsedMs === null ? null : planningMs / plannings
}

/**
 * Reads the first documents, then once more in the light of all of them, as when a source is added to a running server.
 * @returns the population before anything was planned
 */
function introduce(seats: readonly Seat[], replay: PriceReplay): Population {
  const { evaluatedFrom: now, without } = replay
  const unknown = firstPopulation(now, without)
  const learning = seats.filter(({ knowsTruth }) => !knowsTruth)
  for (const seat of learning) seat.memory = firstMemory(seat.state, unknown)
  const population = planSeats(seats, replay, now, unknown, 0)
  for (const seat of learning) seat.memory = firstMemory(seat.state, population)
  return unknown
}

function firstMemory(state: SimulatedSource, population: Population): PriceMemory {
  const { known, knownSince, polledAt } = state
  const opensSpan = known[0] === knownSince
  const poll = { polledAt, newTimes: opensSpan ? known.slice(1) : known }
  return remember(emptyMemory(knownSince), poll, population)
}

function planSeats(
  seats: readonly Seat[],
  { settings, presences, limits, boundPlan }: PriceReplay,
  now: number,
  before: Population,
  spent: number,
): Population {
  const sources = seats.map(({ state, memory }) => ({
    sourceId: state.sourceId,
    weight: state.weight,
    windowSize: plannedWindow(state),
    polledAt: state.polledAt,
    memory,
    presence: presences?.get(state.sourceId) ?? null,
    ...limits?.get(state.sourceId),
  }))
  const { population, plans } = planByPrice(sources, settings, now, before, spent)
  seats.forEach((seat, index) => {
    const plan = plans[index] ?? null
    seat.plan = plan === null || boundPlan === undefined ? plan : boundPlan(plan)
  })
  return population
}
