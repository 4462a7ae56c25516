import { findOrCreateArchives } from './archives.ts'
import type { Database } from './database.ts'
import { findImported, type Sought } from './find-imported.ts'
import type { NewPosting } from './poll-record.ts'
import { storeNews } from './store-postings.ts'

/** A posting of an export with its text and what it says of its feed. */
export type ArchiveRow = Sought & {
  readonly feedTitle: string | null
  readonly siteUrl: string | null
  readonly posting: NewPosting
}

/**
 * Stores those postings that are not here in the subscriber's archives. A transaction of its own, which ends with it:
 * storing takes the lock that all polls wait for. Known by their keys, they are found when it is done again.
 */
export async function archiveMissing(
  database: Database,
  subscriberId: string,
  rows: readonly ArchiveRow[],
  now: number,
): Promise<void> {
  if (rows.length === 0) return
  await database.$transaction(
    async (transaction) => {
      const found = await findImported(transaction, subscriberId, rows)
      const missing = rows.filter((_row, at) => found[at] === null)
      if (missing.length === 0) return
      const feeds = missing.map(({ feedUrl, feedTitle, siteUrl }) => ({ feedUrl, title: feedTitle, siteUrl }))
      const archives = await findOrCreateArchives(transaction, subscriberId, feeds, now)
      const distinct = [...new Map(missing.map((row) => [`${row.feedUrl ?? ''} ${row.key}`, row])).values()]
      const bySource = Map.groupBy(distinct, ({ feedUrl }) => archives.get(feedUrl ?? '') ?? 0)
      await storeNews(
        transaction,
        [...bySource].map(([sourceId, own]) => ({
          ...{ sourceId, pollId: null, isFirst: false, foundAt: now, editedPostings: [], aliases: [] },
          newPostings: own.map(({ posting }) => posting).toSorted((a, b) => a.shownAt - b.shownAt),
        })),
      )
    },
    { timeout: 60_000 },
  )
}
