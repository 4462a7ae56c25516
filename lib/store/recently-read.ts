import type { Database } from './database.ts'
import { changePostings } from './posting-states.ts'

/** Marks unread again what a subscriber marked read, posting by posting, so short a while ago. */
export async function unreadRecentlyRead(
  database: Database,
  subscriberId: string,
  withinMs: number,
  now: number,
): Promise<void> {
  const rows = await database.postingState.findMany({
    where: { subscriberId, isRead: true, readAt: { gte: new Date(now - withinMs) } },
    select: { postingId: true },
  })
  const ids = rows.map(({ postingId }) => postingId)
  if (ids.length > 0) await changePostings(database, subscriberId, ids, { isRead: false }, now)
}
