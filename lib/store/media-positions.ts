import { createHash } from 'node:crypto'
import type { MediaPosition, MediaPositionRequest } from '#lib/api/media.ts'
import type { Database, Transaction } from './database.ts'
import { itemJoins, mayRead } from './posting-item.ts'

/** Positions of what came with a posting, by the addresses given; those that are not known are missing. */
export async function findMediaPositions(
  database: Database | Transaction,
  subscriberId: string,
  postingId: bigint,
  urls: readonly string[],
): Promise<ReadonlyMap<string, MediaPosition>> {
  if (urls.length === 0) return new Map()
  const rows = await database.mediaPosition.findMany({
    where: { subscriberId, postingId },
    select: { mediaKey: true, positionMs: true, durationMs: true, updatedAt: true },
  })
  const byKey = new Map(rows.map(({ mediaKey, ...row }) => [mediaKey, row]))
  return new Map(
    urls.flatMap((url) => {
      const row = byKey.get(keyOf(url))
      return row === undefined ? [] : [[url, { ...row, updatedAt: row.updatedAt.toISOString() }]]
    }),
  )
}

/**
 * Keeps how far a subscriber has come. What came later wins, whatever the device.
 * @returns false where the subscriber may not read the posting, or it has no such enclosure
 */
export async function storeMediaPosition(
  database: Database,
  subscriberId: string,
  postingId: bigint,
  { url, positionMs, durationMs }: MediaPositionRequest,
  now: number,
): Promise<boolean> {
  const stored = await database.$executeRaw`
    INSERT INTO "media_position" AS m
      ("subscriberId", "postingId", "mediaKey", "positionMs", "durationMs", "updatedAt")
    SELECT ${subscriberId}, p."id", ${keyOf(url)}, ${positionMs}::int, ${durationMs}::int, ${new Date(now)}
    FROM "posting" p ${itemJoins(subscriberId)}
    WHERE p."id" = ${postingId} AND ${mayRead}
      AND p."enclosures" @> ${JSON.stringify([{ url }])}::jsonb
    ON CONFLICT ("subscriberId", "postingId", "mediaKey") DO UPDATE SET
      "positionMs" = excluded."positionMs", "durationMs" = coalesce(excluded."durationMs", m."durationMs"),
      "updatedAt" = excluded."updatedAt"`
  return stored === 1
}

function keyOf(url: string): string {
  return createHash('sha1').update(url).digest('hex')
}
