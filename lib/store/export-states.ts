import type { PostingNotes } from '#lib/api/notes.ts'
import type { Database } from './database.ts'
import type { Prisma } from './generated/client.ts'
import { findNotes } from './notes.ts'
import { isoOf } from './posting-item.ts'

const pageSize = 500

type StateRow = {
  readonly sourceId: number
  readonly postingId: bigint
  readonly feedUrl: string | null
  readonly feedTitle: string
  readonly siteUrl: string | null
  readonly key: string
  readonly isRead: boolean | null
  readonly starredAt: Date | null
  readonly laterAt: Date | null
  readonly notedAt: Date | null
  readonly seenAt: Date | null
  readonly labels: string[] | null
  readonly guid: string | null
  readonly title: string
  readonly url: string | null
  readonly author: string | null
  readonly html: string | null
  readonly publishedAt: Date | null
  readonly enclosures: Prisma.JsonValue
}

/** What the subscriber did with postings, by source, in pages. Of those that were kept the whole posting. */
export async function* exportStates(database: Database, subscriberId: string) {
  let after: Pick<StateRow, 'sourceId' | 'postingId'> = { sourceId: 0, postingId: 0n }
  for (;;) {
    const rows = await readStates(database, subscriberId, after)
    const noted = rows.flatMap(({ notedAt, postingId }) => (notedAt === null ? [] : [postingId]))
    const notes = await findNotes(database, subscriberId, noted)
    yield rows.map((row) => ({ ...stateOf(row), ...writtenNotes(notes.get(row.postingId)) }))
    const last = rows.at(-1)
    if (rows.length < pageSize || last === undefined) return
    after = last
  }
}

async function readStates(
  database: Database,
  subscriberId: string,
  after: Pick<StateRow, 'sourceId' | 'postingId'>,
): Promise<StateRow[]> {
  return database.$queryRaw<StateRow[]>`
    SELECT t."sourceId", t."postingId", s."title" AS "feedTitle", s."siteUrl",
      CASE WHEN s."archiveOwnerId" IS NULL THEN s."url" ELSE s."archivedUrl" END AS "feedUrl",
      p."key", t."isRead", t."starredAt", t."laterAt", t."notedAt", t."seenAt", own."labels", p."guid", p."title", p."url",
      p."author", p."publishedAt", p."enclosures",
      CASE WHEN coalesce(t."starredAt", t."laterAt", t."notedAt") IS NOT NULL OR own."labels" IS NOT NULL THEN p."html" END AS "html"
    FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId" JOIN "source" s ON s."id" = t."sourceId"
    CROSS JOIN LATERAL (
      SELECT array_agg(l."name" ORDER BY l."name") AS "labels"
      FROM "posting_label" pl JOIN "label" l ON l."id" = pl."labelId"
      WHERE pl."subscriberId" = t."subscriberId" AND pl."postingId" = t."postingId") own
    WHERE t."subscriberId" = ${subscriberId}
      AND (t."sourceId", t."postingId") > (${after.sourceId}::int, ${after.postingId}::bigint)
      AND (t."isRead" IS NOT NULL OR coalesce(t."starredAt", t."laterAt", t."notedAt", t."seenAt") IS NOT NULL
        OR own."labels" IS NOT NULL)
    ORDER BY t."sourceId", t."postingId" LIMIT ${pageSize}`
}

function stateOf(row: StateRow) {
  const {
    feedUrl,
    feedTitle,
    siteUrl,
    key,
    isRead,
    labels,
    guid,
    title,
    url,
    author,
    html,
    publishedAt,
    enclosures,
  } = row
  const text = { feedTitle, siteUrl, guid, title, url, author, publishedAt: isoOf(publishedAt), enclosures }
  return {
    feedUrl,
    key,
    isRead,
    starredAt: isoOf(row.starredAt),
    laterAt: isoOf(row.laterAt),
    seenAt: isoOf(row.seenAt),
    labels: labels ?? [],
    posting: html === null ? null : { ...text, html },
  }
}

/** Highlights without the numbers that they have here. */
function writtenNotes(notes: PostingNotes | undefined) {
  const highlights = (notes?.highlights ?? []).map(({ id: _id, ...highlight }) => highlight)
  return { note: notes?.text ?? '', highlights }
}
