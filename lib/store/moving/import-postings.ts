import type { PostingNotesAnswer } from '#lib/api/postings/postings.ts'
import { archiveMissing, type ArchiveRow } from './archive-imported.ts'
import { linkTwins, type Twins } from '#lib/store/postings/archives.ts'
import { lockClusters } from '#lib/store/stories/clusters.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { readStates, setStates, type Before, type StateRow } from './import-states.ts'
import { findImported, type Found } from './find-imported.ts'
import { bringsNotes, hasNotes, importNotes, joinNotes, type ImportedNotes } from './import-notes.ts'
import { isoText } from '#lib/store/connection/json-rows.ts'
import { findNotes } from '#lib/store/postings/notes.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { placeImported, type Placed } from './place-imported.ts'

const mostTries = 3

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
 * Brings stars, labels and read marks of another reader. A star that is set keeps its time; so does one that comes. What
 * the export keeps is set on a posting that has its text (`placeImported`). Where none has, the text is stored in the
 * subscriber's archives, in a transaction before that of the marks, and linked with the posting of a source that has the
 * same address. Doing it again changes nothing, also after it broke off.
 * @returns one result for each row, in their order
 */
export async function importPostings(
  database: Database,
  subscriberId: string,
  rows: readonly ImportRow[],
  now: number,
): Promise<ImportResult[]> {
  return (await importAndPlace(database, subscriberId, rows, now)).results
}

/** `importPostings`, and the numbers of the postings that the rows were set on; null: none was. */
export async function importAndPlace(
  database: Database,
  subscriberId: string,
  rows: readonly ImportRow[],
  now: number,
): Promise<Pick<AllSet, 'results' | 'ids'>> {
  for (let triesLeft = mostTries - 1; ; triesLeft--) {
    await archiveMissing(database, subscriberId, rows.filter(isKept), now)
    const set = await database.$transaction((transaction) => setAll(transaction, subscriberId, rows, now), {
      timeout: 60_000,
    })
    if (set.isWhole || triesLeft === 0) {
      await linkArchived(database, set.twins, now)
      return set
    }
  }
}

type AllSet = {
  readonly results: ImportResult[]
  readonly ids: readonly (bigint | null)[]
  readonly twins: readonly Twins[]
  /** False: retention removed a posting since it was found. Where that is done again, its text is archived. */
  readonly isWhole: boolean
}

async function setAll(
  transaction: Transaction,
  subscriberId: string,
  rows: readonly ImportRow[],
  now: number,
): Promise<AllSet> {
  const places = await placeAll(transaction, subscriberId, rows)
  const placed = places.map(({ found }) => found)
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
  return {
    isWhole: rows.every((row, at) => !isKept(row) || before.has(placed[at]?.id ?? 0n)),
    ids: placed.map((place) => place?.id ?? null),
    results: rows.map((row, at) => resultOf(row, placed[at] ?? null, changes, before)),
    twins: places.flatMap(({ found, twinId }) =>
      found === null || twinId === null ? [] : [{ archivedId: found.id, id: twinId }],
    ),
  }
}

/** The place of each row; one that is only read is marked on whatever posting has its key or address. */
async function placeAll(
  transaction: Transaction,
  subscriberId: string,
  rows: readonly ImportRow[],
): Promise<Placed[]> {
  const kept = await placeImported(transaction, subscriberId, rows.filter(isKept))
  const marked = await findImported(
    transaction,
    subscriberId,
    rows.filter((row) => !isKept(row)),
  )
  const nextKept = kept.values()
  const nextMarked = marked.values()
  const none = { found: null, twinId: null }
  return rows.map((row) =>
    isKept(row) ? (nextKept.next().value ?? none) : { found: nextMarked.next().value ?? null, twinId: null },
  )
}

/** A transaction of its own: whoever links stories locks them first, and states after that. */
async function linkArchived(database: Database, twins: readonly Twins[], now: number): Promise<void> {
  if (twins.length === 0) return
  await database.$transaction(
    async (transaction) => {
      await lockClusters(transaction)
      await linkTwins(transaction, twins, now)
    },
    { timeout: 60_000 },
  )
}

/** A row that is only read is nothing to keep. */
function isKept(row: ImportRow): boolean {
  return row.starredAt !== null || row.laterAt !== null || row.labels.length > 0 || hasNotes(row)
}

/** `first`: the row that is counted; `row`: all that the file says of the posting. */
type Changes = ReadonlyMap<
  bigint,
  { readonly first: ImportRow; readonly row: ImportRow; readonly state: StateRow }
>

/** One change for each posting, though several rows may be about it. */
function changesOf(
  rows: readonly ImportRow[],
  placed: readonly (Found | null)[],
  before: ReadonlyMap<bigint, Before>,
  notes: ReadonlyMap<bigint, PostingNotesAnswer>,
): Changes {
  const changes = new Map<bigint, { first: ImportRow; row: ImportRow; state: StateRow }>()
  const places = rows.flatMap((row, at) => {
    const place = placed[at] ?? null
    return place === null ? [] : [{ ...place, row }]
  })
  for (const [id, same] of Map.groupBy(places, (place) => place.id)) {
    const [first] = same
    const was = before.get(id)
    if (first === undefined || was === undefined) continue
    const row = joinRows(
      first.row,
      same.map((one) => one.row),
    )
    const stars = row.starredAt !== null && !was.isStarred
    const reads = row.isRead && !was.isRead && (was.isSubscribed || isKept(row))
    const puts = row.laterAt !== null && !was.isLater
    const had = new Set(was.labels)
    const labels = row.labels.filter((name) => !had.has(name))
    if (!stars && !reads && !puts && labels.length === 0 && !bringsNotes(row, notes.get(id))) continue
    const state = {
      postingId: id.toString(),
      sourceId: first.sourceId,
      isRead: reads ? true : null,
      starredAt: isoText(row.starredAt),
      laterAt: isoText(row.laterAt),
      labels,
    }
    changes.set(id, { first: first.row, row, state })
  }
  return changes
}

/** Joins all rows about one posting. Nothing that any of them says is left out. */
function joinRows(first: ImportRow, all: readonly ImportRow[]): ImportRow {
  return {
    ...first,
    ...joinNotes(all),
    starredAt: all.find(({ starredAt }) => starredAt !== null)?.starredAt ?? null,
    laterAt: all.find(({ laterAt }) => laterAt !== null)?.laterAt ?? null,
    labels: [...new Set(all.flatMap(({ labels }) => labels))],
    isRead: all.some(({ isRead }) => isRead),
  }
}

function resultOf(
  row: ImportRow,
  place: Found | null,
  changes: Changes,
  before: ReadonlyMap<bigint, Before>,
): ImportResult {
  if (place === null) return 'not-here'
  if (changes.get(place.id)?.first === row) return 'added'
  const isForeign = !isKept(row) && before.get(place.id)?.isSubscribed === false
  return isForeign ? 'not-here' : 'already-there'
}
