/** The lessons of a replayed source's windows, as in the live aggregator: how much its document holds, and when it might overflow. */
import { isTimed } from '#lib/policy/facts/methods.ts'
import { learnWindow, overflowInstant } from '#lib/policy/schedule/window-memory.ts'
import { pollSimulated, windowOf, type SimulatedSource } from './simulate-source.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'

/** `pollSource`, and what its window teaches. @returns how many postings it brought */
export function pollAndLearn(state: SimulatedSource, now: number, ratePerDay: number): number {
  const before = { at: state.polledAt, size: windowOf(state)?.size ?? null }
  const brought = pollSimulated(state, now)
  if (state.window === undefined) return brought
  const size = windowOf(state)?.size ?? 0
  const newTimes = brought === 0 ? [] : state.known.slice(-brought)
  const seen = { size, overlap: Math.max(0, size - brought), newTimes, before, at: now, ratePerDay }
  state.window.memory = learnWindow(state.window.memory, seen).memory
  return brought
}

/** `PollFacts.overflowAt` of a decision; null: no bound. */
export function overflowAtOf({ window, polledAt }: SimulatedSource, plan: SourcePlan): number | null {
  if (window === undefined || !(isTimed(plan.policy) || plan.policy === 'price')) return null
  return overflowInstant(plan, window.memory, polledAt, window.overflowRisk)
}

/** The number of postings that plannings take a source's document to hold; null before it was read. */
export function plannedWindow(state: SimulatedSource): number | null {
  const learned = state.window?.memory.learned ?? null
  return learned === null ? (windowOf(state)?.size ?? null) : Math.max(1, Math.floor(learned))
}
