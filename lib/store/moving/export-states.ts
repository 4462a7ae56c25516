import type { PostingNotesAnswer } from '#lib/api/postings/notes.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { inFittingGroups } from '#lib/store/lists/fitting-texts.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { findNotes } from '#lib/store/postings/notes.ts'
import { joinVersionOf, saidThen } from '#lib/store/postings/kept-versions.ts'
import { isoOf } from '#lib/store/ground/posting-item.ts'

const pageSize = 500

/**
 * Since when the subscriber keeps a posting, which says what text it is kept with: by a star before all else, but for words that were marked
 * before: they may stand in no later text.
 */
const keptAt = Prisma.sql`coalesce(
  CASE WHEN EXISTS (SELECT FROM "posting_highlight" ph WHERE ph."subscriberId" = t."subscriberId" AND ph."postingId" = t."postingId")
    THEN least(coalesce(t."starredAt", t."laterAt"), t."notedAt") END,
  t."starredAt", t."laterAt", t."notedAt", (SELECT min(kl."createdAt") FROM "posting_label" kl
  WHERE kl."subscriberId" = t."subscriberId" AND kl."postingId" = t."postingId"))`
const joinKept = joinVersionOf(keptAt)

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
  readonly keptAt: Date | null
  readonly seenAt: Date | null
  readonly labels: string[] | null
  readonly guid: string | null
  readonly title: string
  readonly url: string | null
  readonly author: string | null
  readonly imageUrl: string | null
  /** The text is exported, too. */
  readonly isWhole: boolean
  /** Of that text. */
  readonly octets: number
  readonly publishedAt: Date | null
  readonly enclosures: Prisma.JsonValue
}

/**
 * What the subscriber did with postings, by source, in parts. Of those that were kept the whole posting, as it was then: imports look for
 * that text (lib/store/moving/place-imported.ts).
 */
export async function* exportStates(database: Database, subscriberId: string) {
  let after: Pick<StateRow, 'sourceId' | 'postingId'> = { sourceId: 0, postingId: 0n }
  for (;;) {
    const rows = await readStates(database, subscriberId, after)
    const noted = rows.flatMap(({ notedAt, postingId }) => (notedAt === null ? [] : [postingId]))
    const notes = await findNotes(database, subscriberId, noted)
    for (const group of inFittingGroups(rows)) {
      const texts = await readTexts(database, subscriberId, group)
      yield group.map((row) => ({
        ...stateOf(row, texts.get(row.postingId)),
        ...writtenNotes(notes.get(row.postingId)),
      }))
    }
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
      p."key", t."isRead", t."starredAt", t."laterAt", t."notedAt", ${keptAt} AS "keptAt", t."seenAt", own."labels", p."guid", ${saidThen},
      p."publishedAt", p."enclosures",
      whole."isWhole", CASE WHEN whole."isWhole" THEN octet_length(coalesce(v."html", p."html")) ELSE 0 END AS "octets"
    FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId" JOIN "source" s ON s."id" = t."sourceId"
    ${joinKept}
    CROSS JOIN LATERAL (
      SELECT array_agg(l."name" ORDER BY l."name") AS "labels"
      FROM "posting_label" pl JOIN "label" l ON l."id" = pl."labelId"
      WHERE pl."subscriberId" = t."subscriberId" AND pl."postingId" = t."postingId") own
    CROSS JOIN LATERAL (
      SELECT coalesce(t."starredAt", t."laterAt", t."notedAt") IS NOT NULL OR own."labels" IS NOT NULL AS "isWhole") whole
    WHERE t."subscriberId" = ${subscriberId}
      AND (t."sourceId", t."postingId") > (${after.sourceId}::int, ${after.postingId}::bigint)
      AND (t."isRead" IS NOT NULL OR coalesce(t."starredAt", t."laterAt", t."notedAt", t."seenAt") IS NOT NULL
        OR own."labels" IS NOT NULL)
    ORDER BY t."sourceId", t."postingId" LIMIT ${pageSize}`
}

async function readTexts(
  database: Database,
  subscriberId: string,
  rows: readonly StateRow[],
): Promise<ReadonlyMap<bigint, string>> {
  const ids = rows.flatMap(({ isWhole, postingId }) => (isWhole ? [postingId] : []))
  const texts = await database.$queryRaw<{ id: bigint; html: string }[]>`
    SELECT p."id", coalesce(v."html", p."html") AS "html"
    FROM "posting" p JOIN "posting_state" t ON t."postingId" = p."id" AND t."subscriberId" = ${subscriberId}
    ${joinKept}
    WHERE p."id" = ANY(${ids}::bigint[])`
  return new Map(texts.map(({ id, html }) => [id, html]))
}

function stateOf(row: StateRow, html: string | undefined) {
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
    imageUrl,
    publishedAt,
    enclosures,
  } = row
  const said = { title, url, author, imageUrl }
  const text = { feedTitle, siteUrl, guid, ...said, publishedAt: isoOf(publishedAt), enclosures }
  return {
    feedUrl,
    key,
    isRead,
    starredAt: isoOf(row.starredAt),
    laterAt: isoOf(row.laterAt),
    keptAt: isoOf(row.keptAt),
    seenAt: isoOf(row.seenAt),
    labels: labels ?? [],
    posting: html === undefined ? null : { ...text, html },
  }
}

/** Highlights without the numbers that they have here. */
function writtenNotes(notes: PostingNotesAnswer | undefined) {
  const highlights = (notes?.highlights ?? []).map(({ id: _id, ...highlight }) => highlight)
  return { note: notes?.text ?? '', highlights }
}
