import { createHash } from 'node:crypto'
import type { MediaPosition, MediaPositionRequest } from '#lib/api/postings/postings.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { itemJoins, mayRead } from '#lib/store/ground/posting-item.ts'

/** The subscriber's places in what came with postings: by posting and address; unknown ones are missing. */
export async function findMediaPositions(
  database: Database | Transaction,
  subscriberId: string,
  postingIds: readonly bigint[],
): Promise<(postingId: bigint, url: string) => MediaPosition | null> {
  if (postingIds.length === 0) return () => null
  const rows = await database.mediaPosition.findMany({
    where: { subscriberId, postingId: { in: [...postingIds] } },
    select: { postingId: true, mediaKey: true, positionMs: true, durationMs: true, updatedAt: true },
  })
  const byKey = new Map(rows.map((row) => [`${row.postingId} ${row.mediaKey}`, row]))
  return (postingId, url) => {
    const row = byKey.get(`${postingId} ${keyOf(url)}`)
    if (row === undefined) return null
    const { positionMs, durationMs, updatedAt } = row
    return { positionMs, durationMs, updatedAt: updatedAt.toISOString() }
  }
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
