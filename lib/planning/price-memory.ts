import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { listPastPolls, readPopulation } from '#lib/store/polling/price-memories.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'
import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'

/** Before anything is planned: the same for every source and server. */
const beginning = firstPopulation(0)

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
