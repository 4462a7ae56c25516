import { folded } from '#lib/search/folded.ts'
import type { Query } from '#lib/search/query.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { inSlices } from '#lib/store/connection/in-pieces.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isInPlace, isInScope } from '#lib/store/ground/subscription-scope.ts'
import { archivesOf } from '#lib/store/ground/saved-pages.ts'

/** A part of a query that is about the source. */
export type SourceQuery = Extract<Query, { readonly kind: 'from' | 'in' | 'lang' }>

/** The subscriber's sources that a search is about. */
export type SearchScope = {
  /** what a list of the place shows, and what the query asks for by name */
  readonly sourceIds: readonly number[]
  /** all of the place, muted ones, too: what the subscriber kept is found in these */
  readonly placeIds: readonly number[]
  /** those that were left, with something in them that the subscriber kept: words find this, and nothing else of them */
  readonly leftIds: readonly number[]
  /** languages of texts that are searched (ISO 639-1) */
  readonly languages: readonly string[]
  /** the sources that parts of the query name: of a language all that it may be found in */
  readonly named: ReadonlyMap<Query, readonly number[]>
  /** those that say no language: of what their texts are is guessed, text by text */
  readonly undeclaredIds: ReadonlySet<number>
}

type Place = { readonly folderId?: number | undefined; readonly sourceId?: number | undefined }

/** The languages that guessLanguage finds in texts whatever their sources say. */
const guessed = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']

/**
 * The subscriber's sources of a folder, a source or all, as its list shows them, and those that the parts of each query
 * mean: a muted one is found only where it is asked for, by the place or by name. Read once for all the queries.
 */
export async function readSearchScopes(
  database: Database | Transaction,
  subscriberId: string,
  place: Place,
  queries: readonly Query[],
): Promise<(query: Query) => SearchScope> {
  const inPlace = Prisma.sql`u."subscriberId" = ${subscriberId} AND ${isInPlace(subscriberId, place)}`
  const [row] = await database.$queryRaw<
    { shownIds: number[]; placeIds: number[]; languages: string[]; archiveIds: number[]; leftIds: number[] }[]
  >`
    SELECT coalesce(array_agg(u."sourceId" ORDER BY u."sourceId"), '{}') AS "placeIds",
      coalesce(array_agg(u."sourceId" ORDER BY u."sourceId")
        FILTER (WHERE ${isInScope(subscriberId, place)}), '{}') AS "shownIds",
      ${archivesOf(subscriberId)} AS "archiveIds", ${leftWithKept(subscriberId)} AS "leftIds",
      coalesce(array_agg(DISTINCT lower(substring(s."language" FROM '^[a-zA-Z]{2,3}\\M')))
        FILTER (WHERE s."language" IS NOT NULL), '{}') AS "languages"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId" WHERE ${inPlace}`
  const parts = queries.flatMap(sourceQueries)
  const sources = parts.length === 0 ? [] : await readNames(database, subscriberId, inPlace)
  const undeclared = sources.filter(({ language }) => language === null).map(({ sourceId }) => sourceId)
  const isPlaced = place.folderId !== undefined || place.sourceId !== undefined
  const archiveIds = isPlaced ? [] : (row?.archiveIds ?? [])
  const leftIds = isPlaced ? [] : (row?.leftIds ?? [])
  const undeclaredIds = new Set([...undeclared, ...archiveIds])
  const meant = await sourcesMeant(parts, sources, undeclaredIds.size)
  const same = {
    undeclaredIds,
    leftIds,
    placeIds: [...(row?.placeIds ?? []), ...archiveIds],
    languages: [...new Set([...guessed, ...(row?.languages ?? [])])].filter((language) =>
      /^[a-z]{2,3}$/.test(language),
    ),
    named: idsMeant(meant, undeclaredIds),
  }
  return (query) => {
    const sourceIds = new Set([...(row?.shownIds ?? []), ...archiveIds])
    for (const asked of new Set(askedByName(query, meant)))
      for (const { sourceId } of asked) sourceIds.add(sourceId)
    return { ...same, sourceIds: [...sourceIds] }
  }
}

/** Once for all parts that mean the same. */
function idsMeant(
  meant: ReadonlyMap<SourceQuery, readonly NamedSource[]>,
  undeclaredIds: ReadonlySet<number>,
): ReadonlyMap<Query, readonly number[]> {
  const known = new Map<readonly NamedSource[], readonly number[]>()
  for (const [part, sources] of meant) {
    if (known.has(sources)) continue
    const ids = sources.map(({ sourceId }) => sourceId)
    known.set(sources, guessedLanguage(part) === null ? ids : [...ids, ...undeclaredIds])
  }
  return new Map([...meant].map(([part, sources]) => [part, known.get(sources) ?? []]))
}

/**
 * Sources that all parts of the queries may mean together. A list of 500 lines has room for 3,000 parts, of which each may mean all of 50,000
 * sources, and stands in the statement with them: of 1,000 parts those were 1.6 GB, and 8 s of the thread that serves all.
 */
const mostMeant = 3_000_000

/** The sources that each part means; parts for which there is no room any more are missing, and find nothing. */
async function sourcesMeant(
  parts: readonly SourceQuery[],
  sources: readonly NamedSource[],
  undeclared: number,
): Promise<ReadonlyMap<SourceQuery, readonly NamedSource[]>> {
  const known = new Map<string, readonly NamedSource[]>()
  const meant = new Map<SourceQuery, readonly NamedSource[]>()
  let room = mostMeant
  await inSlices(parts, (part) => {
    if (room <= 0) return
    const key = `${part.kind} ${part.name}`
    const found = known.get(key) ?? meantBy(part, sources)
    known.set(key, found)
    room -= found.length + (guessedLanguage(part) === null ? 0 : undeclared)
    meant.set(part, found)
  })
  return meant
}

/** Sources without a subscription in which something is starred, read later or noted. */
function leftWithKept(subscriberId: string): Prisma.Sql {
  return Prisma.sql`ARRAY(
    SELECT DISTINCT t."sourceId" FROM "posting_state" t JOIN "source" k ON k."id" = t."sourceId"
    WHERE t."subscriberId" = ${subscriberId} AND k."archiveOwnerId" IS NULL
      AND (t."starredAt" IS NOT NULL OR t."laterAt" IS NOT NULL OR t."notedAt" IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM "subscription" o
        WHERE o."subscriberId" = ${subscriberId} AND o."sourceId" = t."sourceId")
    ORDER BY 1)`
}

/** The language (ISO 639-1, or three letters) by which a part of a query finds texts of sources that say none; null: by none. */
export function guessedLanguage({ kind, name }: SourceQuery): string | null {
  return kind === 'lang' && /^[a-z]{2,3}$/i.test(name) ? name.toLowerCase() : null
}

/**
 * The sources that a query asks for by name and has no hits outside of: they are searched, though the list of the place
 * does not show them. Of a folder only what its own list shows. Null: the query asks for none.
 */
function askedByName(
  query: Query,
  named: ReadonlyMap<Query, readonly NamedSource[]>,
): (readonly NamedSource[])[] | null {
  switch (query.kind) {
    case 'from':
      return [named.get(query) ?? []]
    case 'in':
      return [(named.get(query) ?? []).filter(({ isMuted }) => !isMuted)]
    case 'and':
    case 'or': {
      const parts = query.parts.map((part) => askedByName(part, named))
      const asked = parts.filter((part) => part !== null)
      const isAsked = query.kind === 'or' ? asked.length === parts.length : asked.length > 0
      return isAsked ? asked.flat() : null
    }
    default:
      return null
  }
}

function sourceQueries(query: Query): SourceQuery[] {
  switch (query.kind) {
    case 'from':
    case 'in':
    case 'lang':
      return [query]
    case 'and':
    case 'or':
      return query.parts.flatMap(sourceQueries)
    case 'not':
      return sourceQueries(query.part)
    default:
      return []
  }
}

type NamedRow = {
  readonly id: number
  readonly sourceId: number
  readonly isMuted: boolean
  readonly ownTitle: string | null
  readonly title: string
  readonly url: string
  readonly siteUrl: string | null
  /** Its folder's, and those of the folders around. */
  readonly folderNames: readonly string[]
  readonly language: string | null
}

/** A source with its names as they are compared: many parts of queries ask for them. */
export type NamedSource = Pick<NamedRow, 'sourceId' | 'isMuted' | 'language'> & {
  /** as the subscriber sees it */
  readonly title: string
  readonly names: readonly string[]
  readonly folders: readonly string[]
}

/** All of a subscriber's sources with their names. */
export async function readSourceNames(
  database: Database | Transaction,
  subscriberId: string,
): Promise<NamedSource[]> {
  return readNames(database, subscriberId, Prisma.sql`u."subscriberId" = ${subscriberId}`)
}

/** The folders are followed once, not once for each subscription: 20 of them for 1,000 subscriptions are 20 rows, not 20,000. */
async function readNames(
  database: Database | Transaction,
  subscriberId: string,
  inPlace: Prisma.Sql,
): Promise<NamedSource[]> {
  const sources: NamedSource[] = []
  for (let after = 0; ;) {
    const rows = await readNameRows(database, subscriberId, Prisma.sql`${inPlace} AND u."id" > ${after}::int`)
    sources.push(...(await inSlices(rows, namedSource)))
    if (rows.length < namesTogether) return sources
    after = rows.at(-1)?.id ?? after
  }
}

/** To take so many rows over takes some milliseconds; those of 50,000 subscriptions took half a second. */
const namesTogether = 2_500

function readNameRows(
  database: Database | Transaction,
  subscriberId: string,
  condition: Prisma.Sql,
): Promise<NamedRow[]> {
  return database.$queryRaw<NamedRow[]>`
    WITH RECURSIVE around AS (
      SELECT f."id" AS "folderId", f."name", f."parentId" FROM "folder" f WHERE f."subscriberId" = ${subscriberId}
      UNION SELECT a."folderId", f."name", f."parentId" FROM around a JOIN "folder" f ON f."id" = a."parentId"
    ), named AS MATERIALIZED (
      SELECT "folderId", array_agg("name") AS "names" FROM around GROUP BY "folderId"
    )
    SELECT u."id", u."sourceId", u."isMuted", u."title" AS "ownTitle", s."title", s."url", s."siteUrl", s."language",
      coalesce(n."names", '{}') AS "folderNames"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId"
    LEFT JOIN named n ON n."folderId" = u."folderId"
    WHERE ${condition} ORDER BY u."id" LIMIT ${namesTogether}::int`
}

function namedSource({
  sourceId,
  isMuted,
  language,
  folderNames,
  ownTitle,
  title,
  url,
  siteUrl,
}: NamedRow): NamedSource {
  const names = [ownTitle, title, hostOf(url), hostOf(siteUrl)].filter((name) => name !== null)
  const compared = { names: names.map(folded), folders: folderNames.map(folded) }
  return { sourceId, isMuted, language, title: ownTitle ?? (title || hostOf(url) || url), ...compared }
}

/** The sources that a part of a query means. */
function meantBy({ kind, name }: SourceQuery, sources: readonly NamedSource[]): NamedSource[] {
  const asked = folded(name)
  switch (kind) {
    case 'in':
      return sources.filter(({ folders }) => folders.includes(asked))
    case 'lang': {
      const language = `${name.toLowerCase().replaceAll('_', '-')}-`
      return sources.filter((source) => `${source.language?.toLowerCase() ?? ''}-`.startsWith(language))
    }
    case 'from':
      return sourcesNamed(name, sources)
    default:
      return kind satisfies never
  }
}

/** The sources that have a name with these words, the last of them as a beginning. */
export function sourcesNamed(name: string, sources: readonly NamedSource[]): NamedSource[] {
  const asked = folded(name)
  return sources.filter(({ names }) => names.some((each) => ` ${each}`.includes(` ${asked}`)))
}

function hostOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.hostname ?? null)
}
