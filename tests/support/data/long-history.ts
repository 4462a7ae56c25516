import pg from 'pg'
import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { memoryVersion, packMemory } from '#lib/policy/learning/pack.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const days = 84

/**
 * Gives a source what takes twelve weeks to come about: postings on weekdays from seven to seven with their delays, polls with what they
 * were worth, two days without an answer, a promise that was broken for some days, and readers who read in the morning. Its next poll is set
 * to 40 minutes from now, at a price that it is worth by then.
 */
export async function giveLongHistory(databaseUrl: string, feedUrl: string, now: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number; planId: string }>(
      `UPDATE "source" SET "lastPolledAt" = $2, "lastSuccessAt" = $2, "lastOutcome" = 'fetched', "nextPollAt" = $3 WHERE "url" = $1
       RETURNING "id", "planId"`,
      [feedUrl, new Date(now - 20 * minuteMs), new Date(now + 40 * minuteMs)],
    )
    const source = rows[0]
    if (source === undefined) throw new Error(`no source ${feedUrl}`)
    const times = postingTimes(now)
    await addPostings(client, source.id, times)
    await addPolls(client, source, now)
    await addLearned(client, source, times, now)
    await addPromise(client, source.id, now)
  } finally {
    await client.end()
  }
}

/** Weekdays from 7 to 19 h UTC, most in the morning. */
function postingTimes(now: number): number[] {
  const today = Math.floor(now / dayMs) * dayMs
  const hours = [7, 7.4, 8, 8.3, 8.7, 9.2, 10, 11.6, 14, 17.1, 17.6, 18.4]
  return Array.from({ length: days }, (_, index) => today - (days - index) * dayMs)
    .filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
    .flatMap((day) =>
      hours.map((hour, index) => day + hour * hourMs + ((day / dayMs + index * 7) % 17) * minuteMs),
    )
}

async function addPostings(client: pg.Client, sourceId: number, times: readonly number[]): Promise<void> {
  const rows = times.map((at, index) => ({ at: new Date(at).toISOString(), delayMs: delayOf(index), index }))
  await client.query(
    `INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "claimedAt", "publishedAt", "foundAt", "shownAt", "isInitial", "sourceId", "notBeforeAt")
     SELECT 'long-' || r."index", 'Notice ' || r."index", '', '', '', r."at", CASE WHEN r."index" % 19 > 0 THEN r."at" END,
       r."at" + r."delayMs" * interval '1 ms', r."at" + r."delayMs" * interval '1 ms', false, $1, r."at" - interval '8 minutes'
     FROM json_to_recordset($2::json) AS r("at" timestamptz, "delayMs" float8, "index" int)`,
    [sourceId, JSON.stringify(rows)],
  )
  await client.query(
    `UPDATE "posting" SET "claimedAt" = NULL WHERE "sourceId" = $1 AND "publishedAt" IS NULL AND "key" LIKE 'long-%'`,
    [sourceId],
  )
}

/** Some minutes; now and then half an hour or more. */
function delayOf(index: number): number {
  if (index % 41 === 0) return 55 * minuteMs
  return (1 + ((index * 37) % 90) / 12) * minuteMs * (index % 13 === 0 ? 4 : 1)
}

async function addPolls(
  client: pg.Client,
  source: { readonly id: number; readonly planId: string },
  now: number,
) {
  const polls = Array.from(
    { length: 20 * 24 },
    (_, index) => now - 20 * minuteMs - (20 * 24 - 1 - index) * hourMs,
  )
  const rows = polls.map((at, index) => {
    const isDown = now - at > 8 * dayMs && now - at < 10 * dayMs
    const pollAt = new Date(at).toISOString()
    const hour = new Date(at - (at % hourMs)).toISOString()
    const values = {
      pollAt,
      waiting: 0.6 + (index % 5) / 10,
      price: 0.85,
      hoursShare: 0.31,
      fromHour: hour,
      untilHour: hour,
    }
    return {
      at: pollAt,
      outcome: isDown ? 'failed' : (['fetched', 'not-modified', 'not-modified'][index % 3] ?? ''),
      error: isDown
        ? { code: 'hostDown', values: { failure: { code: 'timedOut', values: { host: 'example.org' } } } }
        : null,
      reason:
        index % 4 === 1
          ? { code: 'leastInterval', values: { pollAt, leastSeconds: 600 } }
          : { code: 'price', values },
    }
  })
  await client.query(
    `INSERT INTO "poll" ("sourceId", "planId", "plannedAt", "plannedReason", "startedAt", "finishedAt", "outcome", "error", "factOutcome",
       "consecutiveFailures", "windowSize", "windowOldestAt", "windowNewestAt", "nextPollAt", "reason")
     SELECT $1, $2, r."at", r."reason", r."at" - interval '1 second', r."at", r."outcome", nullif(r."error", 'null'),
       CASE WHEN r."outcome" = 'failed' THEN 'failed' ELSE 'unchanged' END, 0, 20, r."at" - interval '3 days', r."at", r."at" + interval '1 hour', r."reason"
     FROM json_to_recordset($3::json) AS r("at" timestamptz, "outcome" text, "error" jsonb, "reason" jsonb)`,
    [source.id, source.planId, JSON.stringify(rows)],
  )
  await client.query(`DELETE FROM "poll" WHERE "sourceId" = $1 AND "finishedAt" > $2`, [
    source.id,
    new Date(now - 20 * minuteMs),
  ])
  await client.query(
    `UPDATE "posting" p SET "pollId" = l."id" FROM (SELECT max("id") AS "id" FROM "poll" WHERE "sourceId" = $1) l
     WHERE p."sourceId" = $1 AND p."id" = (SELECT max("id") FROM "posting" WHERE "sourceId" = $1)`,
    [source.id],
  )
  await client.query(
    `UPDATE "poll" SET "newPostings" = 1, "outcome" = 'fetched' WHERE "id" = (SELECT max("id") FROM "poll" WHERE "sourceId" = $1)`,
    [source.id],
  )
}

/** A memory of these times, and a plan whose price is 0.85 posting-hours. */
async function addLearned(
  client: pg.Client,
  source: { readonly id: number; readonly planId: string },
  times: readonly number[],
  now: number,
): Promise<void> {
  const polledAt = now - 20 * minuteMs
  const memory = remember(
    emptyMemory(now - days * dayMs),
    { polledAt, newTimes: times },
    firstPopulation(now),
  )
  await client.query(
    `INSERT INTO "price_memory" ("sourceId", "version", "bytes") VALUES ($1, $2, $3)
     ON CONFLICT ("sourceId") DO UPDATE SET "bytes" = excluded."bytes"`,
    [source.id, memoryVersion, packMemory(memory)],
  )
  const presence = Uint8Array.from({ length: 168 }, (_, hour) =>
    hour % 24 >= 6 && hour % 24 < 10 ? 255 : 60,
  )
  await client.query(
    `UPDATE "plan" p SET "presence" = $2, "ratePerDay" = 8.6, "pollsPerDay" = 24, "predictedDelayMs" = 900000, "minIntervalMs" = 60000,
       "weight" = (r."run"->'population'->>'price')::float8 * 24 / 0.85
     FROM "planning_run" r WHERE p."id" = $1 AND r."id" = p."runId"`,
    [source.planId, presence],
  )
  // A plan whose weight is not that of its source would be made anew.
  await client.query(
    `UPDATE "source" s SET "weightFactor" = p."weight" FROM "plan" p WHERE s."id" = $1 AND p."id" = $2`,
    [source.id, source.planId],
  )
}

async function addPromise(client: pg.Client, sourceId: number, now: number): Promise<void> {
  await client.query(`DELETE FROM "promise_change" WHERE "sourceId" = $1`, [sourceId])
  for (const [state, daysAgo] of [
    ['learning', 29],
    ['kept', 24],
    ['broken', 9],
    ['kept', 6],
  ] as const)
    await client.query(
      `INSERT INTO "promise_change" ("sourceId", "at", "state", "promiseMs") VALUES ($1, $2, $3, 900000)`,
      [sourceId, new Date(now - daysAgo * dayMs), state],
    )
}
