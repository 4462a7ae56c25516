import { emptyMemory, remember, type PriceMemory } from '#lib/policy/price/memory.ts'
import { firstPopulation, type Population } from '#lib/policy/price/population.ts'
import type { SourceHistory } from '#lib/policy/types.ts'
import type { ClaimedSource } from '#lib/store/claimed-source.ts'
import type { Database } from '#lib/store/database.ts'
import { listPastPolls, listPushedTimes, readPopulation } from '#lib/store/price-memories.ts'
import { publishedSince, type Observation } from './observe.ts'

/** Before anything is planned: the same for every source and server. */
const beginning = firstPopulation(0)

/**
 * What is remembered of a source after a poll: of a poll that failed, what was remembered before; null while it never answered.
 * A memory that is missing is made anew from the stored polls, and comes out the same (`rebuildMemory`).
 */
export async function memoryAfter(
  database: Database,
  source: ClaimedSource,
  observation: Observation,
  population: Population | null,
  finishedAt: number,
): Promise<PriceMemory | null> {
  const isFirst = source.lastSuccessAt === null
  const before = isFirst ? null : (source.priceMemory ?? (await rebuildMemory(database, source.id)))
  if (observation.outcome !== 'fetched' && observation.outcome !== 'not-modified') return before
  const found = publishedSince(observation).map(({ publishedAt, foundAt }) => publishedAt ?? foundAt)
  const pushed =
    source.push === null || source.lastSuccessAt === null
      ? []
      : await listPushedTimes(database, source.id, source.lastSuccessAt)
  const newTimes = [...pushed, ...found].sort((a, b) => a - b)
  return learnPoll(before, finishedAt, newTimes, population)
}

/** The memory of a source from its stored polls until an instant: exactly what the polls themselves left, as long as they are kept. */
export async function rebuildMemory(
  database: Database,
  sourceId: number,
  until = Infinity,
): Promise<PriceMemory | null> {
  let memory: PriceMemory | null = null
  for (const { polledAt, newTimes, runId } of await listPastPolls(database, sourceId)) {
    if (polledAt > until) break
    const population = runId === null ? null : await readPopulation(database, runId)
    memory = learnPoll(memory, polledAt, newTimes, population)
  }
  return memory
}

/** A memory for the planning of a source whose own is missing: from its postings of the last days. The next poll makes it anew. */
export function memoryFromHistory(
  { knownSince, knownUntil, postingTimes }: SourceHistory,
  now: number,
): PriceMemory {
  const polledAt = Math.max(knownSince, knownUntil ?? now) // later than all that is known: it never answered
  const newTimes = postingTimes.filter((at) => at > knownSince && at <= polledAt)
  return remember(emptyMemory(knownSince), { polledAt, newTimes }, beginning)
}

/** Before the oldest posting of the first document nothing is known: it opens the span and is not counted. */
export function learnPoll(
  before: PriceMemory | null,
  polledAt: number,
  newTimes: readonly number[],
  population: Population | null,
): PriceMemory {
  const times = newTimes.map((at) => Math.min(at, polledAt))
  if (before !== null) return remember(before, { polledAt, newTimes: times }, population ?? beginning)
  const [since = polledAt, ...later] = times
  return remember(emptyMemory(since), { polledAt, newTimes: later }, population ?? beginning)
}
