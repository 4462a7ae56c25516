import type { PostingFilter } from '#lib/api/postings/postings.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { listParts } from './parts.ts'
import type { PostingCursor } from '#lib/store/ground/posting-cursor.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** Parts of the postings that are looked through for a page. */
type PartWindow = {
  readonly fromId: bigint
  /** Whatever stands here or later in the timeline is in these parts. */
  readonly sureFrom: number
}

/** A posting stands in the timeline when it was found, or earlier; clocks of several machines differ by less than this. */
const marginMs = HOUR_MS
const keptMs = 60_000
/** The number of further parts that the second look takes; the third takes all. */
const furtherParts = 2

const known = new WeakMap<object, { readonly windows: readonly PartWindow[]; readonly until: number }>()

/**
 * The parts in which a page of the newest is looked for: the part that holds its beginning, then two more, then all (null). Without that
 * each source is looked up in each part, though a page comes from the latest. Other lists do without: unread postings are
 * bounded by read marks, and small lists are small.
 */
export async function windowsFor(
  database: Database | Transaction,
  filter: PostingFilter,
  after: PostingCursor | null,
): Promise<readonly (PartWindow | null)[]> {
  const { show, order, starred, later, sourceId, folderId, labelId, freshMinutes } = filter
  const isNarrow = [sourceId, folderId, labelId, freshMinutes].some((part) => part !== undefined)
  if (show !== 'all' || order !== 'newest' || starred || later || isNarrow) return [null]
  const windows = await readWindows(database)
  const at = after?.shownAt.getTime() ?? Infinity
  const first = windows.findLastIndex(({ sureFrom }) => sureFrom <= at)
  const looks = [windows[first], windows[first - furtherParts]].filter((window) => window !== undefined)
  return [...looks, null]
}

/** From which id on the postings are, as far as their parts tell, that stand at an instant of the timeline or later; null: all may be. */
export async function firstIdSince(database: Database | Transaction, at: number): Promise<bigint | null> {
  const windows = await readWindows(database)
  return windows.findLast(({ sureFrom }) => sureFrom <= at)?.fromId ?? null
}

/** Windows from each part but the first on, earliest first. */
async function readWindows(database: Database | Transaction): Promise<readonly PartWindow[]> {
  const kept = known.get(database)
  if (kept !== undefined && performance.now() < kept.until) return kept.windows
  const windows: PartWindow[] = []
  for (const { name, fromId } of (await listParts(database, 'posting')).slice(1)) {
    const [row] = await database.$queryRaw<{ at: Date }[]>`
      SELECT "foundAt" AS "at" FROM ${Prisma.raw(`"${name}"`)} ORDER BY "id" LIMIT 1`
    if (row !== undefined) windows.push({ fromId: fromId ?? 0n, sureFrom: row.at.getTime() + marginMs })
  }
  known.set(database, { windows, until: performance.now() + keptMs })
  return windows
}
