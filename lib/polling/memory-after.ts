import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { listPushedTimes } from '#lib/store/polling/price-memories.ts'
import { type Observation, publishedSince } from './read-document.ts'
import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'
import { learnPoll, rebuildMemory } from '#lib/planning/price-memory.ts'

/**
 * The memory of a source after a poll: of a poll that failed, what was remembered before; null while it never answered.
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
  // Nobody knows when the undated postings of a first document came: they teach nothing.
  const told = publishedSince(observation).filter((one) => one.publishedAt !== null || !one.isInitial)
  const found = told.map(({ publishedAt, foundAt }) => publishedAt ?? foundAt)
  const pushed =
    source.push === null || source.lastSuccessAt === null
      ? []
      : await listPushedTimes(database, source.id, source.lastSuccessAt)
  const newTimes = [...pushed, ...found].sort((a, b) => a - b)
  return learnPoll(before, finishedAt, newTimes, population)
}
