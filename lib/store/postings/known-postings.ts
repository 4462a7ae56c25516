import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { inFittingGroups, sizedPostings } from '#lib/store/lists/fitting-texts.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** A stored posting as a new document is compared with it. Instants in milliseconds. */
export type KnownPosting = {
  readonly id: bigint
  readonly guid: string | null
  readonly url: string | null
  readonly title: string
  readonly excerpt: string
  readonly contentHash: string
  readonly claimedAt: number | null
  /** The time it is believed to be of: publication, or when it was found. */
  readonly credibleAt: number
}

type Row = Omit<KnownPosting, 'claimedAt' | 'credibleAt'> & {
  readonly claimedAt: Date | null
  readonly publishedAt: Date | null
  readonly foundAt: Date
}

const columns = Prisma.sql`p."id", p."guid", p."url", p."title", p."excerpt", p."contentHash", p."claimedAt",
  p."publishedAt", p."foundAt"`

/** The postings of a source that are stored under one of these keys, their first or a later one. */
export async function findKnownPostings(
  database: Database | Transaction,
  sourceId: number,
  keys: readonly string[],
): Promise<Map<string, KnownPosting>> {
  if (keys.length === 0) return new Map()
  const rows = await database.$queryRaw<(Row & { knownAs: string })[]>`
    SELECT a."key" AS "knownAs", ${columns} FROM "posting_alias" a JOIN "posting" p ON p."id" = a."postingId"
    WHERE a."sourceId" = ${sourceId} AND a."key" = ANY(${keys})`
  return new Map(rows.map(({ knownAs, ...row }) => [knownAs, toKnown(row)]))
}

/** The latest postings of a source, newest first: what an entry without a known key may be. */
export async function listLatestPostings(
  database: Database | Transaction,
  sourceId: number,
  limit: number,
): Promise<KnownPosting[]> {
  const rows = await database.$queryRaw<Row[]>`
    SELECT ${columns} FROM "posting" p WHERE p."sourceId" = ${sourceId} ORDER BY p."id" DESC LIMIT ${limit}`
  return rows.map(toKnown)
}

/** The texts of some postings, one after the other, to see what an edit changed. */
export async function* readPostingTexts(
  database: Database | Transaction,
  ids: readonly bigint[],
): AsyncGenerator<{ readonly id: bigint; readonly title: string; readonly html: string }> {
  if (ids.length === 0) return
  for (const group of inFittingGroups(await sizedPostings(database, ids)))
    yield* await database.posting.findMany({
      where: { id: { in: group.map(({ id }) => id) } },
      select: { id: true, title: true, html: true },
    })
}

function toKnown({ publishedAt, foundAt, claimedAt, ...row }: Row): KnownPosting {
  return {
    ...row,
    claimedAt: claimedAt?.getTime() ?? null,
    credibleAt: (publishedAt ?? foundAt).getTime(),
  }
}
