import type { HighlightRequest } from '#lib/api/postings/postings.ts'
import { findText } from '#lib/documents/html/find-text.ts'
import { htmlToText } from '#lib/documents/html/plain-text.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { inSlices } from '#lib/store/connection/in-pieces.ts'
import { inFittingGroups } from '#lib/store/lists/fitting-texts.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { joinVersionOf, saidThen } from '#lib/store/postings/kept-versions.ts'
import { isoOf } from '#lib/store/ground/posting-item.ts'

const pageSize = 500

/** Since when the subscriber keeps a posting, which says what text it is kept with: by a star before all else. */
const keptAt = Prisma.sql`coalesce(t."starredAt", t."laterAt", t."notedAt", (SELECT min(kl."createdAt") FROM "posting_label" kl
  WHERE kl."subscriberId" = t."subscriberId" AND kl."postingId" = t."postingId"))`
const joinKept = joinVersionOf(keptAt)

/** The words of a posting at a time. */
type Said = {
  readonly title: string
  readonly url: string | null
  readonly author: string | null
  readonly imageUrl: string | null
}

type StateRow = Said & {
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
  /** The version that it was kept with; null: it is as it was. */
  readonly versionId: bigint | null
  /** The text is exported, too. */
  readonly isWhole: boolean
  /** Of that text. */
  readonly octets: number
  readonly publishedAt: Date | null
  readonly enclosures: Prisma.JsonValue
}

/**
 * The subscriber's states of postings, by source, in parts. Of those that were kept the whole posting, as it was then: imports look for
 * that text (lib/store/moving/place-imported.ts). Words that were marked in another version, and do not stand in that one, follow with
 * theirs.
 */
export async function* exportStates(database: Database, subscriberId: string) {
  let after: Pick<StateRow, 'sourceId' | 'postingId'> = { sourceId: 0, postingId: 0n }
  for (;;) {
    const rows = await readStates(database, subscriberId, after)
    const noted = rows.flatMap(({ notedAt, postingId }) => (notedAt === null ? [] : [postingId]))
    const notes = await readNotes(database, subscriberId, noted)
    const marked = await readMarked(database, subscriberId, noted)
    for (const group of inFittingGroups(rows)) {
      const texts = await readTexts(database, subscriberId, group)
      // A text may be as long as a book: others have this thread between two.
      const states = await inSlices(group, (row) => {
        const html = texts.get(row.postingId)
        return { row, html, highlights: byVersion(row, html, marked.get(row.postingId) ?? []) }
      })
      const isMixed = ({ row, highlights }: (typeof states)[number]) =>
        [...highlights.keys()].some((versionId) => versionId !== row.versionId)
      const { alone = [], mixed = [] } = Object.groupBy(states, (state) =>
        isMixed(state) ? 'mixed' : 'alone',
      )
      yield alone.map(({ row, html }) =>
        stateOf(row, html, notes.get(row.postingId), marked.get(row.postingId)),
      )
      for (const { row, html, highlights } of mixed) {
        const others = await findOthers(database, row, highlights)
        const elsewhere = new Set(others.flat())
        const own = marked.get(row.postingId)?.filter((one) => !elsewhere.has(one))
        yield [stateOf(row, html, notes.get(row.postingId), own)]
        // One by one, as there may be hundreds of long texts.
        for (const other of others) {
          const said = await readSaid(database, row, other)
          if (said !== undefined) yield [stateOfOther(row, said, other)]
        }
      }
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
      v."id" AS "versionId", p."publishedAt", p."enclosures",
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

type Marked = HighlightRequest & {
  readonly postingId: bigint
  readonly createdAt: Date
  /** The version in which it was marked; null: the text of now. */
  readonly versionId: bigint | null
}

/** Highlights of the postings, in the order in which they were made. */
async function readMarked(
  database: Database,
  subscriberId: string,
  postingIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, Marked[]>> {
  const rows = await database.$queryRaw<Marked[]>`
    SELECT h."postingId", h."quote", h."before", h."behind", h."createdAt", v."id" AS "versionId"
    FROM "posting_highlight" h JOIN "posting" p ON p."id" = h."postingId" ${joinVersionOf(Prisma.sql`h."createdAt"`)}
    WHERE h."subscriberId" = ${subscriberId} AND h."postingId" = ANY(${[...postingIds]}::bigint[]) ORDER BY h."id"`
  return Map.groupBy(rows, ({ postingId }) => postingId)
}

async function readNotes(
  database: Database,
  subscriberId: string,
  postingIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const where = { subscriberId, postingId: { in: [...postingIds] } }
  const notes = await database.postingNote.findMany({ where, select: { postingId: true, text: true } })
  return new Map(notes.map(({ postingId, text }) => [postingId, text]))
}

/** Highlights by the version to export them with: where their words stand in the text that was kept, with that one. */
function byVersion({ versionId }: StateRow, html: string | undefined, marked: readonly Marked[]) {
  const isOther = (one: Marked) => one.versionId !== versionId
  const letters = marked.some(isOther) ? lettersOf(html ?? '') : ''
  return Map.groupBy(marked, (one) => (isOther(one) && !holdsQuote(letters, one) ? one.versionId : versionId))
}

/** Each of some hundred highlights may be looked for in all of a text; one that stands further down is exported with the version that it was made in. */
const mostLetters = 1_000_000

/** The beginning of a text to be compared: spaces are written in other ways. */
function lettersOf(html: string): string {
  return htmlToText(html).replace(/\s+/g, '').slice(0, mostLetters)
}

function holdsQuote(letters: string, { quote }: Marked): boolean {
  return findText(letters, quote.replace(/\s+/g, '')) >= 0
}

type SaidText = Said & { readonly html: string }

/** The words that were marked in other versions of a posting, by version. Words of its full text stand in none, and stay where it is. */
async function findOthers(
  database: Database,
  row: StateRow,
  highlights: ReadonlyMap<bigint | null, readonly Marked[]>,
): Promise<(readonly Marked[])[]> {
  const others: (readonly Marked[])[] = []
  for (const [versionId, marked] of highlights) {
    if (versionId === row.versionId) continue
    const letters = lettersOf((await readSaid(database, row, marked))?.html ?? '')
    const own = marked.filter((one) => holdsQuote(letters, one))
    if (own.length > 0) others.push(own)
  }
  return others
}

/** The version in which words were marked. */
async function readSaid(
  database: Database,
  { postingId }: StateRow,
  [first]: readonly Marked[],
): Promise<SaidText | undefined> {
  const [said] = await database.$queryRaw<SaidText[]>`
    SELECT ${saidThen}, coalesce(v."html", p."html") AS "html" FROM "posting" p
    ${joinVersionOf(Prisma.sql`${first?.createdAt}::timestamptz`)} WHERE p."id" = ${postingId}`
  return said
}

/** Another version of a posting, with the words alone that were marked in it. */
function stateOfOther(row: StateRow, { html, ...said }: SaidText, own: readonly Marked[]) {
  const none = { isRead: null, starredAt: null, laterAt: null, seenAt: null, labels: null }
  const keptAt = own[0]?.createdAt ?? null
  return stateOf({ ...row, ...said, ...none, keptAt }, html, '', own)
}

function stateOf(
  row: StateRow,
  html: string | undefined,
  note = '',
  highlights: readonly HighlightRequest[] = [],
) {
  const { feedUrl, feedTitle, siteUrl, key, isRead, labels } = row
  const { guid, title, url, author, imageUrl, publishedAt, enclosures } = row
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
    note,
    highlights: highlights.map(({ quote, before, behind }) => ({ quote, before, behind })),
  }
}
