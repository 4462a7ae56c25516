import type { PostingFilter, PostingPage } from '#lib/api/postings/postings.ts'
import type { ReadingSettings } from '#lib/api/accounts/declared-reading.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { formatPostingCursor, type PostingCursor } from '#lib/store/ground/posting-cursor.ts'
import { itemColumns, itemJoins, toPostingItem, type PostingItemRow } from '#lib/store/ground/posting-item.ts'
import { isPlaced, listOrder, ordered } from './posting-order.ts'
import { windowsFor } from '#lib/store/partitions/part-windows.ts'
import { isWithin, pageOfKept, pageOfSubscribed, type Page } from './posting-page-sql.ts'
import { presentItems } from './present-items.ts'
import { getReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { foldsStories, isFirstOfStory } from './story-once.ts'

/** The start of a page (null: at the beginning), the number of postings it holds, and the time it is asked for. */
type PageRequest = {
  readonly after: PostingCursor | null
  readonly limit: number
  readonly now: number
  /** Every teller of a story, whatever the settings say: a device folds them itself, in each of its lists. */
  readonly hasCopies?: boolean
  /** Read already, while it was not known yet which list it is to be. */
  readonly ground?: ListGround
}

/** The ground that is read before the page of a list, whichever it is. */
export type ListGround = { readonly newestId: bigint; readonly settings: ReadingSettings }

export async function readListGround(database: Database, subscriberId: string): Promise<ListGround> {
  const [[newest], settings] = await Promise.all([
    database.$queryRaw<{ id: bigint | null }[]>`SELECT max("id") AS "id" FROM "posting"`,
    getReadingSettings(database, subscriberId),
  ])
  return { newestId: newest?.id ?? 0n, settings }
}

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
  const { newestId, settings } = request.ground ?? (await readListGround(database, subscriberId))
  const asOfAt = request.after?.source?.asOfAt ?? new Date(request.now)
  const isFolded = request.hasCopies !== true && foldsStories(settings, filter)
  const { rows, next } = await readPage({ database, subscriberId, filter, asOfAt, isFolded }, request)
  return {
    postings: await presentItems(database, subscriberId, filter, settings, rows.map(toPostingItem)),
    nextCursor: next === null ? null : formatPostingCursor(next),
    asOfId: newestId.toString(),
    asOfAt: asOfAt.toISOString(),
  }
}

type Listing = {
  readonly database: Database | Transaction
  readonly subscriberId: string
  readonly filter: PostingFilter
  /** The time at which the first page was read. */
  readonly asOfAt: Date
  readonly isFolded: boolean
}
type ListedRow = PostingItemRow & { readonly isFirst: boolean; readonly orderedAt: Date }

/** Batches looked through for one page: a page of nothing but stories told before ends earlier, and goes on with the next. */
const mostBatches = 8

/** Rows of one page, and where the next begins; null: nowhere. */
async function readPage(
  listing: Listing,
  { after, limit }: PageRequest,
): Promise<{ readonly rows: readonly PostingItemRow[]; readonly next: PostingCursor | null }> {
  const found: ListedRow[] = []
  let last: PostingCursor | null = after
  for (let batches = 0; batches < mostBatches; batches++) {
    const batch = await readBatch(listing, last, limit + 1)
    found.push(...batch.filter(({ isFirst }) => isFirst))
    if (found.length > limit) {
      const rows = found.slice(0, limit)
      return { rows, next: cursorAt(rows.at(-1), listing) }
    }
    if (batch.length <= limit) return { rows: found, next: null }
    last = cursorAt(batch.at(-1), listing)
  }
  return { rows: found, next: last }
}

async function readBatch(listing: Listing, after: PostingCursor | null, limit: number): Promise<ListedRow[]> {
  for (const window of await windowsFor(listing.database, listing.filter, after)) {
    const rows = await readRows(listing, { after, limit, fromId: window?.fromId ?? null })
    const last = rows.length < limit ? undefined : rows.at(-1)
    if (window === null || (last?.orderedAt.getTime() ?? -Infinity) >= window.sureFrom) return rows
  }
  return []
}

function readRows(
  { database, subscriberId, filter, asOfAt, isFolded }: Listing,
  request: Pick<Page, 'after' | 'limit' | 'fromId'>,
): Promise<ListedRow[]> {
  const pageOf = filter.starred || filter.later ? pageOfKept : pageOfSubscribed
  const page = pageOf(subscriberId, filter, { ...request, asOfAt })
  const isFirst = isFolded ? isFirstOfStory(subscriberId, filter, asOfAt) : Prisma.sql`TRUE`
  return database.$queryRaw<ListedRow[]>`
    WITH ${page}
    SELECT ${itemColumns}, page."at" AS "orderedAt", ${isFirst} AS "isFirst"
    FROM page JOIN "posting" p ON p."id" = page."id" AND ${isWithin(request.fromId)} ${itemJoins(subscriberId)}
    ${ordered(listOrder(filter), 'page')}`
}

function cursorAt(row: ListedRow | undefined, { filter, asOfAt }: Listing): PostingCursor | null {
  if (row === undefined) return null
  const place = { shownAt: row.orderedAt, id: row.id }
  return isPlaced(filter.order) || filter.freshMinutes !== undefined
    ? { ...place, source: { id: row.sourceId, asOfAt } }
    : place
}
