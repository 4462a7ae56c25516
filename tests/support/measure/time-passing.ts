import pg from 'pg'

/**
 * Moves what is known of a source's polls into the past, as if the time had gone by: a source is not polled twice
 * within a minute, and tests do not wait for minutes. Its next poll stays where it is.
 */
export async function letTimePass(databaseUrl: string, feedUrl: string, passedMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const by = `${passedMs} milliseconds`
    await client.query(
      `UPDATE "poll" SET "startedAt" = "startedAt" - $2::interval, "finishedAt" = "finishedAt" - $2::interval,
         "plannedAt" = "plannedAt" - $2::interval
       WHERE "sourceId" = (SELECT "id" FROM "source" WHERE "url" = $1)`,
      [feedUrl, by],
    )
    await client.query(
      `UPDATE "source" SET "firstPolledAt" = "firstPolledAt" - $2::interval,
         "lastPolledAt" = "lastPolledAt" - $2::interval, "lastSuccessAt" = "lastSuccessAt" - $2::interval
       WHERE "url" = $1`,
      [feedUrl, by],
    )
    await client.query(
      `UPDATE "host" SET "nextRequestAt" = "nextRequestAt" - $2::interval
       WHERE "name" = (SELECT "hostName" FROM "source" WHERE "url" = $1)`,
      [feedUrl, by],
    )
  } finally {
    await client.end()
  }
}
