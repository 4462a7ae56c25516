import type { MarkReadResult } from '#lib/api/lists/mark-read.ts'
import type { Query } from '#lib/search/query.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { readSearchContext } from '#lib/store/search/search-context.ts'
import { findHits } from '#lib/store/search/search-hits.ts'
import { namesPlace, narrowed } from '#lib/store/lists/search.ts'
import { notifyOfStates } from '#lib/store/ground/state-groups.ts'
import { formatUndoToken } from './undo-token.ts'

type MarkQueryReadRequest = {
  readonly query: Query
  readonly folderId?: number | undefined
  readonly sourceId?: number | undefined
  readonly throughId: bigint
  readonly now: number
}

/** Marked in one call: what an undo token holds. More than a reader ever saw of a search. */
const mostMarked = 20_000
/** Looked for in one go. */
const atOnce = 5000

/**
 * Marks the unread postings that match a query read, up to an id, newest first and at most 20,000: their newest first,
 * so that asking again marks the rest. Each gets a state of its own, as read marks are by source.
 */
export async function markQueryRead(
  database: Database,
  subscriberId: string,
  request: MarkQueryReadRequest,
): Promise<MarkReadResult> {
  const ids = await findUnread(database, subscriberId, request)
  const at = new Date(request.now)
  return database.$transaction(async (transaction) => {
    const marked = await transaction.$queryRaw<{ postingId: bigint }[]>`
      INSERT INTO "posting_state" AS state ("subscriberId", "postingId", "sourceId", "isRead", "readAt", "updatedAt")
      SELECT ${subscriberId}, p."id", p."sourceId", true, ${at}, ${at} FROM "posting" p
      WHERE p."id" = ANY(${ids}::bigint[]) ORDER BY p."id" -- two windows lock them in the same order
      ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
        "isRead" = true, "readAt" = excluded."readAt", "updatedAt" = excluded."updatedAt"
      WHERE state."isRead" IS DISTINCT FROM true
      RETURNING "postingId"`
    const readIds = marked.map(({ postingId }) => postingId)
    await notifyOfStates(transaction, subscriberId, readIds)
    const undoToken = formatUndoToken({ madeAt: request.now, marks: [], unreadIds: [], readIds })
    return { marked: readIds.length, undoToken }
  })
}

async function findUnread(
  database: Database,
  subscriberId: string,
  { query, folderId, sourceId, throughId, now }: MarkQueryReadRequest,
): Promise<bigint[]> {
  const unread = narrowed(query, { show: 'unread', starred: false, later: false })
  const place = { folderId, sourceId }
  const context = await readSearchContext(database, { subscriberId, ...place, now }, unread)
  const asked = {
    subscriberId,
    query: unread,
    order: 'newest',
    throughId,
    isPlaced: namesPlace(place),
  } as const
  const ids: bigint[] = []
  let after = null
  do {
    const limit = Math.min(atOnce, mostMarked - ids.length)
    const { hits, continueAfter } = await findHits(database, { ...asked, after, limit }, context)
    ids.push(...hits.map(({ id }) => id))
    after = hits.length === limit ? (hits.at(-1) ?? null) : continueAfter
  } while (after !== null && ids.length < mostMarked)
  return ids
}
