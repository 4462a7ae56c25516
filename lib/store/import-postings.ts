import { findOrCreateArchives } from './archives.ts'
import type { Database, Transaction } from './database.ts'
import { findImported, type Found, type Sought } from './find-imported.ts'
import { jsonRows, isoText } from './json-rows.ts'
import { notify } from './notify.ts'
import type { NewPosting } from './poll-record.ts'
import { storeNews } from './store-postings.ts'

/** A posting of an export, ready to be stored where it is not known. */
export type ImportRow = Sought & {
  readonly feedTitle: string | null
  readonly siteUrl: string | null
  readonly posting: NewPosting
  /** Null: it is only read. */
  readonly starredAt: number | null
  readonly isRead: boolean
}

/**
 * `added`: the star or read mark was set; `already-there`: it was set before; `not-here`: a posting without a star that
 * is not stored here, or whose source is not subscribed to.
 */
export type ImportResult = 'added' | 'already-there' | 'not-here'

/**
 * Brings stars and read marks of another reader, in one transaction. A star that is set keeps its time; so does one
 * that comes. Starred postings that no source has are kept in the subscriber's archives, with their text. Doing it again
 * changes nothing.
 * @returns one result for each row, in their order
 */
export async function importPostings(
  database: Database,
  subscriberId: string,
  rows: readonly ImportRow[],
  now: number,
): Promise<ImportResult[]> {
  return database.$transaction(
    async (transaction) => {
      const found = await findImported(transaction, subscriberId, rows)
      const archived = await archive(
        transaction,
        subscriberId,
        rows.filter((row, at) => found[at] === null && row.starredAt !== null),
        now,
      )
      const placed = rows.map((row, at) => found[at] ?? archived.get(archivedAs(row)) ?? null)
      const before = await readStates(transaction, subscriberId, placed)
      const changes = changesOf(rows, placed, before)
      await setStates(
        transaction,
        subscriberId,
        [...changes.values()].map(({ state }) => state),
        now,
      )
      if (changes.size > 0) await notify(transaction, { type: 'state', subscriberId })
      return rows.map((row, at) => resultOf(row, placed[at] ?? null, changes, before))
    },
    { timeout: 60_000 },
  )
}

async function archive(
  transaction: Transaction,
  subscriberId: string,
  rows: readonly ImportRow[],
  now: number,
): Promise<Map<string, Found>> {
  if (rows.length === 0) return new Map()
  const feeds = rows.map(({ feedUrl, feedTitle, siteUrl }) => ({ feedUrl, title: feedTitle, siteUrl }))
  const archives = await findOrCreateArchives(transaction, subscriberId, feeds, now)
  const distinct = [...new Map(rows.map((row) => [archivedAs(row), row])).values()]
  const bySource = Map.groupBy(distinct, ({ feedUrl }) => archives.get(feedUrl ?? '') ?? 0)
  await storeNews(
    transaction,
    [...bySource].map(([sourceId, own]) => ({
      sourceId,
      pollId: null,
      isFirst: false,
      foundAt: now,
      newPostings: own.map(({ posting }) => posting).toSorted((a, b) => a.shownAt - b.shownAt),
      editedPostings: [],
      aliases: [],
    })),
  )
  const stored = await transaction.posting.findMany({
    where: { sourceId: { in: [...bySource.keys()] }, key: { in: distinct.map(({ key }) => key) } },
    select: { id: true, sourceId: true, key: true },
  })
  const feedOf = new Map([...archives].map(([feedUrl, sourceId]) => [sourceId, feedUrl]))
  return new Map(
    stored.map(({ id, sourceId, key }) => [`${feedOf.get(sourceId) ?? ''} ${key}`, { id, sourceId }]),
  )
}

const archivedAs = ({ feedUrl, key }: Sought) => `${feedUrl ?? ''} ${key}`

type Before = { readonly isStarred: boolean; readonly isRead: boolean; readonly isSubscribed: boolean }

/** What the subscriber's state of each posting is now. */
async function readStates(
  transaction: Transaction,
  subscriberId: string,
  placed: readonly (Found | null)[],
): Promise<Map<bigint, Before>> {
  const ids = placed.flatMap((one) => one?.id ?? [])
  const rows = await transaction.$queryRaw<(Before & { id: bigint })[]>`
    SELECT p."id", t."starredAt" IS NOT NULL AS "isStarred", u."id" IS NOT NULL AS "isSubscribed",
      coalesce(t."isRead", p."id" <= u."readThrough", true) AS "isRead"
    FROM "posting" p
    LEFT JOIN "subscription" u ON u."subscriberId" = ${subscriberId} AND u."sourceId" = p."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = p."id"
    WHERE p."id" = ANY(${ids}::bigint[])`
  return new Map(rows.map(({ id, ...before }) => [id, before]))
}

type StateRow = {
  readonly postingId: string
  readonly sourceId: number
  readonly isRead: boolean | null
  readonly starredAt: string | null
}
type Changes = ReadonlyMap<bigint, { readonly row: ImportRow; readonly state: StateRow }>

/** One change for each posting, the first that the file asks for. */
function changesOf(
  rows: readonly ImportRow[],
  placed: readonly (Found | null)[],
  before: ReadonlyMap<bigint, Before>,
): Changes {
  const changes = new Map<bigint, { row: ImportRow; state: StateRow }>()
  for (const [at, row] of rows.entries()) {
    const place = placed[at]
    const was = place === null || place === undefined ? undefined : before.get(place.id)
    if (!place || was === undefined || changes.has(place.id)) continue
    const stars = row.starredAt !== null && !was.isStarred
    const reads = row.isRead && !was.isRead
    if (!stars && !reads) continue
    const state = {
      postingId: place.id.toString(),
      sourceId: place.sourceId,
      isRead: reads ? true : null,
      starredAt: isoText(row.starredAt),
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
  const isForeign = row.starredAt === null && before.get(place.id)?.isSubscribed === false
  return isForeign ? 'not-here' : 'already-there'
}

async function setStates(
  transaction: Transaction,
  subscriberId: string,
  states: readonly StateRow[],
  now: number,
): Promise<void> {
  if (states.length === 0) return
  const at = new Date(now)
  await transaction.$executeRaw`
    INSERT INTO "posting_state" AS state
      ("subscriberId", "postingId", "sourceId", "isRead", "starredAt", "readAt", "updatedAt")
    SELECT ${subscriberId}, "postingId", "sourceId", "isRead", "starredAt",
      CASE WHEN "isRead" IS NOT NULL THEN ${at}::timestamptz END, ${at}
    FROM jsonb_to_recordset(${jsonRows(states)}::jsonb)
      AS row("postingId" bigint, "sourceId" int, "isRead" bool, "starredAt" timestamptz)
    ORDER BY "postingId"
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
      "isRead" = coalesce(excluded."isRead", state."isRead"),
      "readAt" = coalesce(excluded."readAt", state."readAt"),
      "starredAt" = coalesce(state."starredAt", excluded."starredAt"),
      "updatedAt" = excluded."updatedAt"`
}
