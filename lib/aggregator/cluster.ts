import { cluesOf } from '#lib/documents/identity/posting-clues.ts'
import { clusterNextPostings, removeOldClues } from '#lib/store/stories/clusters.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'

/** Postings looked at in one transaction, some 20 ms of computing, and batches in one call. */
const batch = 200
const mostBatches = 50

/**
 * Links postings that tell the same story in several sources: the same address, or nearly the same words, within three
 * days. Apart from the polls, so that none waits for it; what is not done in one call is done in the next.
 */
export async function clusterPostings(
  context: Pick<AggregatorContext, 'database' | 'clock'>,
  mustWait: () => boolean = () => false,
): Promise<void> {
  const { database, clock } = context
  for (let count = 0; count < mostBatches && !mustWait(); count++) {
    const done = await clusterNextPostings(database, { now: clock.now(), limit: batch }, cluesOf)
    if (done < batch) break
  }
  await removeOldClues(database, clock.now())
}
