import type { DelayPoint } from '#lib/api/sources.ts'
import type { Database } from './database.ts'
import { postingDelay } from './posting-delay.ts'
import { isoOf } from './posting-item.ts'

const maxDelayPoints = 2000

/** The delays of a source's postings of the last days, oldest first, the newest 2,000 of them. */
export async function listDelayPoints(
  database: Database,
  sourceId: number,
  since: number,
): Promise<DelayPoint[]> {
  const rows = await database.posting.findMany({
    where: { sourceId, shownAt: { gte: new Date(since) } },
    select: {
      id: true,
      title: true,
      claimedAt: true,
      publishedAt: true,
      foundAt: true,
      notBeforeAt: true,
      isInitial: true,
    },
    orderBy: [{ shownAt: 'desc' }, { id: 'desc' }],
    take: maxDelayPoints,
  })
  return rows.reverse().map((row) => ({
    postingId: row.id.toString(),
    title: row.title,
    foundAt: row.foundAt.toISOString(),
    publishedAt: isoOf(row.publishedAt),
    delay: postingDelay(row),
  }))
}
