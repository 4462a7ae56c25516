import { createHash } from 'node:crypto'
import type { FeedPlace } from '#lib/api/outputs/feed-place.ts'
import { cleanAddress } from '#lib/documents/html/clean-address.ts'
import type { OutputEntry } from '#lib/documents/write/output-document.ts'
import { shownHtml } from '#lib/documents/html/shown-html.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { firstFitting } from '#lib/store/lists/fitting-texts.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { itemJoins, mayRead } from '#lib/store/ground/posting-item.ts'
import { listPlacePostings } from '#lib/store/lists/place-postings.ts'

type EntriesRequest = {
  readonly subscriberId: string
  readonly place: FeedPlace
  readonly limit: number
  readonly hasTexts: boolean
  readonly now: number
  /** Names a posting for the whole world: by its id, and by what its source is and called it. */
  readonly nameOf: (posting: {
    readonly id: bigint
    readonly guid: string | null
    readonly feedUrl: string
  }) => string
  readonly nameOfSource: (sourceId: number) => string
}

/** Entries that come back of a feed of ours take room from those that they came of: so many times as many are read at most to make up for it. */
const mostRead = 8
/** UTF-8 octets of the texts of one document. Whoever knows the address may ask, and 16 MB took a second of the thread that serves all. */
const mostOctets = 4_000_000

/** The entries of an output feed by their ids, without their texts. */
export type OutputList = {
  readonly ids: readonly bigint[]
  readonly nameOf: ReadonlyMap<bigint, string>
  /** The others have excerpts. */
  readonly withTexts: readonly bigint[]
  /** Another one where anything is said otherwise that the entries say. */
  readonly mark: string
}

/**
 * Lists the entries of an output feed: what its list shows, every teller of a story by itself, the newest first; of a posting and what came
 * back of it through another feed of ours the first. Stars and labels count as new when they are given: an old posting that is starred
 * today comes first. Where texts are too long for one document, the older entries have excerpts. Null: the view is gone, or not understood.
 */
export async function listOutputEntries(
  database: Database,
  request: EntriesRequest,
): Promise<OutputList | null> {
  const { subscriberId, limit } = request
  let named: Named[] = []
  for (let read = limit; read <= limit * mostRead; read *= 2) {
    const ids = await listNewest(database, { ...request, limit: read })
    if (ids === null) return null
    named = onePerName(await nameAll(database, ids, request)).slice(0, limit)
    if (named.length === limit || ids.length < read) break
  }
  const ids = named.map(({ id }) => id)
  const nameOf = new Map(named.map(({ id, name }) => [id, name]))
  const withTexts = request.hasTexts
    ? await firstFitting(database, subscriberId, ids, 'shown', mostOctets)
    : []
  const listed = { ids, nameOf, withTexts }
  return { ...listed, mark: markOf(await readSaid(database, subscriberId, ids), listed) }
}

/** Reads the entries that were listed, with their texts; and their mark, which is another one than the list's where they have changed since. */
export async function readOutputEntries(
  database: Database,
  { subscriberId, nameOfSource }: Pick<EntriesRequest, 'subscriberId' | 'nameOfSource'>,
  list: OutputList,
): Promise<{ readonly entries: OutputEntry[]; readonly mark: string }> {
  const rows = await readRows(database, subscriberId, list.ids, list.withTexts)
  const entries = rows.map((row) => toEntry(row, list.nameOf.get(row.id) ?? '', nameOfSource(row.sourceId)))
  return { entries, mark: markOf(rows, list) }
}

async function listNewest(database: Database, request: EntriesRequest): Promise<bigint[] | null> {
  const { subscriberId, place, limit, now } = request
  const listed =
    place.kind === 'starred'
      ? []
      : await listPlacePostings(database, subscriberId, place, { limit, now, hasCopies: true })
  if (listed === null) return null
  const given = await listGiven(database, request)
  const at = new Map<string, Date>(listed.map(({ id, shownAt }) => [id, new Date(shownAt)]))
  for (const { id, givenAt } of given) at.set(id.toString(), givenAt)
  const newest = [...at].toSorted(([, one], [, other]) => other.getTime() - one.getTime()).slice(0, limit)
  return newest.map(([id]) => BigInt(id))
}

type Named = { readonly id: bigint; readonly name: string }

async function nameAll(
  database: Database,
  ids: readonly bigint[],
  { nameOf }: EntriesRequest,
): Promise<Named[]> {
  const rows = await database.$queryRaw<{ id: bigint; guid: string | null; feedUrl: string }[]>`
    SELECT p."id", p."guid", s."url" AS "feedUrl" FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS page("id", "at")
    JOIN "posting" p ON p."id" = page."id" JOIN "source" s ON s."id" = p."sourceId" ORDER BY page."at"`
  return rows.map((row) => ({ id: row.id, name: nameOf(row) }))
}

/** Postings that were starred, or labelled themselves, the latest first. */
async function listGiven(
  database: Database,
  { subscriberId, place, limit }: EntriesRequest,
): Promise<{ readonly id: bigint; readonly givenAt: Date }[]> {
  if (place.kind === 'starred')
    return database.$queryRaw`
      SELECT t."postingId" AS "id", t."starredAt" AS "givenAt" FROM "posting_state" t
      JOIN "posting" p ON p."id" = t."postingId"
      WHERE t."subscriberId" = ${subscriberId} AND t."starredAt" IS NOT NULL
      ORDER BY t."starredAt" DESC, t."postingId" DESC LIMIT ${limit}`
  if (place.kind === 'label')
    return database.$queryRaw`
      SELECT l."postingId" AS "id", l."createdAt" AS "givenAt" FROM "posting_label" l
      JOIN "posting" p ON p."id" = l."postingId"
      LEFT JOIN "posting_state" t ON t."subscriberId" = l."subscriberId" AND t."postingId" = l."postingId"
      WHERE l."subscriberId" = ${subscriberId} AND l."labelId" = ${place.labelId} AND t."hiddenAt" IS NULL
      ORDER BY l."createdAt" DESC, l."postingId" DESC LIMIT ${limit}`
  return []
}

type EntryRow = SaidRow & {
  readonly id: bigint
  readonly sourceId: number
  readonly title: string
  readonly url: string | null
  readonly author: string | null
  /** Null: not asked for. */
  readonly html: string | null
  readonly excerpt: string
  readonly enclosures: Prisma.JsonValue
  readonly publishedAt: Date
  readonly updatedAt: Date
  readonly sourceTitle: string
  readonly siteUrl: string | null
  readonly labels: readonly string[]
}

type SaidRow = { readonly said: string }

/** A hash of all that the entries say. */
function markOf(
  rows: readonly SaidRow[],
  { nameOf, withTexts }: Pick<OutputList, 'nameOf' | 'withTexts'>,
): string {
  const asText = (_name: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
  return createHash('sha256')
    .update(JSON.stringify([rows.map(({ said }) => said), [...nameOf], withTexts], asText))
    .digest('base64url')
}

function readSaid(database: Database, subscriberId: string, ids: readonly bigint[]): Promise<SaidRow[]> {
  return database.$queryRaw`SELECT ${saidOf(subscriberId)} AS "said" ${entriesOf(subscriberId, ids)}`
}

/**
 * All that an entry says, of its texts by the numbers of the transactions that wrote them: a megabyte of texts is in the database packed, and is
 * read for nothing where the reader of the feed has it.
 */
function saidOf(subscriberId: string): Prisma.Sql {
  return Prisma.sql`jsonb_build_array(p."id", p."xmin"::text, f."xmin"::text, u."fullText", u."title", s."title", s."siteUrl",
    s."hostName", ${labelsOf(subscriberId)})::text`
}

function labelsOf(subscriberId: string): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT l."name" FROM "posting_label" pl JOIN "label" l ON l."id" = pl."labelId"
    WHERE pl."subscriberId" = ${subscriberId} AND pl."postingId" = p."id" ORDER BY l."name")`
}

/** As its subscriber may read them, in this order; texts of some, whole ones where they prefer these. */
function readRows(
  database: Database,
  subscriberId: string,
  ids: readonly bigint[],
  withTexts: readonly bigint[],
): Promise<EntryRow[]> {
  return database.$queryRaw`
    SELECT p."id", p."sourceId", p."title", p."url", p."author", p."excerpt", p."enclosures", s."siteUrl",
      CASE WHEN p."id" = ANY(${[...withTexts]}::bigint[])
        THEN coalesce(CASE WHEN u."fullText" THEN f."html" END, p."html") END AS "html",
      coalesce(p."publishedAt", p."shownAt") AS "publishedAt",
      coalesce(p."editedAt", p."publishedAt", p."shownAt") AS "updatedAt",
      coalesce(u."title", nullif(s."title", ''), CASE WHEN s."archiveOwnerId" IS NULL THEN s."hostName" ELSE '' END) AS "sourceTitle",
      ${labelsOf(subscriberId)} AS "labels", ${saidOf(subscriberId)} AS "said" ${entriesOf(subscriberId, ids)}`
}

/** Entries by their ids, in this order. */
function entriesOf(subscriberId: string, ids: readonly bigint[]): Prisma.Sql {
  return Prisma.sql`
    FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS page("id", "at")
    JOIN "posting" p ON p."id" = page."id" ${itemJoins(subscriberId)}
    LEFT JOIN "posting_full_text" f ON f."postingId" = p."id"
    WHERE ${mayRead} ORDER BY page."at"`
}

function onePerName(all: readonly Named[]): Named[] {
  const first = new Map<string, bigint>()
  for (const { id, name } of all) {
    const known = first.get(name)
    if (known === undefined || id < known) first.set(name, id)
  }
  return [...first].map(([name, id]) => ({ id, name })) // each where its name stands first
}

function toEntry(row: EntryRow, name: string, sourceId: string): OutputEntry {
  const { title, author, excerpt, publishedAt, updatedAt, sourceTitle, labels } = row
  return {
    title,
    author,
    excerpt,
    publishedAt,
    updatedAt,
    sourceId,
    sourceTitle,
    labels,
    id: name,
    url: row.url === null ? null : webAddress(cleanAddress(row.url)),
    // Pictures from where they are: the addresses of our proxy are for who has an account here.
    html: row.html === null ? null : shownHtml(row.html, (address) => address),
    sourceUrl: row.siteUrl === null ? null : webAddress(row.siteUrl),
    enclosures: enclosuresOf(row.enclosures),
  }
}

/** Browsers let signs stand in a path and a query that addresses in documents must not have (RFC 3986, RFC 4287, 2). */
function webAddress(address: string): string | null {
  const [, origin, rest = ''] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(address) ?? []
  return origin === undefined ? null : origin + rest.replace(/[\s"<>[\]\\^`{|}]/g, encodeURIComponent)
}

/** A type and a subtype, and what may stand behind them (RFC 2045, 5.1). */
const mediaType = /^[\w!#$%&'*+.^`{|}~-]+\/[\w!#$%&'*+.^`{|}~-]+ *(?:;|$)/

function enclosuresOf(stored: Prisma.JsonValue): OutputEntry['enclosures'] {
  const all = (Array.isArray(stored) ? stored : []) as { url?: string; type?: string; length?: number }[]
  return all.flatMap(({ url: written, type, length }) => {
    const url = typeof written === 'string' ? webAddress(written) : null
    const isType = typeof type === 'string' && mediaType.test(type)
    return url === null
      ? []
      : [{ url, type: isType ? type : null, length: typeof length === 'number' ? length : null }]
  })
}
