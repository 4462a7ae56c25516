import type { PostingFilter, PostingPage } from '#lib/api/postings.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { formatPostingCursor, type PostingCursor } from './posting-cursor.ts'
import { itemColumns, itemJoins, toPostingItem, type PostingItemRow } from './posting-item.ts'
import { isFirstOfStory, pageOfKept, pageOfSubscribed } from './posting-page-sql.ts'
import { presentItems } from './present-items.ts'
import { getReadingSettings } from './reading-settings.ts'

/** Where a page starts (null: at the beginning) and how many postings it holds. */
export type PageRequest = { readonly after: PostingCursor | null; readonly limit: number }

/**
 * One page of a subscriber's timeline. `asOfId` is read before the page: what comes in between may be shown but is not
 * marked read with it. Another subscriber's folder or source gives an empty page.
 */
export async function listPostings(
  database: Database,
  subscriberId: string,
  filter: PostingFilter,
  request: PageRequest,
): Promise<PostingPage> {
  const [newest] = await database.$queryRaw<{ id: bigint | null }[]>`SELECT max("id") AS "id" FROM "posting"`
  const settings = await getReadingSettings(database, subscriberId)
  const { rows, next } = await readPage(database, subscriberId, filter, request, settings.showsStoryOnce)
  return {
    postings: await presentItems(database, subscriberId, filter, settings, rows.map(toPostingItem)),
    nextCursor: next === null ? null : formatPostingCursor(next),
    asOfId: (newest?.id ?? 0n).toString(),
  }
}

type ListedRow = PostingItemRow & { readonly isFirst: boolean }

/** Batches looked through for one page: a page of nothing but stories told before ends earlier, and goes on with the next. */
const mostBatches = 8

/** Rows of one page, and where the next begins; null: nowhere. */
async function readPage(
  database: Database | Transaction,
  subscriberId: string,
  filter: PostingFilter,
  { after, limit }: PageRequest,
  isFolded: boolean,
): Promise<{ readonly rows: readonly PostingItemRow[]; readonly next: PostingCursor | null }> {
  const found: ListedRow[] = []
  let last: PostingCursor | null = after
  for (let batches = 0; batches < mostBatches; batches++) {
    const batch = await readBatch(database, subscriberId, filter, { after: last, limit: limit + 1 }, isFolded)
    found.push(...batch.filter(({ isFirst }) => isFirst))
    if (found.length > limit) {
      const rows = found.slice(0, limit)
      return { rows, next: rows.at(-1) ?? null }
    }
    if (batch.length <= limit) return { rows: found, next: null }
    last = batch.at(-1) ?? null
  }
  return { rows: found, next: last }
}

function readBatch(
  database: Database | Transaction,
  subscriberId: string,
  filter: PostingFilter,
  request: PageRequest,
  isFolded: boolean,
): Promise<ListedRow[]> {
  const pageOf = filter.starred || filter.later ? pageOfKept : pageOfSubscribed
  const page = pageOf(subscriberId, filter, request)
  const direction = filter.order === 'newest' ? Prisma.sql`DESC` : Prisma.sql`ASC`
  const isFirst = isFolded ? isFirstOfStory(subscriberId, filter) : Prisma.sql`TRUE`
  return database.$queryRaw<ListedRow[]>`
    WITH ${page}
    SELECT ${itemColumns}, ${isFirst} AS "isFirst"
    FROM page JOIN "posting" p ON p."id" = page."id" ${itemJoins(subscriberId)}
    ORDER BY p."shownAt" ${direction}, p."id" ${direction}`
}
