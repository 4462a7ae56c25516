/** Replays traces through the live policy code, with no look-ahead: the policy sees only what its polls brought. */
import { learnsFromHistory } from '#lib/policy/intervals.ts'
import { isInterval, methods } from '#lib/policy/facts/methods.ts'
import { replaySources } from './simulate-days.ts'
import { matchParameter } from './simulate-match.ts'
import { replayByPrice } from './simulate-price.ts'
import { reportOf, type ReplayReport } from './simulate-report.ts'
import { closeSource, startSource, type SimulatedSource, type TracedSource } from './simulate-source.ts'
import type { SimulatedWeb } from './simulate-web.ts'
import { DAY_MS, MINUTE_MS, dayStartOf } from '#lib/policy/basics/time.ts'
import type { MethodName } from '#lib/policy/basics/settings.ts'
import type { Ingredient, PriceMemory } from '#lib/policy/learning/learned.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

export type SimulationOptions = {
  readonly method: MethodName
  readonly sources: readonly TracedSource[]
  /** Polls per source and day. Null for interval policies: as they are at `parameter`. */
  readonly budget: number | null
  /** Interval policies without a budget: their parameter; the published one unless told. */
  readonly parameter?: number
  /** First UTC midnight of the trace; evaluation begins `learnDays` later and ends at `endAt`. */
  readonly startAt: number
  readonly endAt: number
  /** Days known in full at the start, 14 unless told. */
  readonly learnDays?: number
  /** All sources take part, and one free poll at the end of the learning days shows their documents; nothing else is known. */
  readonly isCold?: boolean
  /** Postings a document shows, 15 unless told: older new ones are lost at a poll. */
  readonly windowSize?: number
  /** Interval policies never wait longer (β); a day unless told, wider while they are matched to a budget. */
  readonly maxStalenessMs?: number
  /** No source is polled more often; a minute unless told. */
  readonly minIntervalMs?: number
  /** 'price' only: greatest planned chance that a window overflows between two polls, 10 % unless told, and what to leave out. */
  readonly overflowRisk?: number
  readonly without?: readonly Ingredient[]
  /** 'price' only: what is true of each source by id, instead of what polls teach: how far learning could lead. */
  readonly truths?: ReadonlyMap<number, PriceMemory>
  /** 'price' only: when each source's readers are there, by id. */
  readonly presences?: ReadonlyMap<number, Presence>
  /** 'price' only: what polls meet besides documents, failures for instance. */
  readonly web?: SimulatedWeb
  /** Patterns that 'retrieval-only', 'combined' and 'indhist-agghist' learn of all sources together, at most; 12 unless told (SC 4.3). */
  readonly mostClusters?: number
  /** Keeps the instants of all polls: 8 bytes each. */
  readonly keepsPolls?: boolean
  /** A clock, to tell how long plannings take. */
  readonly elapsedMs?: () => number
}

/** A finished run. `planningMs` is the mean time of a planning, null without a clock or without plannings. */
export type Run = {
  /** Of an interval policy, else null. */
  readonly parameter: number | null
  readonly polls: number
  readonly report: ReplayReport
  readonly planningMs: number | null
  readonly states: readonly SimulatedSource[]
}

/**
 * Runs a policy over a trace: learnt start by default (sources with a posting in the learning days take part, all of which is known),
 * cold start when asked for. A policy that plans is given the budget; an interval policy is matched to it by its parameter over whole
 * runs, or runs as published when there is none. The same options always give the same run.
 * @throws RangeError for options without meaning, such as no day to evaluate or no source to poll
 */
export function simulate(options: SimulationOptions): Run {
  checkOptions(options)
  const { method, budget, maxStalenessMs = method === 'price' ? 7 * DAY_MS : DAY_MS } = options
  const published = methods[method].parameter?.published[0] ?? 1
  if (!isInterval(method)) return runOnce(options, null, maxStalenessMs)
  if (budget === null) return runOnce(options, options.parameter ?? published, maxStalenessMs)
  const participants = participantsOf(options).length
  const target = budget * participants * evaluatedDays(options)
  // β widens with the interval a budget leaves (policy-goals 2): else seldom polls could not be matched at all.
  const longest = Math.min(7, Math.max(1, 4 / budget)) * DAY_MS
  return matchParameter(published, target, (parameter) => runOnce(options, parameter, longest)).run
}

function runOnce(options: SimulationOptions, parameter: number | null, maxStalenessMs: number): Run {
  const {
    method,
    budget,
    startAt,
    endAt,
    learnDays = 14,
    isCold = false,
    windowSize = 15,
    overflowRisk = 0.1,
    minIntervalMs = MINUTE_MS,
  } = options
  const evaluatedFrom = startAt + learnDays * DAY_MS
  const start = { startAt, evaluatedFrom, endAt, isCold, windowSize, keepsPolls: options.keepsPolls ?? false }
  const states = participantsOf(options).map((source) => startSource(source, start))
  const settings = { budgetPerDay: (budget ?? 0) * states.length, minIntervalMs, maxStalenessMs }
  const replay = { states, settings, evaluatedFrom, endAt, elapsedMs: options.elapsedMs ?? null }
  const planningMs =
    method === 'price'
      ? replayByPrice({
          ...replay,
          settings: { ...settings, overflowRisk },
          without: options.without,
          truths: options.truths,
          presences: options.presences,
          web: options.web,
        })
      : replaySources({
          ...replay,
          method,
          settings: { ...settings, ...(parameter !== null && { parameter }) },
          isPlannedDaily: !isInterval(method) || learnsFromHistory(method),
          isLive: method === 'minimum-delay',
          mostClusters: options.mostClusters,
        })
  for (const state of states) closeSource(state, endAt)
  const report = reportOf(states, evaluatedDays(options))
  const polls = states.reduce((sum, state) => sum + state.polls, 0)
  return { parameter, polls, report, planningMs, states }
}

/** Cold: all sources that ever post. Learnt: those with a posting in the learning days; what appears later is left out altogether. */
function participantsOf({
  sources,
  startAt,
  endAt,
  learnDays = 14,
  isCold = false,
}: SimulationOptions): readonly TracedSource[] {
  const before = isCold ? endAt : startAt + learnDays * DAY_MS
  return sources.filter(({ postingTimes }) => (postingTimes[0] ?? Infinity) < before)
}

function evaluatedDays({ startAt, endAt, learnDays = 14 }: SimulationOptions): number {
  return (endAt - startAt) / DAY_MS - learnDays
}

function checkOptions(options: SimulationOptions): void {
  const { method, budget, startAt, windowSize = 15 } = options
  if (dayStartOf(startAt) !== startAt) throw new RangeError(`startAt must be a UTC midnight, got ${startAt}`)
  if (!(evaluatedDays(options) > 0)) throw new RangeError('the trace has no day after the learning days')
  if (!(windowSize >= 1)) throw new RangeError(`windowSize must be at least 1, got ${windowSize}`)
  if (budget !== null && !(budget > 0)) throw new RangeError(`budget must be positive, got ${budget}`)
  if (budget === null && !isInterval(method)) throw new RangeError(`${method} needs a budget`)
  if (options.web !== undefined && method !== 'price')
    throw new RangeError(`failures are replayed under price only, not under ${method}`)
  if (participantsOf(options).length === 0)
    throw new RangeError('no source has a posting in the learning days')
}
