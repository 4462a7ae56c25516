import { seededRandom } from '#lib/policy/basics/random.ts'
import { replayByPrice, type PriceReplay } from '#lib/lab/simulator/simulate-price.ts'
import { closeSource, type SimulatedSource } from '#lib/lab/simulator/simulate-source.ts'
import type { SimulatedWeb } from '#lib/lab/simulator/simulate-web.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { simulated, type FaultRule } from './faults.ts'
import { readInForce, readStored } from '#tests/support/data/stored-state.ts'
import type { Trace } from '#tests/support/data/trace.ts'

type Week = {
  readonly startAt: number
  readonly endAt: number
  readonly settings: PriceReplay['settings']
  readonly rule: FaultRule
  readonly hostOf: (source: string) => string
  readonly timeoutMs: number
  readonly spacingMs: number
  /** The lateness of polls for the machine's sake, in milliseconds, one for each poll of the run: at least one. */
  readonly lateMs: readonly number[]
}

type Outcome = { readonly meanMs: number; readonly postings: number; readonly polls: number }

/**
 * Runs that are alike but for how late each poll begins: drawn from what was measured in the live run. The question is whether the same
 * trace, budget and failures give the same delay; what a busy machine adds in compressed time is none of the policy.
 */
const runs = 10

/**
 * The simulator's week, from what the polls before it had brought. A little earlier or later, and a posting waits for the
 * next poll: the mean of several runs is what the policy does, one run alone is that and chance.
 */
export async function simulateWeek(
  database: Database,
  trace: Trace,
  week: Week,
): Promise<Outcome & { readonly runs: readonly Outcome[] }> {
  const stored = await readStored(database, trace, week.startAt, week.endAt)
  const inForce = await readInForce(database, week.startAt)
  const names = new Map(
    (await database.source.findMany({ select: { id: true, title: true } })).map(({ id, title }) => [
      id,
      title,
    ]),
  )
  const nameOf = (sourceId: number) => names.get(sourceId) ?? ''
  const outcomes = Array.from({ length: runs }, (_, run) => {
    const random = seededRandom(run)
    const web: SimulatedWeb = {
      answerTo: (sourceId, at) => simulated(week.rule(nameOf(sourceId), at), week.timeoutMs, week.spacingMs),
      hostOf: (sourceId) => week.hostOf(nameOf(sourceId)),
      spacingMs: week.spacingMs,
      lateMs: () => Math.max(0, week.lateMs[Math.floor(week.lateMs.length * random())] ?? 0),
    }
    const states = stored.map(({ state }) => freshCopy(state))
    const { settings, startAt, endAt } = week
    replayByPrice({ states, settings, evaluatedFrom: startAt, endAt, elapsedMs: null, inForce, web })
    return outcomeOf(states, startAt, endAt)
  })
  const meanOf = (name: keyof Outcome) => outcomes.reduce((sum, outcome) => sum + outcome[name], 0) / runs
  return { meanMs: meanOf('meanMs'), postings: meanOf('postings'), polls: meanOf('polls'), runs: outcomes }
}

function freshCopy(state: SimulatedSource): SimulatedSource {
  return { ...state, known: [...state.known], delays: state.delays.slice(), pollTimes: [] }
}

/** Delays of the postings of the week; one that was not found by the end waits until then at least. */
function outcomeOf(states: readonly SimulatedSource[], startAt: number, endAt: number): Outcome {
  let sum = 0
  let postings = 0
  let polls = 0
  for (const state of states) {
    closeSource(state, endAt)
    polls += state.polls - 1
    state.delays.forEach((delay, index) => {
      if ((state.postingTimes[state.firstEvaluated + index] ?? 0) < startAt) return
      sum += Math.min(delay, endAt - (state.postingTimes[state.firstEvaluated + index] ?? endAt))
      postings += 1
    })
  }
  return { meanMs: sum / postings, postings, polls }
}
