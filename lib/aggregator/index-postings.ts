import { mergeSearchIndex } from '#lib/store/search/merge-search-index.ts'
import { indexNextPostings } from '#lib/store/search/search-index.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'

/** Postings made searchable in one transaction, some 0.2 s of work, and batches in one call. */
const batch = 200
const mostBatches = 50

/**
 * So many postings of each process may wait for their place in the index, which costs less for many at once: searches read them from
 * end to end, so many in some 2 ms.
 */
const mostUnmerged = 100
/** Those that may be waiting; how many of others before this process, nobody knows. */
let unmerged = mostUnmerged

/** Words that this process stored already. */
const knownWords = new Set<string>()

/**
 * Makes postings searchable, apart from the polls, so that none waits for it; what is not done in one call is done in
 * the next.
 */
export async function indexPostings(
  { database }: Pick<AggregatorContext, 'database'>,
  drain?: AbortSignal,
  mustWait: () => boolean = () => false,
): Promise<void> {
  for (let count = 0; count < mostBatches && drain?.aborted !== true && !mustWait(); count++) {
    try {
      const next = await indexNextPostings(database, batch, knownWords)
      if (next === 0) break
      unmerged += next
    } catch (error) {
      knownWords.clear() // some of them may not have been stored
      throw error
    }
  }
  if (unmerged < mostUnmerged) return
  await mergeSearchIndex(database)
  unmerged = 0
}
