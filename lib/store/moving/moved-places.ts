import type { Database } from '#lib/store/connection/database.ts'
import { findImported } from './find-imported.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { itemJoins, mayRead } from '#lib/store/ground/posting-item.ts'

/** A posting by the address of its feed (null: not known) and its key. */
type Named = { readonly feedUrl: string | null; readonly key: string }

/** The place to which something that came with a posting was heard. */
type MovedPosition = Named & {
  /** SHA-1 of its address. */
  readonly mediaKey: string
  readonly positionMs: number
  readonly durationMs: number | null
  readonly updatedAt: string
}

/** A posting whose story is shown apart. */
type MovedSplit = Named & { readonly createdAt: string }

/** More than anybody hears or sets by hand; the newest of them are exported. */
const mostMovedPlaces = 100_000

const named = Prisma.sql`
  CASE WHEN s."archiveOwnerId" IS NULL THEN s."url" ELSE s."archivedUrl" END AS "feedUrl", p."key"`

/** The places to which sounds and films were heard. */
export async function exportPositions(database: Database, subscriberId: string): Promise<MovedPosition[]> {
  const rows = await database.$queryRaw<(Omit<MovedPosition, 'updatedAt'> & { updatedAt: Date })[]>`
    SELECT ${named}, m."mediaKey", m."positionMs", m."durationMs", m."updatedAt"
    FROM "media_position" m JOIN "posting" p ON p."id" = m."postingId" JOIN "source" s ON s."id" = p."sourceId"
    WHERE m."subscriberId" = ${subscriberId}
    ORDER BY m."updatedAt" DESC, p."key", m."mediaKey" LIMIT ${mostMovedPlaces}`
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }))
}

/** The stories that are shown apart, by the posting that it was said of. */
export async function exportSplits(database: Database, subscriberId: string): Promise<MovedSplit[]> {
  const rows = await database.$queryRaw<(Omit<MovedSplit, 'createdAt'> & { createdAt: Date })[]>`
    SELECT ${named}, x."createdAt"
    FROM "story_split" x JOIN "posting" p ON p."id" = x."postingId" JOIN "source" s ON s."id" = p."sourceId"
    WHERE x."subscriberId" = ${subscriberId} ORDER BY x."createdAt" DESC, p."key" LIMIT ${mostMovedPlaces}`
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Brings how far things were heard, of postings that are here and may be read; what was heard later stays. */
export async function importPositions(
  database: Database,
  subscriberId: string,
  positions: readonly MovedPosition[],
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const found = await findImported(transaction, subscriberId, positions.map(sought))
    const rows = placedOnce(positions, found, ({ mediaKey }) => mediaKey)
    await transaction.$executeRaw`
      INSERT INTO "media_position" AS m
        ("subscriberId", "postingId", "mediaKey", "positionMs", "durationMs", "updatedAt")
      SELECT ${subscriberId}, p."id", row."mediaKey", row."positionMs", row."durationMs", row."updatedAt"
      FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb) AS row("postingId" bigint, "mediaKey" text,
        "positionMs" int, "durationMs" int, "updatedAt" timestamptz)
      JOIN "posting" p ON p."id" = row."postingId" ${itemJoins(subscriberId)}
      WHERE ${mayRead} ORDER BY p."id", row."mediaKey"
      ON CONFLICT ("subscriberId", "postingId", "mediaKey") DO UPDATE SET
        "positionMs" = excluded."positionMs", "durationMs" = coalesce(excluded."durationMs", m."durationMs"),
        "updatedAt" = excluded."updatedAt"
      WHERE m."updatedAt" < excluded."updatedAt"`
  })
}

/** Shows the stories of these postings apart, also those that are only found to be stories later. */
export async function importSplits(
  database: Database,
  subscriberId: string,
  splits: readonly MovedSplit[],
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const found = await findImported(transaction, subscriberId, splits.map(sought))
    await transaction.$executeRaw`
      INSERT INTO "story_split" ("subscriberId", "postingId", "createdAt")
      SELECT ${subscriberId}, p."id", row."createdAt"
      FROM jsonb_to_recordset(${jsonRows(placedOnce(splits, found, () => ''))}::jsonb)
        AS row("postingId" bigint, "createdAt" timestamptz)
      JOIN "posting" p ON p."id" = row."postingId" ${itemJoins(subscriberId)}
      WHERE ${mayRead} ORDER BY p."id"
      ON CONFLICT DO NOTHING`
  })
}

const sought = ({ feedUrl, key }: Named) => ({ feedUrl, key, urls: [] })

/** Those whose posting is here, each once: no statement may change a row twice. */
function placedOnce<T extends Named>(
  moved: readonly T[],
  found: readonly ({ readonly id: bigint } | null)[],
  partOf: (one: T) => string,
): readonly object[] {
  const placed = moved.flatMap((one, at) => {
    const place = found[at]
    if (place === null || place === undefined) return []
    return [[`${place.id} ${partOf(one)}`, { ...one, postingId: place.id.toString() }] as const]
  })
  return [...new Map(placed.toReversed()).values()] // the newest stand first
}
