import { indexNextPostings } from '#lib/store/search-index.ts'
import type { AggregatorContext } from './context.ts'

/** Postings made searchable in one transaction, some 0.2 s of work, and batches in one call. */
const batch = 200
const mostBatches = 50

/** Words that this process stored already. */
const knownWords = new Set<string>()

/**
 * Makes postings searchable, apart from the polls, so that none waits for it; what is not done in one call is done in
 * the next.
 */
export async function indexPostings(
  { database }: Pick<AggregatorContext, 'database'>,
  drain?: AbortSignal,
): Promise<void> {
  for (let count = 0; count < mostBatches && drain?.aborted !== true; count++) {
    try {
      if ((await indexNextPostings(database, batch, knownWords)) === 0) break
    } catch (error) {
      knownWords.clear() // some of them may not have been stored
      throw error
    }
  }
}
