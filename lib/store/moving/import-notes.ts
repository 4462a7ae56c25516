import type { HighlightRequest, PostingNotesAnswer } from '#lib/api/postings/postings.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'

/** The note on a posting and the highlights in it, as an export has them. */
export type ImportedNotes = { readonly note: string; readonly highlights: readonly HighlightRequest[] }

export function hasNotes({ note, highlights }: ImportedNotes): boolean {
  return note !== '' || highlights.length > 0
}

/** Whether an import has something that is not there yet. */
export function bringsNotes(imported: ImportedNotes, now: PostingNotesAnswer | undefined): boolean {
  return !holdsNote(now?.text ?? '', imported.note) || missingHighlights(imported, now).length > 0
}

/** Joins everything that an export says of one posting. Each note and highlight is kept once. */
export function joinNotes(all: readonly ImportedNotes[]): ImportedNotes {
  const highlights = all.flatMap((one) => one.highlights)
  return {
    note: joinTexts(all.map(({ note }) => note)),
    highlights: [
      ...new Map(highlights.toReversed().map((one) => [identity(one), one])).values(),
    ].toReversed(),
  }
}

const between = '\n\n'

/** Notes as one, however long that is: one below the other, but for those whose paragraphs are all there already. */
function joinTexts(notes: readonly string[]): string {
  const seen = new Set<string>()
  // The longest first, so that a note that another has in it is left out; then in their order again.
  const byLength = notes.map((text, at) => ({ text, at })).toSorted((a, b) => b.text.length - a.text.length)
  const kept = byLength.filter(({ text }) => {
    const own = text.split(between)
    if (text === '' || own.every((paragraph) => seen.has(paragraph))) return false
    for (const paragraph of own) seen.add(paragraph)
    return true
  })
  return kept
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
    .join(between)
}

/** Whether all paragraphs of a note stand in another. By paragraphs, not at any place: that could take the square of their length. */
function holdsNote(has: string, note: string): boolean {
  return joinTexts([has, note]) === has
}

function missingHighlights(
  { highlights }: ImportedNotes,
  now: PostingNotesAnswer | undefined,
): HighlightRequest[] {
  const there = new Set((now?.highlights ?? []).map(identity))
  return highlights.filter((highlight) => !there.has(identity(highlight)))
}

function identity({ quote, before, behind }: HighlightRequest): string {
  return JSON.stringify([quote, before, behind])
}

/** Brings notes and highlights to postings that have their state already, to what is written and marked there. */
export async function importNotes(
  transaction: Transaction,
  subscriberId: string,
  changes: ReadonlyMap<bigint, { readonly row: ImportedNotes }>,
  before: ReadonlyMap<bigint, PostingNotesAnswer>,
  now: number,
): Promise<void> {
  const at = new Date(now)
  const brought = [...changes].filter(([id, { row }]) => bringsNotes(row, before.get(id)))
  if (brought.length === 0) return
  await joinWithStored(
    transaction,
    subscriberId,
    brought.flatMap(([id, { row }]) => (row.note === '' ? [] : [{ postingId: `${id}`, text: row.note }])),
    at,
  )
  const highlights = brought.flatMap(([postingId, { row }]) =>
    missingHighlights(row, before.get(postingId)).map((highlight) => ({
      ...highlight,
      postingId: `${postingId}`,
    })),
  )
  await transaction.$executeRaw`
    INSERT INTO "posting_highlight" ("subscriberId", "postingId", "quote", "before", "behind", "createdAt")
    SELECT ${subscriberId}, "postingId", "quote", "before", "behind", ${at}::timestamptz FROM ROWS FROM (
      jsonb_to_recordset(${jsonRows(highlights)}::jsonb) AS ("postingId" bigint, "quote" text, "before" text, "behind" text)
    ) WITH ORDINALITY ORDER BY "ordinality"`
  await transaction.$executeRaw`
    UPDATE "posting_state" SET "notedAt" = coalesce("notedAt", ${at}::timestamptz)
    WHERE "subscriberId" = ${subscriberId} AND "postingId" = ANY(${brought.map(([id]) => id)}::bigint[])`
}

/** A note that is written at this moment is not lost: those that are there are locked, one that comes meanwhile has the imported one below it. */
async function joinWithStored(
  transaction: Transaction,
  subscriberId: string,
  notes: readonly { readonly postingId: string; readonly text: string }[],
  at: Date,
): Promise<void> {
  const stored = await transaction.$queryRaw<{ postingId: bigint; text: string }[]>`
    SELECT "postingId", "text" FROM "posting_note" WHERE "subscriberId" = ${subscriberId}
      AND "postingId" = ANY(${notes.map(({ postingId }) => BigInt(postingId))}::bigint[]) ORDER BY "postingId" FOR UPDATE`
  const textOf = new Map(stored.map(({ postingId, text }) => [`${postingId}`, text]))
  const joined = notes.flatMap(({ postingId, text }) => {
    const there = textOf.get(postingId)
    return there === undefined ? [] : [{ postingId, text: joinTexts([there, text]) }]
  })
  await transaction.$executeRaw`
    UPDATE "posting_note" n SET "text" = row."text", "updatedAt" = ${at}
    FROM jsonb_to_recordset(${jsonRows(joined)}::jsonb) AS row("postingId" bigint, "text" text)
    WHERE n."subscriberId" = ${subscriberId} AND n."postingId" = row."postingId" AND n."text" <> row."text"`
  await transaction.$executeRaw`
    INSERT INTO "posting_note" AS n ("subscriberId", "postingId", "text", "updatedAt")
    SELECT ${subscriberId}, "postingId", "text", ${at}
    FROM jsonb_to_recordset(${jsonRows(notes.filter(({ postingId }) => !textOf.has(postingId)))}::jsonb)
      AS row("postingId" bigint, "text" text) ORDER BY "postingId"
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET "updatedAt" = excluded."updatedAt",
      "text" = n."text" || E'\\n\\n' || excluded."text"
    WHERE n."text" <> excluded."text"`
}
