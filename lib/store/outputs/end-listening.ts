import type { Transaction } from '#lib/store/connection/database.ts'
import { renewAddress } from './output-feeds.ts'

/**
 * Ends what lets somebody go on listening who had the account: output feeds move to new addresses, which our hub's subscribers lose, and
 * channels and integrations are paused until their owner confirms them. To be called before sessions end, as channels are locked in one
 * order: senders note several at a time, and browsers end with their sessions.
 */
export async function endListening(transaction: Transaction, subscriberId: string, now: Date): Promise<void> {
  const paused = JSON.stringify({ pausedAt: now.toISOString() })
  await transaction.$executeRaw`
    WITH own AS (
      SELECT "id" FROM "alert_channel" WHERE "subscriberId" = ${subscriberId} AND "endedAt" IS NULL AND "sessionId" IS NULL
      ORDER BY "id" FOR NO KEY UPDATE)
    UPDATE "alert_channel" c SET "endedAt" = ${now}, "config" = c."config" || ${paused}::jsonb
    FROM own WHERE c."id" = own."id"`
  await transaction.$executeRaw`
    WITH own AS (SELECT "id" FROM "integration" WHERE "subscriberId" = ${subscriberId} ORDER BY "id" FOR NO KEY UPDATE)
    UPDATE "integration" i SET "config" = i."config" || ${paused}::jsonb FROM own WHERE i."id" = own."id"`
  const feeds = await transaction.outputFeed.findMany({ where: { subscriberId }, select: { id: true } })
  for (const { id } of feeds) await renewAddress(transaction, subscriberId, id, now)
}
