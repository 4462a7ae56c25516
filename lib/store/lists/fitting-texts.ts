import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { itemJoins, mayRead } from '#lib/store/ground/posting-item.ts'

/** UTF-8 octets of texts that a process holds at once for one answer: a posting may be as long as a book, and an answer have 10,000. */
const mostOctets = 16_000_000

type Sized = { readonly octets: number }

/**
 * Splits what has texts, in its order, into groups that are read one after the other, as their texts fit into memory together. What is too
 * long alone is a group of its own.
 */
export function inFittingGroups<Item extends Sized>(items: readonly Item[], most = mostOctets): Item[][] {
  const groups: Item[][] = []
  let left = 0
  for (const item of items) {
    left -= item.octets
    const group = groups.at(-1)
    if (group !== undefined && left >= 0) group.push(item)
    else {
      groups.push([item])
      left = most - item.octets
    }
  }
  return groups
}

/** The octets that an answer holds of each posting: the text that is shown, or with it those of its page and of its earlier versions. */
const octets = {
  shown: Prisma.sql`coalesce((SELECT octet_length(f."html") FROM "posting_full_text" f
    WHERE f."postingId" = p."id" AND u."fullText"), octet_length(p."html"))::float8
    + octet_length(p."title") + octet_length(p."enclosures"::text)`,
  all: Prisma.sql`(octet_length(p."html")
    + coalesce((SELECT octet_length(f."html") FROM "posting_full_text" f WHERE f."postingId" = p."id"), 0)
    + coalesce((SELECT sum(octet_length(r."html")) FROM "posting_revision" r WHERE r."postingId" = p."id"), 0))::float8`,
} as const

/** Postings with how long the texts of their feeds are. */
export function sizedPostings(
  database: Database | Transaction,
  ids: readonly bigint[],
): Promise<(Sized & { readonly id: bigint })[]> {
  return database.$queryRaw`
    SELECT p."id", octet_length(p."html") AS "octets" FROM "posting" p WHERE p."id" = ANY(${[...ids]}::bigint[])`
}

/**
 * The first of the postings that a subscriber may read, in the order of the ids: as many as have texts that fit into one answer, at least one.
 * Who answers with less than was asked for says where to go on, or is asked again for what is missing.
 */
export async function firstFitting(
  database: Database | Transaction,
  subscriberId: string,
  ids: readonly bigint[],
  texts: keyof typeof octets,
  most = mostOctets,
): Promise<bigint[]> {
  const [first = []] = await fittingAnswers(database, subscriberId, ids, texts, most)
  return first
}

/** As `firstFitting`, with what comes after the first: the postings of each of the answers that it takes to tell all of them. */
export async function fittingAnswers(
  database: Database | Transaction,
  subscriberId: string,
  ids: readonly bigint[],
  texts: keyof typeof octets,
  most = mostOctets,
): Promise<bigint[][]> {
  if (ids.length === 0) return []
  const sized = await database.$queryRaw<(Sized & { readonly id: bigint })[]>`
    SELECT p."id", ${octets[texts]} AS "octets"
    FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS asked("id", "at")
    JOIN "posting" p ON p."id" = asked."id" ${itemJoins(subscriberId)}
    WHERE ${mayRead} ORDER BY asked."at"`
  return inFittingGroups(sized, most).map((group) => group.map(({ id }) => id))
}
