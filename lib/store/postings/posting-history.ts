import type { PostingClone, PostingVersion } from '#lib/api/postings/postings.ts'
import { cleanAddress } from '#lib/documents/html/clean-address.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { itemJoins, mayRead, sourceName } from '#lib/store/ground/posting-item.ts'
import { wasKept } from './kept-versions.ts'

const mostClones = 20

/** UTF-8 octets of the texts of one posting: its publisher may have edited a text as long as a book hundreds of times. */
const mostOctets = 8_000_000

/**
 * The words of postings before their edits, by posting, oldest first. Of a posting with no edit that anybody would notice these are the versions
 * that the subscriber kept. As many as have texts that fit into one answer, those first that the subscriber kept, then the latest; at least one.
 */
export async function listVersions(
  database: Database | Transaction,
  subscriberId: string,
  postingIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, PostingVersion[]>> {
  if (postingIds.length === 0) return new Map()
  const rows = await database.$queryRaw<VersionRow[]>`
    SELECT r."postingId", r."title", r."html", r."url", r."author", r."imageUrl", r."foundAt", r."replacedAt"
    FROM (
      SELECT o.*, sum(octet_length(o."html")) OVER latest AS "octets", row_number() OVER latest AS "place" FROM (
        SELECT r.*, ${wasKept(subscriberId)} AS "isKept" FROM "posting_revision" r
        WHERE r."postingId" = ANY(${[...postingIds]}::bigint[])) o
      JOIN "posting" p ON p."id" = o."postingId" WHERE p."editedAt" IS NOT NULL OR o."isKept"
      WINDOW latest AS (PARTITION BY o."postingId" ORDER BY o."isKept" DESC, o."id" DESC)) r
    WHERE r."octets" <= ${mostOctets} OR r."place" = 1
    ORDER BY r."id"`
  const versions = new Map<bigint, PostingVersion[]>(postingIds.map((id) => [id, []]))
  for (const { postingId, title, html, url, author, imageUrl, foundAt, replacedAt } of rows) {
    const told = { title, html, foundAt: foundAt.toISOString(), replacedAt: replacedAt.toISOString() }
    // The three were kept together; '': there was none.
    const more =
      url === null
        ? {}
        : { url: cleanAddress(url) || null, author: author || null, imageUrl: imageUrl || null }
    versions.get(postingId)?.push({ ...told, ...more })
  }
  return versions
}

type VersionRow = Pick<PostingVersion, 'title' | 'html'> & {
  readonly postingId: bigint
  readonly url: string | null
  readonly author: string | null
  readonly imageUrl: string | null
  readonly foundAt: Date
  readonly replacedAt: Date
}

type Clustered = { readonly id: bigint; readonly clusterId: bigint | null }
type CloneRow = Omit<PostingClone, 'id' | 'shownAt'> & {
  readonly ofId: bigint
  readonly id: bigint
  readonly shownAt: Date
}

/**
 * The other postings of the clusters of postings, by posting, that the subscriber may read: what others subscribe to, or
 * keep in their archives, stays theirs.
 */
export async function listClones(
  database: Database | Transaction,
  subscriberId: string,
  postings: readonly Clustered[],
): Promise<ReadonlyMap<bigint, PostingClone[]>> {
  const clustered = postings.filter(({ clusterId }) => clusterId !== null)
  if (clustered.length === 0) return new Map()
  const rows = await database.$queryRaw<CloneRow[]>`
    SELECT asked."id" AS "ofId", clone.*
    FROM unnest(${clustered.map(({ id }) => id)}::bigint[], ${clustered.map(({ clusterId }) => clusterId)}::bigint[])
      AS asked("id", "clusterId")
    CROSS JOIN LATERAL (
      SELECT p."id", p."sourceId", ${sourceName} AS "sourceTitle", p."title", p."url", p."shownAt"
      FROM "posting" p ${itemJoins(subscriberId)}
      WHERE p."clusterId" = asked."clusterId" AND p."id" <> asked."id" AND ${mayRead}
      ORDER BY p."shownAt", p."id" LIMIT ${mostClones}) clone`
  const clones = new Map<bigint, PostingClone[]>(clustered.map(({ id }) => [id, []]))
  for (const { ofId, id, shownAt, ...row } of rows) {
    clones.get(ofId)?.push({
      ...row,
      url: row.url === null ? null : cleanAddress(row.url),
      id: id.toString(),
      shownAt: shownAt.toISOString(),
    })
  }
  return clones
}
