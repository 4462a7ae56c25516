import type { PostingNotes } from '#lib/api/notes.ts'
import { archiveMissing, type ArchiveRow } from './archive-imported.ts'
import type { Database } from './database.ts'
import { readStates, setStates, type Before, type StateRow } from './import-states.ts'
import { findImported, type Found } from './find-imported.ts'
import { bringsNotes, hasNotes, importNotes, type ImportedNotes } from './import-notes.ts'
import { isoText } from './json-rows.ts'
import { findNotes } from './notes.ts'
import { notify } from './notify.ts'

/** A posting of an export, ready to be stored where it is not known. */
export type ImportRow = ArchiveRow & {
  /** Null: it is not starred. */
  readonly starredAt: number | null
  readonly laterAt: number | null
  /** Names of labels to put on it. */
  readonly labels: readonly string[]
  readonly isRead: boolean
} & ImportedNotes

/**
 * `added`: a star, a place on the list of what is read later, a label, a note, a highlight or a read mark was set; `already-there`: all were set
 * before; `not-here`: a posting with none but a read mark that is not stored here, or whose source is not subscribed to.
 */
export type ImportResult = 'added' | 'already-there' | 'not-here'

/**
 * Brings stars, labels and read marks of another reader. A star that is set keeps its time; so does one that comes. Those
 * postings which no source has are kept in the subscriber's archives, with their text, in a transaction before that of the
 * marks. Doing it again changes nothing, also after it broke off.
 * @returns one result for each row, in their order
 */
export async function importPostings(
  database: Database,
  subscriberId: string,
  rows: readonly ImportRow[],
  now: number,
): Promise<ImportResult[]> {
  await archiveMissing(database, subscriberId, rows.filter(isKept), now)
  return database.$transaction(
    async (transaction) => {
      const placed = await findImported(transaction, subscriberId, rows)
      const before = await readStates(transaction, subscriberId, placed)
      const notes = await findNotes(transaction, subscriberId, [...before.keys()])
      const changes = changesOf(rows, placed, before, notes)
      await setStates(
        transaction,
        subscriberId,
        [...changes.values()].map(({ state }) => state),
        now,
      )
      await importNotes(transaction, subscriberId, changes, notes, now)
      if (changes.size > 0) await notify(transaction, { type: 'state', subscriberId, postings: 'many' })
      return rows.map((row, at) => resultOf(row, placed[at] ?? null, changes, before))
    },
    { timeout: 60_000 },
  )
}

/** What is only read is nothing to keep. */
function isKept(row: ImportRow): boolean {
  return row.starredAt !== null || row.laterAt !== null || row.labels.length > 0 || hasNotes(row)
}

type Changes = ReadonlyMap<bigint, { readonly row: ImportRow; readonly state: StateRow }>

/** One change for each posting, the first that the file asks for. */
function changesOf(
  rows: readonly ImportRow[],
  placed: readonly (Found | null)[],
  before: ReadonlyMap<bigint, Before>,
  notes: ReadonlyMap<bigint, PostingNotes>,
): Changes {
  const changes = new Map<bigint, { row: ImportRow; state: StateRow }>()
  for (const [at, row] of rows.entries()) {
    const place = placed[at]
    const was = place === null || place === undefined ? undefined : before.get(place.id)
    if (!place || was === undefined || changes.has(place.id)) continue
    const stars = row.starredAt !== null && !was.isStarred
    const reads = row.isRead && !was.isRead
    const puts = row.laterAt !== null && !was.isLater
    const labels = row.labels.filter((name) => !was.labels.includes(name))
    if (!stars && !reads && !puts && labels.length === 0 && !bringsNotes(row, notes.get(place.id))) continue
    const state = {
      postingId: place.id.toString(),
      sourceId: place.sourceId,
      isRead: reads ? true : null,
      starredAt: isoText(row.starredAt),
      laterAt: isoText(row.laterAt),
      labels,
    }
    changes.set(place.id, { row, state })
  }
  return changes
}

function resultOf(
  row: ImportRow,
  place: Found | null,
  changes: Changes,
  before: ReadonlyMap<bigint, Before>,
): ImportResult {
  if (place === null) return 'not-here'
  if (changes.get(place.id)?.row === row) return 'added'
  const isForeign = !isKept(row) && before.get(place.id)?.isSubscribed === false
  return isForeign ? 'not-here' : 'already-there'
}
