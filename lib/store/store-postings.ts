import type { Transaction } from './database.ts'
import { notify } from './notify.ts'
import type { EditedPosting, NewPosting, PostingAlias } from './poll-record.ts'
import { setFirstReadMarks } from './read-marks.ts'
import { storeAliases, storeEdit } from './store-edits.ts'

/** Advisory lock under which postings are stored, any number that nothing else uses. */
const postingsLock = 5_301_978

/** What a poll or a delivery brought of a source. */
export type News = {
  readonly sourceId: number
  /** The poll that found it; null: a hub brought it. */
  readonly pollId: bigint | null
  /** Nothing of this source was stored before: the read marks of its subscribers are set. */
  readonly isFirst: boolean
  readonly foundAt: number
  /** Rising by publication, so that ids rise with it. */
  readonly newPostings: readonly NewPosting[]
  readonly editedPostings: readonly EditedPosting[]
  readonly aliases: readonly PostingAlias[]
}

/**
 * Stores what is new and tells about it; what another process stored meanwhile is left as it is. Must come last in its
 * transaction: the lock lets one at a time do this over all processes, so that posting ids rise in the order in which
 * postings become visible and "up to this id" never covers one that comes later.
 * @returns how many postings were stored
 */
export async function storePostings(transaction: Transaction, news: News): Promise<number> {
  for (const edited of news.editedPostings) await storeEdit(transaction, edited, news.foundAt)
  await storeAliases(transaction, news.sourceId, news.aliases, news.foundAt)
  if (news.newPostings.length === 0) return 0
  const { sourceId } = news
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${postingsLock})`
  const rows = await transaction.posting.createManyAndReturn({
    data: news.newPostings.map((posting) => postingRow(posting, news)),
    skipDuplicates: true,
    select: { id: true },
  })
  if (rows.length === 0) return 0
  if (news.isFirst) await setFirstReadMarks(transaction, sourceId)
  const maxId = rows.reduce((greatest, row) => (row.id > greatest ? row.id : greatest), 0n)
  await notify(transaction, { type: 'postings', sourceId, count: rows.length, maxId: maxId.toString() })
  return rows.length
}

function postingRow(posting: NewPosting, { sourceId, pollId }: News) {
  return {
    ...posting,
    enclosures: posting.enclosures.map((enclosure) => ({ ...enclosure })),
    claimedAt: dateOf(posting.claimedAt),
    publishedAt: dateOf(posting.publishedAt),
    foundAt: new Date(posting.foundAt),
    notBeforeAt: dateOf(posting.notBeforeAt),
    shownAt: new Date(posting.shownAt),
    sourceId,
    pollId,
  }
}

function dateOf(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant)
}
