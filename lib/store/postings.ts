import type { PostingDetail, PostingFilter, PostingPage } from '#lib/api/postings.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { formatPostingCursor, type PostingCursor } from './posting-cursor.ts'
import { listClones, listVersions } from './posting-history.ts'
import { delayBounds } from './posting-delay.ts'
import { isoOf, itemColumns, itemJoins, mayRead, toPostingItem, type PostingItemRow } from './posting-item.ts'
import { isBySource, ordered } from './posting-order.ts'
import { pageOfKept, pageOfSubscribed } from './posting-page-sql.ts'

/** Where a page starts (null: at the beginning), how many postings it holds, and when it is asked for. */
export type PageRequest = {
  readonly after: PostingCursor | null
  readonly limit: number
  readonly now: number
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
  const [newest] = await database.$queryRaw<{ id: bigint | null }[]>`SELECT max("id") AS "id" FROM "posting"`
  const asOfAt = request.after?.source?.asOfAt ?? new Date(request.now)
  const onePastEnd = { after: request.after, limit: request.limit + 1, asOfAt }
  const pageOf = filter.starred || filter.later ? pageOfKept : pageOfSubscribed
  const page = pageOf(subscriberId, filter, onePastEnd)
  const rows = await database.$queryRaw<(PostingItemRow & { readonly orderedAt: Date })[]>`
    WITH ${page}
    SELECT ${itemColumns}, page."at" AS "orderedAt"
    FROM page JOIN "posting" p ON p."id" = page."id" ${itemJoins(subscriberId)}
    ${ordered(filter.order, 'page')}`
  const shown = rows.slice(0, request.limit)
  const last = rows.length > request.limit ? shown.at(-1) : undefined
  return {
    postings: shown.map(toPostingItem),
    nextCursor: last === undefined ? null : formatPostingCursor(cursorAt(last, filter, asOfAt)),
    asOfId: (newest?.id ?? 0n).toString(),
    asOfAt: asOfAt.toISOString(),
  }
}

function cursorAt(
  { orderedAt, id, sourceId }: PostingItemRow & { readonly orderedAt: Date },
  { order }: PostingFilter,
  asOfAt: Date,
): PostingCursor {
  const place = { shownAt: orderedAt, id }
  return isBySource(order) ? { ...place, source: { id: sourceId, asOfAt } } : place
}

type DetailRow = PostingItemRow & {
  readonly html: string
  readonly siteUrl: string | null
  readonly enclosures: Prisma.JsonValue
  readonly decisionReason: string | null
}

/** One posting with its text; null when the subscriber may not read it. */
export async function findPosting(
  database: Database | Transaction,
  subscriberId: string,
  id: bigint,
): Promise<PostingDetail | null> {
  const [row] = await database.$queryRaw<DetailRow[]>`
    SELECT ${itemColumns}, p."html", s."siteUrl", p."enclosures",
      (SELECT found."plannedReason" FROM "poll" found WHERE found."id" = p."pollId") AS "decisionReason"
    FROM "posting" p ${itemJoins(subscriberId)}
    WHERE p."id" = ${id} AND ${mayRead}`
  if (row === undefined) return null
  return {
    ...toPostingItem(row),
    html: row.html,
    siteUrl: row.siteUrl,
    enclosures: row.enclosures as unknown as PostingDetail['enclosures'], // written by recordPoll from the same shape
    previousPollAt: isoOf(row.notBeforeAt),
    delayBounds: delayBounds(row),
    decisionReason: row.decisionReason,
    versions: row.editedAt === null ? [] : await listVersions(database, id),
    clones: row.clusterId === null ? [] : await listClones(database, subscriberId, row.clusterId, id),
  }
}
