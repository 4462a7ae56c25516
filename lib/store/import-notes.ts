import type { HighlightRequest, PostingNotes } from '#lib/api/notes.ts'
import type { Transaction } from './database.ts'

/** What an export says was written on a posting and marked in it. */
export type ImportedNotes = { readonly note: string; readonly highlights: readonly HighlightRequest[] }

export function hasNotes({ note, highlights }: ImportedNotes): boolean {
  return note !== '' || highlights.length > 0
}

/** Whether an import has something that is not there yet; a note that is there stays as it is. */
export function bringsNotes(imported: ImportedNotes, now: PostingNotes | undefined): boolean {
  return (imported.note !== '' && (now?.text ?? '') === '') || missingHighlights(imported, now).length > 0
}

function missingHighlights({ highlights }: ImportedNotes, now: PostingNotes | undefined): HighlightRequest[] {
  const there = new Set((now?.highlights ?? []).map(identity))
  return highlights.filter((highlight) => !there.has(identity(highlight)))
}

function identity({ quote, before, behind }: HighlightRequest): string {
  return JSON.stringify([quote, before, behind])
}

/** Brings notes and highlights to postings that have their state already. */
export async function importNotes(
  transaction: Transaction,
  subscriberId: string,
  changes: ReadonlyMap<bigint, { readonly row: ImportedNotes }>,
  before: ReadonlyMap<bigint, PostingNotes>,
  now: number,
): Promise<void> {
  const at = new Date(now)
  const brought = [...changes].filter(([id, { row }]) => bringsNotes(row, before.get(id)))
  if (brought.length === 0) return
  await transaction.postingNote.createMany({
    data: brought.flatMap(([postingId, { row }]) =>
      row.note === '' ? [] : [{ subscriberId, postingId, text: row.note, updatedAt: at }],
    ),
    skipDuplicates: true,
  })
  await transaction.postingHighlight.createMany({
    data: brought.flatMap(([postingId, { row }]) =>
      missingHighlights(row, before.get(postingId)).map(({ quote, before: ahead, behind }) => ({
        ...{ subscriberId, postingId, quote, before: ahead, behind, createdAt: at },
      })),
    ),
  })
  await transaction.$executeRaw`
    UPDATE "posting_state" SET "notedAt" = coalesce("notedAt", ${at}::timestamptz)
    WHERE "subscriberId" = ${subscriberId} AND "postingId" = ANY(${brought.map(([id]) => id)}::bigint[])`
}
