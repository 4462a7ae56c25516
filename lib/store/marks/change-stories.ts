import type { PostingChange } from '#lib/api/postings/postings.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { changePostings } from './posting-states.ts'
import { listReadWith, listRestOfStories } from '#lib/store/stories/read-stories.ts'

/**
 * `changePostings`, and with what is read the rest of its story, which a list of the unread would show in its place; with
 * what is unread again, what was read with it.
 * @returns how many of the postings were found
 */
export async function changeStories(
  database: Database,
  subscriberId: string,
  ids: readonly bigint[],
  change: PostingChange,
  now: number,
  agoMs = 0,
): Promise<number> {
  const { isRead, seen } = change
  if (isRead === undefined) return changePostings(database, subscriberId, ids, change, now, agoMs)
  return database.$transaction(async (transaction) => {
    const rest = isRead
      ? await listRestOfStories(transaction, subscriberId, ids, { isOpened: seen === true })
      : await listReadWith(transaction, subscriberId, ids)
    return changePostings(transaction, subscriberId, ids, change, now, agoMs, rest)
  })
}
