/** The records of a server about a span of time, as the policy lab replays them. */
import type { PlanOverride } from '#lib/policy/schedule/plan-override.ts'
import { usualOverflowRisk } from '#lib/policy/schedule/floors.ts'
import type { WindowMemory } from '#lib/policy/schedule/window-memory.ts'
import type { SimulatedSource } from './simulate-source.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'
import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'

/** A source as its polls until the takeover had left it, and what came up afterwards. */
export type LabSource = {
  readonly sourceId: number
  readonly weight: number
  /** Postings that its document showed, at most. */
  readonly windowSize: number
  /** Times of the postings that were known at the takeover, ascending, as plannings are given them. */
  readonly knownTimes: readonly number[]
  readonly knownSince: number
  /** The last poll before the takeover, and what it had decided; Infinity: nothing. */
  readonly polledAt: number
  readonly nextPollAt: number
  /** The time at which each posting that was found later could first be found, ascending. */
  readonly times: Float64Array
  /** The time since its publication by then: 0 unless it was seen to be missing after its date. */
  readonly lagMs: Float64Array
  /** The time at which it was really found. */
  readonly foundAt: Float64Array
  /** 1: its delay counts. Not so without a date of its own, or where a hub brought it, whoever polls. */
  readonly isCounted: Uint8Array
  /** Finished polls within the span, ascending, whatever came of them; and how many of them failed. */
  readonly polls: readonly number[]
  readonly failedPolls: number
  readonly plan: SourcePlan | null
  /** The admin's override for it and its publisher's limit, as they are now; null: none. */
  readonly override: PlanOverride
  readonly leastIntervalMs: number | null
  /** The lessons of its polls by the takeover: 'price' of its postings, all of its window. */
  readonly memory: PriceMemory | null
  readonly window: WindowMemory
}

export type LabWorld = {
  readonly sources: readonly LabSource[]
  /** A UTC midnight: the replay takes over before its planning, and before polls that were due in that very instant. */
  readonly takeoverAt: number
  /** Any instant. */
  readonly endAt: number
  /** The settings of the server; budgets are replaced by those asked for. */
  readonly settings: PolicySettings
  /** The lessons of all sources for 'price' by the takeover; null: it was never planned by. */
  readonly population: Population | null
  /** Polls since that population's planning; null: its account is not to be continued, as the sources or weights are others. */
  readonly spent: number | null
}

/** Replay states of all sources at the takeover. */
export function startLab({ sources, takeoverAt, settings }: LabWorld): SimulatedSource[] {
  return sources.map((source) => ({
    sourceId: source.sourceId,
    weight: source.weight,
    windowSize: source.windowSize,
    postingTimes: source.times,
    firstEvaluated: 0,
    delays: new Float64Array(source.times.length).fill(-1),
    known: [...source.knownTimes],
    knownSince: source.knownSince,
    oldestLearnt: 0,
    next: 0,
    // The poll that `polledAt` stands for: without any, a replay would spread the first ones out as for a new source.
    polls: 1,
    hits: 0,
    lost: 0,
    lostDelay: 0,
    open: 0,
    polledAt: source.polledAt,
    nextPollAt: Math.max(takeoverAt, source.nextPollAt),
    pollTimes: [],
    window: { memory: source.window, overflowRisk: settings.overflowRisk ?? usualOverflowRisk },
  }))
}
