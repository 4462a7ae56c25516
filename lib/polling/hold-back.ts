import { log } from '#lib/runtime/log.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import { countOfDay, mostOfDay, shareOfDay } from '#lib/store/lists/count-of-day.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import type { NewPosting } from '#lib/store/ground/polled-posting.ts'

/**
 * Of new postings, oldest first, those that are stored now. The first document of a source is taken whole. The others are told in the log, and
 * are new again when the document is read the next time: the oldest go first, as they leave it first.
 */
export async function holdBack(
  database: Database | Transaction,
  source: Pick<ClaimedSource, 'id' | 'lastSuccessAt'>,
  newPostings: readonly NewPosting[],
  now: number,
): Promise<readonly NewPosting[]> {
  if (newPostings.length === 0 || source.lastSuccessAt === null) return newPostings
  let brought = await countOfDay(database, source.id, now)
  const taken: NewPosting[] = []
  for (const posting of newPostings) {
    if (brought >= mostOfDay) break
    brought += shareOfDay(posting)
    taken.push(posting)
  }
  const heldBack = newPostings.length - taken.length
  if (heldBack > 0) log.warn('postings-held-back', { sourceId: source.id, heldBack, mostOfDay })
  return taken
}
