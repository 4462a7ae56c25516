import pg from 'pg'

/** Gives a source what takes weeks to come about: a hub that delivers, gaps, promises that were kept, a move to another one. */
export async function giveHistory(databaseUrl: string, feedUrl: string, movedTo: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const hintRecord = {
    hints: { ttlMinutes: 30 },
    cache: { kept: 11, broken: 1 },
    skip: { kept: 0, broken: 0 },
    trialFrom: null,
  }
  try {
    await client.query(
      `UPDATE "source" SET "gaps" = 2, "likelyLost" = 7, "lastGapAt" = now() - interval '3 days', "hintRecord" = $2,
         "movedTo" = $3, "movedSince" = now() - interval '2 days', "movedTimes" = 5
       WHERE "url" = $1`,
      [feedUrl, hintRecord, movedTo],
    )
    await client.query(
      `INSERT INTO "push_subscription" ("callbackId", "protocol", "hubUrl", "topicUrl", "secret", "askedMode", "state",
         "nextRequestAt", "activeSince", "leaseEndsAt", "lastDeliveryAt", "deliveries", "pushShare", "sourceId")
       SELECT 'made-' || "id", 'websub', 'https://pubsubhubbub.appspot.com/', "url", '', 'subscribe', 'active', now() + interval '3 days',
         now() - interval '3 days', now() + interval '6 days', now() - interval '20 minutes', 12, 0.87, "id"
       FROM "source" WHERE "url" = $1`,
      [feedUrl],
    )
  } finally {
    await client.end()
  }
}
