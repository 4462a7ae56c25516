import { indexNextPostings, mergeSearchIndex } from '#lib/store/search/search-index.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'

/** Postings made searchable in one transaction, some 0.2 s of work, and batches in one call. */
const batch = 200
const mostBatches = 50

/**
 * So many postings of each process may wait for their place in the index, which costs less for many at once: searches read them from
 * end to end, so many in some 2 ms.
 */
const mostUnmerged = 100
type Indexed = {
  /** Postings that may be waiting; how many of others before this process, nobody knows. */
  unmerged: number
  /** Words that this process stored already. */
  readonly knownWords: Set<string>
}
const indexedOf = new WeakMap<Database, Indexed>()

/**
 * Makes postings searchable, apart from the polls, so that none waits for it; what is not done in one call is done in
 * the next.
 */
export async function indexPostings(
  { database }: Pick<AggregatorContext, 'database'>,
  drain?: AbortSignal,
  mustWait: () => boolean = () => false,
): Promise<void> {
  const indexed = indexedOf.get(database) ?? { unmerged: mostUnmerged, knownWords: new Set<string>() }
  indexedOf.set(database, indexed)
  for (let count = 0; count < mostBatches && drain?.aborted !== true && !mustWait(); count++) {
    try {
      const next = await indexNextPostings(database, batch, indexed.knownWords)
      if (next === 0) break
      indexed.unmerged += next
    } catch (error) {
      indexed.knownWords.clear() // some of them may not have been stored
      throw error
    }
  }
  if (indexed.unmerged < mostUnmerged) return
  await mergeSearchIndex(database)
  indexed.unmerged = 0
}
