import { wordsOf } from '#lib/search/words.ts'
import type { Query } from '#lib/search/query.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { foldersWithin } from './subscription-scope.ts'

/** A part of a query that is about the source. */
export type SourceQuery = Extract<Query, { readonly kind: 'from' | 'in' | 'lang' }>

/** What of a subscriber's sources a search is about. */
export type SearchScope = {
  readonly sourceIds: readonly number[]
  /** languages of texts that are searched (ISO 639-1) */
  readonly languages: readonly string[]
  /** the sources that parts of the query name */
  readonly named: ReadonlyMap<Query, readonly number[]>
}

type Place = { readonly folderId?: number | undefined; readonly sourceId?: number | undefined }

/** What guessLanguage finds in texts whatever their sources say. */
const guessed = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']

/** The subscriber's sources of a folder, a source or all, and those that the parts of the query mean. */
export async function readSearchScope(
  database: Database | Transaction,
  subscriberId: string,
  place: Place,
  query: Query,
): Promise<SearchScope> {
  const inPlace = Prisma.sql`u."subscriberId" = ${subscriberId}
    AND ${place.sourceId === undefined ? Prisma.sql`TRUE` : Prisma.sql`u."sourceId" = ${place.sourceId}`}
    AND ${place.folderId === undefined ? Prisma.sql`TRUE` : Prisma.sql`u."folderId" IN ${foldersWithin(subscriberId, place.folderId)}`}`
  const [row] = await database.$queryRaw<{ sourceIds: number[]; languages: string[] }[]>`
    SELECT coalesce(array_agg(u."sourceId" ORDER BY u."sourceId"), '{}') AS "sourceIds",
      coalesce(array_agg(DISTINCT lower(substring(s."language" FROM '^[a-zA-Z]{2,3}\\M')))
        FILTER (WHERE s."language" IS NOT NULL), '{}') AS "languages"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId" WHERE ${inPlace}`
  const languages = new Set([...guessed, ...(row?.languages ?? [])])
  const parts = sourceQueries(query)
  const named = parts.length === 0 ? [] : await readNames(database, inPlace)
  return {
    sourceIds: row?.sourceIds ?? [],
    languages: [...languages].filter((language) => /^[a-z]{2,3}$/.test(language)),
    named: new Map(
      parts.map((part) => [
        part,
        named.filter((source) => isMeant(part, source)).map(({ sourceId }) => sourceId),
      ]),
    ),
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

type NamedSource = {
  readonly sourceId: number
  readonly ownTitle: string | null
  readonly title: string
  readonly url: string
  readonly siteUrl: string | null
  /** Its folder's, and those of the folders around. */
  readonly folderNames: readonly string[]
  readonly language: string | null
}

function readNames(database: Database | Transaction, inPlace: Prisma.Sql): Promise<NamedSource[]> {
  return database.$queryRaw`
    SELECT u."sourceId", u."title" AS "ownTitle", s."title", s."url", s."siteUrl", s."language",
      ARRAY(WITH RECURSIVE around AS (
        SELECT f."name", f."parentId" FROM "folder" f WHERE f."id" = u."folderId"
        UNION SELECT f."name", f."parentId" FROM "folder" f JOIN around ON f."id" = around."parentId"
      ) SELECT "name" FROM around) AS "folderNames"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId"
    WHERE ${inPlace}`
}

function isMeant({ kind, name }: SourceQuery, source: NamedSource): boolean {
  switch (kind) {
    case 'in':
      return source.folderNames.some((each) => folded(each) === folded(name))
    case 'lang':
      return `${source.language?.toLowerCase() ?? ''}-`.startsWith(
        `${name.toLowerCase().replaceAll('_', '-')}-`,
      )
    case 'from':
      return [source.ownTitle, source.title, hostOf(source.url), hostOf(source.siteUrl)].some(
        (known) => known !== null && ` ${folded(known)}`.includes(` ${folded(name)}`),
      )
    default:
      return kind satisfies never
  }
}

/** A name as it is compared: its words, or itself where it has none. */
function folded(name: string): string {
  const words = wordsOf(name.slice(0, 300)).map(({ text }) => text)
  return words.length === 0 ? name.trim().toLowerCase() : words.join(' ')
}

function hostOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.hostname ?? null)
}
