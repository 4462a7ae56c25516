import { rebuildMemory } from '#lib/planning/price-memory.ts'
import type { PriceReplay } from '#lib/lab/simulator/simulate-price.ts'
import type { SimulatedSource } from '#lib/lab/simulator/simulate-source.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { toSourcePlan } from '#lib/store/planning/plan-rows.ts'
import { countPollsSince } from '#lib/store/planning/planning-runs.ts'
import { readPopulation } from '#lib/store/polling/price-memories.ts'
import type { Trace } from './trace.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

/** The live aggregator's store of a source when the simulator takes over, and its polls afterwards. */
export type Stored = {
  readonly state: SimulatedSource
  readonly plan: SourcePlan
  readonly polls: readonly number[]
}

/** Sources by id, each as its polls until `takeoverAt` left it, to be simulated until `endAt`. */
export async function readStored(
  database: Database,
  trace: Trace,
  takeoverAt: number,
  endAt: number,
): Promise<Stored[]> {
  const sources = await database.source.findMany({
    orderBy: { id: 'asc' },
    include: {
      polls: { orderBy: { id: 'asc' }, include: { plan: true } },
      postings: { where: { foundAt: { lte: new Date(takeoverAt) } } },
    },
  })
  return sources.map((source) => {
    const before = source.polls.filter(({ finishedAt }) => finishedAt.getTime() <= takeoverAt)
    const last = before.at(-1)
    if (last === undefined || last.plan === null) throw new Error(`source ${source.id} was not polled`)
    const known = source.postings
      .map(({ publishedAt, foundAt }) => (publishedAt ?? foundAt).getTime())
      .sort((one, other) => one - other)
    return {
      state: stateOf(source, trace.get(source.title) ?? [], known, last.finishedAt.getTime(), endAt),
      plan: toSourcePlan(last.plan),
      polls: source.polls
        .map(({ finishedAt }) => finishedAt.getTime())
        .filter((at) => at > takeoverAt && at < endAt),
    }
  })
}

/** The lessons of the server by price when the simulator takes over: memories made anew from the polls until then. */
export async function readInForce(
  database: Database,
  takeoverAt: number,
): Promise<NonNullable<PriceReplay['inForce']>> {
  const run = await database.planningRun.findFirstOrThrow({
    where: { madeAt: { lt: new Date(takeoverAt) } },
    orderBy: { id: 'desc' },
  })
  const population = await readPopulation(database, run.id)
  if (population === null) throw new Error('The run has no population.')
  const memories = new Map<number, PriceMemory>()
  for (const { id } of await database.source.findMany({ select: { id: true } })) {
    const memory = await rebuildMemory(database, id, takeoverAt)
    if (memory !== null) memories.set(id, memory)
  }
  // A poll due in the very instant of the planning takes place after it.
  return {
    population,
    memories,
    spent: await countPollsSince(database, run.madeAt.getTime(), takeoverAt - 1),
  }
}

function stateOf(
  { id: sourceId, weightFactor: weight }: { readonly id: number; readonly weightFactor: number },
  postingTimes: readonly number[],
  known: number[],
  polledAt: number,
  endAt: number,
): SimulatedSource {
  const next = postingTimes.filter((at) => at <= polledAt).length
  return {
    sourceId,
    weight,
    windowSize: 15,
    postingTimes,
    firstEvaluated: next,
    delays: new Float64Array(postingTimes.filter((at) => at < endAt).length - next).fill(-1),
    known,
    knownSince: known[0] ?? polledAt,
    oldestLearnt: 0,
    next,
    polls: 1,
    hits: 0,
    lost: 0,
    lostDelay: 0,
    open: 0,
    polledAt,
    nextPollAt: Infinity,
    pollTimes: [],
  }
}
