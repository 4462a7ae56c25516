import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'
import { isMember, isReadNow, passes, readerState, type ReaderStream } from './reader-members.ts'

/** The query of a reader app: the postings of any of `streams`, in all of `within`, in none of `without`. */
export type ReaderQuery = {
  readonly streams: readonly ReaderStream[]
  readonly within: readonly ReaderStream[]
  readonly without: readonly ReaderStream[]
  /** The span in which postings were found, both ends included; null: whenever. */
  readonly foundFrom: Date | null
  readonly foundThrough: Date | null
  /** By number, which rises in the order in which postings become visible. */
  readonly order: 'newest' | 'oldest'
  /** The last number that was sent; null: from the beginning. */
  readonly after: bigint | null
  readonly limit: number
}

/**
 * The postings of streams by their numbers, a page of them: what comes after a number, so that pages neither lose nor
 * repeat what arrives or changes between them. One statement. The numbers are gone through in spans, each eight times as
 * long as the one before, until the page is full: in each one index probe per source. Of what was found since
 * some time each source has a number from which on it may be, and there is one span.
 */
export async function listReaderIds(
  database: Database | Transaction,
  subscriberId: string,
  query: ReaderQuery,
): Promise<bigint[]> {
  const direction = Prisma.raw(query.order === 'oldest' ? 'ASC' : 'DESC')
  const rows = await database.$queryRaw<{ id: bigint }[]>`
    WITH subscribed AS MATERIALIZED (
      SELECT u."id", u."sourceId", u."readThrough", u."folderId", u."isMuted", ${floorOf(query)} AS "floor"
      FROM "subscription" u WHERE u."subscriberId" = ${subscriberId}
    ), kept AS MATERIALIZED (${keptIn(subscriberId, query)}), spans AS MATERIALIZED (${spansOf(query)}),
    picked AS (
      SELECT page."id" FROM spans CROSS JOIN LATERAL (
        SELECT r."id" FROM (${candidates(subscriberId, query)}) r LEFT JOIN subscribed u ON u."sourceId" = r."sourceId" ${readerState(subscriberId)} ${foundAtOf(query)}
        WHERE ${conditionOf(subscriberId, query)} ORDER BY r."id" ${direction}
      ) page LIMIT ${query.limit}
    )
    SELECT "id" FROM picked ORDER BY "id" ${direction}`
  return rows.map(({ id }) => id)
}

/** The orders that a list of entries may have; each way ties are broken by number. */
const listingOrders = {
  id: Prisma.sql`p."id"`,
  published: Prisma.sql`coalesce(p."publishedAt", p."foundAt")`,
  found: Prisma.sql`p."foundAt"`,
  // Whom nothing was done with since it was found changed then.
  changed: Prisma.sql`greatest(p."foundAt", p."editedAt", t."updatedAt")`,
  title: Prisma.sql`lower(p."title")`,
  author: Prisma.sql`lower(coalesce(p."author", ''))`,
  status: isReadNow,
  folder: Prisma.sql`u."folderId"`,
} as const

/** Both ends are left out; null: there is no such end. */
export type Bounds<Value> = { readonly above: Value | null; readonly below: Value | null }

/** The query of an app that pages by counting (Miniflux): the postings of any of `streams`, in all of `within`, in none of `without`. */
export type ReaderListing = Pick<ReaderQuery, 'streams' | 'within' | 'without'> & {
  readonly ids: Bounds<bigint>
  readonly published: Bounds<Date>
  readonly changed: Bounds<Date>
  /** None but these; null: whichever. */
  readonly only: readonly bigint[] | null
  readonly order: keyof typeof listingOrders
  readonly isFalling: boolean
  readonly offset: number
  readonly limit: number
}

/**
 * The postings of streams in an order, a part of them by its place, and how many there are in all. One statement, which goes through all that
 * is meant: a place is known only by what stands before it.
 */
export async function listReaderEntries(
  database: Database,
  subscriberId: string,
  listing: ReaderListing,
): Promise<{ readonly ids: readonly bigint[]; readonly total: number }> {
  const { ids, published, changed, only, order, offset, limit } = listing
  const query = { ...listing, foundFrom: null, foundThrough: null }
  const direction = Prisma.raw(listing.isFalling ? 'DESC' : 'ASC')
  const bounds = [
    ...boundsOf(listingOrders.id, ids),
    ...boundsOf(listingOrders.published, published),
    ...boundsOf(listingOrders.changed, changed),
    ...(only === null ? [] : [Prisma.sql`r."id" = ANY(${[...only]}::bigint[])`]),
  ]
  const [found] = await database.$queryRaw<{ ids: bigint[]; total: number }[]>`
    WITH subscribed AS MATERIALIZED (
      SELECT u."id", u."sourceId", u."readThrough", u."folderId", u."isMuted", ${floorOf(query)} AS "floor"
      FROM "subscription" u WHERE u."subscriberId" = ${subscriberId}
    ), kept AS MATERIALIZED (${keptIn(subscriberId, listing)}), spans AS MATERIALIZED (
      SELECT ${ids.above ?? 0n}::bigint AS "low",
        least(${(ids.below ?? greatestId) - 1n}::bigint, (SELECT coalesce(max("id"), 0) FROM "posting")) AS "high"
    ), met AS MATERIALIZED (
      SELECT r."id", ${listingOrders[order]} AS "place" FROM spans CROSS JOIN LATERAL (${candidates(subscriberId, query)}) r
      JOIN "posting" p ON p."id" = r."id"
      LEFT JOIN subscribed u ON u."sourceId" = r."sourceId" ${readerState(subscriberId)}
      WHERE ${Prisma.join([conditionOf(subscriberId, query), ...bounds], ' AND ')}
    )
    SELECT (SELECT count(*) FROM met)::int AS "total", ARRAY(
      SELECT "id" FROM met ORDER BY "place" ${direction}, "id" ${direction} LIMIT ${limit}::int OFFSET ${offset}::bigint) AS "ids"`
  return found ?? { ids: [], total: 0 }
}

const greatestId = 2n ** 62n

function boundsOf(value: Prisma.Sql, { above, below }: Bounds<bigint | Date>): Prisma.Sql[] {
  return [
    ...(above === null ? [] : [Prisma.sql`${value} > ${above}`]),
    ...(below === null ? [] : [Prisma.sql`${value} < ${below}`]),
  ]
}

/** A posting that was found so long before the time that is asked for is older, whichever aggregator's clock was right. */
const clocksDifferMs = HOUR_MS

type Scanned = Pick<ReaderQuery, 'streams' | 'within' | 'without'>
type Found = Pick<ReaderQuery, 'foundFrom' | 'foundThrough'>

const isUnread = ({ streams, within, without }: Scanned) =>
  without.some(({ kind }) => kind === 'read') ||
  within.some(({ kind }) => kind === 'unread') ||
  streams.every(({ kind }) => kind === 'unread')

/** Above which number postings of a source can be meant, but for those that were marked unread. */
function floorOf(query: Scanned & Pick<ReaderQuery, 'foundFrom'>): Prisma.Sql {
  const mark = isUnread(query) ? Prisma.sql`u."readThrough"` : Prisma.sql`0`
  if (query.foundFrom === null) return mark
  const before = new Date(query.foundFrom.getTime() - clocksDifferMs)
  return Prisma.sql`greatest(${mark}, (
    SELECT a."id" FROM "posting" a WHERE a."sourceId" = u."sourceId" AND a."foundAt" < ${before}
    ORDER BY a."id" DESC LIMIT 1))`
}

const longestSpans = 20

/** `low` excluded, `high` included, in the order of the page. */
function spansOf(query: ReaderQuery): Prisma.Sql {
  const { order, after, limit, foundFrom } = query
  const last = Prisma.sql`(SELECT coalesce(max("id"), 0) FROM "posting")`
  const [from, to] =
    order === 'oldest'
      ? [Prisma.sql`${after ?? 0n}::bigint`, last]
      : [Prisma.sql`0::bigint`, after === null ? last : Prisma.sql`least(${after - 1n}::bigint, ${last})`]
  if (foundFrom !== null) return Prisma.sql`SELECT ${from} AS "low", ${to} AS "high"`
  const first = BigInt(Math.max(2_000, 4 * limit))
  // The first n spans together are first · (8ⁿ − 1) / 7 long.
  const reach = (n: Prisma.Sql) =>
    Prisma.sql`least(${first}::numeric * (8::numeric ^ ${n} - 1) / 7, 1e18)::bigint`
  const k = Prisma.sql`k."n"`
  const [low, high] =
    order === 'oldest'
      ? [Prisma.sql`ends."low" + ${reach(k)}`, Prisma.sql`ends."low" + ${reach(Prisma.sql`(k."n" + 1)`)}`]
      : [Prisma.sql`ends."high" - ${reach(Prisma.sql`(k."n" + 1)`)}`, Prisma.sql`ends."high" - ${reach(k)}`]
  return Prisma.sql`
    SELECT greatest(${low}, ends."low") AS "low", least(${high}, ends."high") AS "high"
    FROM (SELECT ${from} AS "low", ${to} AS "high") ends, generate_series(0, ${longestSpans}::int) AS k("n")
    WHERE ${low} < ends."high" AND ${high} > ends."low" ORDER BY k."n"`
}

/** The postings that may be meant in a span. */
function candidates(subscriberId: string, query: Scanned): Prisma.Sql {
  return Prisma.sql`
    ${scanned(query)}
    ${isUnread(query) ? Prisma.sql`UNION ${markedUnread(subscriberId)}` : Prisma.empty}
    UNION SELECT kept."id", kept."sourceId" FROM kept WHERE kept."id" > spans."low" AND kept."id" <= spans."high"`
}

/** Postings of the sources whose postings may be meant, by one index probe each. */
function scanned({ streams }: Scanned): Prisma.Sql {
  const places = streams.flatMap((stream) => placeOf(stream) ?? [])
  const isMeant = places.length === 0 ? Prisma.sql`FALSE` : Prisma.sql`(${Prisma.join(places, ' OR ')})`
  return Prisma.sql`
    SELECT found."id", u."sourceId" FROM subscribed u CROSS JOIN LATERAL (
      SELECT a."id" FROM "posting" a WHERE a."sourceId" = u."sourceId"
        AND a."id" > greatest(spans."low", u."floor") AND a."id" <= spans."high"
      OFFSET 0) found -- keeps the planner from walking all postings instead
    WHERE ${isMeant}`
}

/** The subscriptions `u` that can have postings of a stream; null: it is found by states alone. */
export function placeOf(stream: ReaderStream): Prisma.Sql | null {
  switch (stream.kind) {
    case 'all':
    case 'read':
    case 'unread':
      return Prisma.sql`NOT u."isMuted"`
    case 'source':
      return Prisma.sql`u."sourceId" = ${stream.id}`
    case 'sources':
      return Prisma.sql`u."sourceId" = ANY(${[...stream.ids]}::int[])`
    case 'folder':
      return Prisma.sql`u."folderId" = ${stream.id}`
    case 'label':
      return Prisma.sql`EXISTS (SELECT 1 FROM "subscription_label" sl
        WHERE sl."labelId" = ${stream.id} AND sl."subscriptionId" = u."id")`
    case 'starred':
    case 'kept-unread':
    case 'nothing':
      return null
    default:
      return stream satisfies never
  }
}

/** Postings below the marks that were marked unread. */
function markedUnread(subscriberId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT t."postingId", t."sourceId" FROM subscribed u JOIN "posting_state" t
      ON t."subscriberId" = ${subscriberId} AND t."sourceId" = u."sourceId" AND t."postingId" <= u."readThrough"
    JOIN "posting" p ON p."id" = t."postingId" -- a state outlives its posting
    WHERE NOT t."isRead" AND t."postingId" > spans."low" AND t."postingId" <= spans."high"`
}

/** Postings that are found by what was done with themselves. */
function keptIn(subscriberId: string, { streams }: Scanned): Prisma.Sql {
  const labelIds = streams.flatMap((stream) => (stream.kind === 'label' ? [stream.id] : []))
  const has = (kind: ReaderStream['kind']) => streams.some((stream) => stream.kind === kind)
  return Prisma.sql`
    SELECT p."id", p."sourceId" FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId"
    WHERE t."subscriberId" = ${subscriberId} AND t."starredAt" IS NOT NULL AND ${has('starred')}
    UNION SELECT p."id", p."sourceId" FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId"
    WHERE t."subscriberId" = ${subscriberId} AND NOT t."isRead" AND ${has('kept-unread')}
    UNION SELECT p."id", p."sourceId" FROM "posting_label" pl JOIN "posting" p ON p."id" = pl."postingId"
    WHERE pl."subscriberId" = ${subscriberId} AND pl."labelId" = ANY(${labelIds}::int[])`
}

function foundAtOf({ foundFrom, foundThrough }: ReaderQuery): Prisma.Sql {
  if (foundFrom === null && foundThrough === null) return Prisma.empty
  return Prisma.sql`JOIN "posting" p ON p."id" = r."id"`
}

function conditionOf(
  subscriberId: string,
  { streams, within, without, foundFrom, foundThrough }: Scanned & Found,
): Prisma.Sql {
  const member = isMember(subscriberId)
  const isPassed = passes(subscriberId)
  const conditions = [
    ...(streams.length === 0
      ? [Prisma.sql`FALSE`]
      : [Prisma.sql`(${Prisma.join(streams.map(member), ' OR ')})`]),
    ...within.map(isPassed),
    ...without.map((stream) => Prisma.sql`NOT ${isPassed(stream)}`),
    ...(foundFrom === null ? [] : [Prisma.sql`p."foundAt" >= ${foundFrom}`]),
    ...(foundThrough === null ? [] : [Prisma.sql`p."foundAt" <= ${foundThrough}`]),
  ]
  return Prisma.join(conditions, ' AND ')
}
