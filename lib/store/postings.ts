import type { PostingDetail, PostingFilter, PostingPage } from '#lib/api/postings.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { formatPostingCursor, type PostingCursor } from './posting-cursor.ts'
import { listClones, listVersions } from './posting-history.ts'
import { delayBounds } from './posting-delay.ts'
import { isoOf, itemColumns, itemJoins, mayRead, toPostingItem, type PostingItemRow } from './posting-item.ts'
import { pageOfKept, pageOfSubscribed } from './posting-page-sql.ts'

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
  const onePastEnd = { ...request, limit: request.limit + 1 }
  const pageOf = filter.starred || filter.later ? pageOfKept : pageOfSubscribed
  const page = pageOf(subscriberId, filter, onePastEnd)
  const direction = filter.order === 'newest' ? Prisma.sql`DESC` : Prisma.sql`ASC`
  const rows = await database.$queryRaw<PostingItemRow[]>`
    WITH ${page}
    SELECT ${itemColumns} FROM page JOIN "posting" p ON p."id" = page."id" ${itemJoins(subscriberId)}
    ORDER BY p."shownAt" ${direction}, p."id" ${direction}`
  const shown = rows.slice(0, request.limit)
  const last = rows.length > request.limit ? shown.at(-1) : undefined
  return {
    postings: shown.map(toPostingItem),
    nextCursor: last === undefined ? null : formatPostingCursor(last),
    asOfId: (newest?.id ?? 0n).toString(),
  }
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
  const [posting] = await findPostings(database, subscriberId, [id])
  return posting ?? null
}

/** Those of the postings that the subscriber may read, with their texts, newest first: in as many statements as one. */
export async function findPostings(
  database: Database | Transaction,
  subscriberId: string,
  ids: readonly bigint[],
): Promise<PostingDetail[]> {
  const rows = await database.$queryRaw<DetailRow[]>`
    SELECT ${itemColumns}, p."html", s."siteUrl", p."enclosures",
      (SELECT found."plannedReason" FROM "poll" found WHERE found."id" = p."pollId") AS "decisionReason"
    FROM "posting" p ${itemJoins(subscriberId)}
    WHERE p."id" = ANY(${[...ids]}::bigint[]) AND ${mayRead} ORDER BY p."shownAt" DESC, p."id" DESC`
  const edited = rows.filter(({ editedAt }) => editedAt !== null).map(({ id }) => id)
  const versions = await listVersions(database, edited)
  const clones = await listClones(database, subscriberId, rows)
  return rows.map((row) => ({
    ...toPostingItem(row),
    html: row.html,
    siteUrl: row.siteUrl,
    enclosures: row.enclosures as unknown as PostingDetail['enclosures'], // written by recordPoll from the same shape
    previousPollAt: isoOf(row.notBeforeAt),
    delayBounds: delayBounds(row),
    decisionReason: row.decisionReason,
    versions: versions.get(row.id) ?? [],
    clones: clones.get(row.id) ?? [],
  }))
}
