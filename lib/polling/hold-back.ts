import { log } from '#lib/runtime/log.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import { countUp } from '#lib/store/accounts/attempts.ts'
import { countOfDay, mostOfDay, shareOfDay } from '#lib/store/lists/count-of-day.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import type { EditedPosting, NewPosting } from '#lib/store/ground/polled-posting.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'
import type { Comparison } from './compare-document.ts'

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

/** By which the texts of a source grow in an hour through edits: with their earlier versions an edit that shortens gives nothing back. */
const mostKilobytes = 5_000
/** A text that is written anew counts so much less than one that grows: versions that are not kept leave room in the table, and in the log of the database. */
const rewritesOfOne = 20

/**
 * Of the edits of a document that were compared, its newest postings first, those that are stored now. The others are found when it is read again.
 * A feed that makes thousands of short postings long would fill the disk as new ones would.
 */
export async function holdBackEdits(
  database: Database | Transaction,
  source: Pick<ClaimedSource, 'id'>,
  { editedPostings, uncompared, growthOf }: Pick<Comparison, 'editedPostings' | 'uncompared' | 'growthOf'>,
  now: number,
): Promise<readonly EditedPosting[]> {
  const growth = ({ postingId, html }: EditedPosting) =>
    ((growthOf.get(postingId) ?? 0) + Buffer.byteLength(html) / rewritesOfOne) / 1_000
  const amount = Math.floor(editedPostings.reduce((sum, edited) => sum + growth(edited), 0))
  const counted = { amount, windowMs: HOUR_MS }
  let grown = amount === 0 ? 0 : (await countUp(database, `edits|${source.id}`, counted, now)).count - amount
  const taken = editedPostings.filter((edited) => {
    const isTaken = grown < mostKilobytes
    grown += growth(edited)
    return isTaken
  })
  const heldBack = uncompared + editedPostings.length - taken.length
  if (heldBack > 0) log.warn('edits-held-back', { sourceId: source.id, heldBack, mostKilobytes })
  return taken
}
