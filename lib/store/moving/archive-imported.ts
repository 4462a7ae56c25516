import { comparedText, holdsText, type ComparedText } from '#lib/documents/identity/holds-text.ts'
import { inSlices } from '#lib/store/connection/in-pieces.ts'
import { findOrCreateArchives } from '#lib/store/postings/archives.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { placeImported, textKeyOf, type KeptPosting } from './place-imported.ts'
import type { NewPosting } from '#lib/store/ground/polled-posting.ts'
import { storeNews, type News } from '#lib/store/postings/store-postings.ts'

/** A posting of an export with its text and what it says of its feed. */
export type ArchiveRow = KeptPosting & {
  readonly feedTitle: string | null
  readonly siteUrl: string | null
}

/**
 * Stores those postings in the subscriber's archives whose text is kept nowhere. A transaction of its own, which ends with
 * it: storing takes the lock that all polls wait for. Known by their keys, they are found when it is done again.
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
      const placed = await placeImported(transaction, subscriberId, rows)
      const missing = rows.filter((_row, at) => placed[at]?.found === null)
      if (missing.length === 0) return
      const feeds = missing.map(({ feedUrl, feedTitle, siteUrl }) => ({ feedUrl, title: feedTitle, siteUrl }))
      const archives = await findOrCreateArchives(transaction, subscriberId, feeds, now)
      const byArchive = Map.groupBy(missing, ({ feedUrl }) => archives.get(feedUrl ?? '') ?? 0)
      const taken = await findTaken(transaction, [...byArchive.keys()], missing)
      const news: News[] = []
      for (const [sourceId, own] of byArchive) {
        const texts = await eachText(
          own.map(({ posting }) => posting),
          taken.get(sourceId) ?? new Set(),
        )
        const newPostings = texts.toSorted((a, b) => a.shownAt - b.shownAt)
        news.push({ sourceId, pollId: null, isFirst: false, editedPostings: [], aliases: [], newPostings })
      }
      await storeNews(transaction, news, () => now)
    },
    { timeout: 60_000 },
  )
}

/** Keys of the postings that the archives have for other texts. */
async function findTaken(
  transaction: Transaction,
  archives: readonly number[],
  rows: readonly ArchiveRow[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const aliases = await transaction.postingAlias.findMany({
    where: { sourceId: { in: [...archives] }, key: { in: rows.map(({ key }) => key) } },
    select: { sourceId: true, key: true },
  })
  const bySource = Map.groupBy(aliases, ({ sourceId }) => sourceId)
  return new Map([...bySource].map(([sourceId, own]) => [sourceId, new Set(own.map(({ key }) => key))]))
}

/** So many of the texts before are compared with one: a file may say thousands of one address. */
const mostCompared = 10

/** Of postings with the same key those of which none of the last before has the text; each with a key of its own. */
async function eachText(postings: readonly NewPosting[], taken: ReadonlySet<string>): Promise<NewPosting[]> {
  const stored: NewPosting[] = []
  for (const [key, same] of Map.groupBy(postings, (posting) => posting.key)) {
    const texts: NewPosting[] = []
    const compared: ComparedText[] = []
    await inSlices(same, (posting) => {
      const text = comparedText(posting)
      if (compared.slice(-mostCompared).some((before) => holdsText(before, text))) return
      texts.push(posting)
      compared.push(text)
    })
    stored.push(
      ...texts.map((text, at) => (at > 0 || taken.has(key) ? { ...text, key: textKeyOf(text) } : text)),
    )
  }
  return stored
}
