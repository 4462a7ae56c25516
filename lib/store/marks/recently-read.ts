import type { Database } from '#lib/store/connection/database.ts'
import { recentlyMs } from './mark-found-read.ts'
import { restoreMarks } from './mark-read.ts'
import { takeAllSecrets } from '#lib/store/accounts/one-time-secrets.ts'
import { changePostings } from './posting-states.ts'
import { parseUndoToken } from './undo-token.ts'

/**
 * Marks unread again what a subscriber marked read in the last few minutes: posting by posting, or by a reader app a source, a
 * folder or all at once, the last of these first, as each moved the marks that the one before had left.
 */
export async function unreadRecentlyRead(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<void> {
  await database.$transaction(
    async (transaction) => {
      for (const token of await takeAllSecrets(transaction, subscriberId, 'unread-recently', new Date(now))) {
        const undo = parseUndoToken(token)
        if (undo !== null) await restoreMarks(transaction, subscriberId, undo, now)
      }
      const rows = await transaction.postingState.findMany({
        where: { subscriberId, isRead: true, readAt: { gte: new Date(now - recentlyMs) } },
        select: { postingId: true },
      })
      const ids = rows.map(({ postingId }) => postingId)
      if (ids.length > 0) await changePostings(transaction, subscriberId, ids, { isRead: false }, now)
    },
    { timeout: 60_000 },
  )
}
