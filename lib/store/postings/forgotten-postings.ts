import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** The remains of a posting that retention removed: hashes of what it was. */
export type ForgottenPosting = {
  readonly titleHash: number
  /** Null: it had no address, or claimed no time. */
  readonly urlHash: number | null
  readonly claimedHash: number | null
}

/** 32 bits of a text. Not PostgreSQL's own hashes: those may change with its version. */
const textHash = (text: Prisma.Sql) => Prisma.sql`('x' || left(md5(${text}), 8))::bit(32)::int`
/** 64 bits of a key: two of a million keys of a source fall together once in 37 million sources. */
export const keyHash = (key: Prisma.Sql) => Prisma.sql`('x' || left(md5(${key}), 16))::bit(64)::bigint`
/** The hashes of a posting `p` beside that of its key, in the order of the columns. */
export const traitHashes = Prisma.sql`${textHash(Prisma.sql`p."title"`)}, ${textHash(Prisma.sql`p."url"`)},
  (round(extract(epoch FROM p."claimedAt"))::bigint % 2147483648)::int`

/** The hashes that an entry would leave, to be compared with those that a posting left. */
export function hashesOf(entry: {
  readonly title: string
  readonly url: string | null
  readonly claimedAt: number | null
}): ForgottenPosting {
  return {
    titleHash: hashOf(entry.title),
    urlHash: entry.url === null ? null : hashOf(entry.url),
    claimedHash: entry.claimedAt === null ? null : Math.round(entry.claimedAt / 1000) % 2 ** 31,
  }
}

function hashOf(text: string): number {
  return createHash('md5').update(text.toWellFormed()).digest().readInt32BE(0)
}

/** The remains of a source's postings that were known by these keys. */
export async function findForgotten(
  database: Database | Transaction,
  sourceId: number,
  keys: readonly string[],
): Promise<Map<string, ForgottenPosting>> {
  if (keys.length === 0) return new Map()
  const rows = await database.$queryRaw<(ForgottenPosting & { readonly key: string })[]>`
    SELECT k."key", f."titleHash", f."urlHash", f."claimedHash"
    FROM unnest(${[...keys]}::text[]) AS k("key") JOIN "forgotten_posting" f
      ON f."sourceId" = ${sourceId} AND f."keyHash" = ${keyHash(Prisma.sql`k."key"`)}`
  return new Map(rows.map(({ key, ...posting }) => [key, posting]))
}
