/** 100,000 made-up sources with all that the admin's pages show of them, written by SQL in a minute or two. */
import type pg from 'pg'

const hosts = 'the-hosts'
/** Chosen by the source's id, so that each run measures the same. */
const draw = (salt: number) => `((hashint4("id" + ${salt}) & 2147483647) / 2147483647.0)`

/** The world of so many sources; readers, postings and polls of the last day follow from that. */
export async function fillAdminWorld(client: pg.Client, sources: number): Promise<void> {
  await client.query('BEGIN')
  // Rows that refer to each other and postings that nobody searches: triggers would take most of the time.
  await client.query(`SET LOCAL session_replication_role = replica`)
  for (const statement of statements(sources)) await client.query(statement)
  await client.query('COMMIT')
  await client.query('VACUUM ANALYZE')
}

function statements(sources: number): string[] {
  const readers = Math.ceil(sources / 100)
  const polls = 4 * sources
  return [
    `CREATE TEMP TABLE "${hosts}" ON COMMIT DROP AS SELECT n AS "id", 'site' || n || '.example' AS "name"
       FROM generate_series(1, ${Math.ceil(sources / 2)}) n`,
    `INSERT INTO "host" ("name", "requestsPerHour", "pauseStatus", "nextRequestAt")
     SELECT "name", CASE WHEN "id" % 50 = 0 THEN 30 END, CASE WHEN "id" % 100 = 0 THEN 429 END,
       CASE WHEN "id" % 100 = 0 THEN now() + interval '1 day' END FROM "${hosts}"`,
    `INSERT INTO "source" ("id", "url", "title", "hostName", "weightFactor", "firstPolledAt", "lastPolledAt", "lastSuccessAt",
       "lastOutcome", "consecutiveFailures", "nextPollAt", "createdAt")
     SELECT "id", 'https://site' || h || '.example/feed/' || "id", initcap(substr(md5("id"::text), 1, 6) || ' ' || substr(md5("id"::text), 9, 7)),
       'site' || h || '.example', (ARRAY[1, 1, 1, 1, 0.5, 2, 4])["id" % 7 + 1], now() - interval '60 days',
       now() - ${draw(1)} * interval '1 day', now() - ${draw(1)} * interval '1 day',
       CASE WHEN "id" % 40 = 0 THEN 'failed' ELSE 'not-modified' END, CASE WHEN "id" % 40 = 0 THEN 3 ELSE 0 END,
       CASE WHEN "id" % 20 = 0 THEN NULL ELSE now() + ${draw(2)} * interval '1 day' END, now() - interval '60 days'
     FROM (SELECT n AS "id", n % ${Math.ceil(sources / 2)} + 1 AS h FROM generate_series(1, ${sources}) n) made`,
    `INSERT INTO "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
     SELECT 'made-up-' || n, 'made up', 'made-up-' || n || '@example.org', true, now(), now() FROM generate_series(1, ${readers}) n`,
    // Few sources have many readers, most one or two, some none.
    `INSERT INTO "subscription" ("subscriberId", "sourceId", "wantsFast")
     SELECT DISTINCT ON (r, s) 'made-up-' || r, s, n % 60 < 1 FROM (
       SELECT r, n, 1 + floor(power((hashint4(r * 1000 + n) & 2147483647) / 2147483648.0, 1.5) * ${sources})::int AS s
       FROM generate_series(1, ${readers}) r, generate_series(1, 300) n) drawn`,
    `INSERT INTO "source_listing" ("sourceId", "text", "subscribers")
     SELECT s."id", lower(s."title" || E'\\n' || s."url" || E'\\n' || s."hostName"),
       (SELECT count(*) FROM "subscription" u WHERE u."sourceId" = s."id") FROM "source" s`,
    `INSERT INTO "planning_run" ("madeAt", "policyVersion", "run", "sources", "grantedPerDay", "predictedDelayMs")
     VALUES (now() - interval '3 hours', 'made-up', '{}', ${sources}, ${polls}, 3600000)`,
    `INSERT INTO "plan" ("madeAt", "policy", "policyVersion", "weight", "ratePerDay", "pollsPerDay", "pollsRoot", "delayRoot", "pattern", "carry",
       "predictedDelayMs", "minIntervalMs", "maxStalenessMs", "sourceId", "runId")
     SELECT now() - interval '3 hours', 'price', 'made-up', 1 + "id" % 5, exp(4 * ${draw(3)} - 3), exp(3 * ${draw(4)} - 0.5),
       0.85 + "id" % 10 / 100.0, 0.85 + "id" % 10 / 100.0, (
         SELECT array_agg(share / 24 ORDER BY hour) FROM (
           SELECT hour, 1 + 0.9 * sin((hour + "id") * 0.2618) AS share FROM generate_series(0, 23) hour) h),
       0, ${draw(4)} * 7200000, 600000, 86400000, "id", (SELECT max("id") FROM "planning_run") FROM "source"`,
    `UPDATE "source" s SET "planId" = p."id" FROM "plan" p WHERE p."sourceId" = s."id"`,
    `INSERT INTO "source_freshness" ("sourceId", "countedAt", "count", "meanMs", "medianMs", "p90Ms", "dailyMedianMs", "promiseMs",
       "keptShare", "state", "stateSince")
     SELECT "id", now(), 30, m * 1.2, m, m * 3, array_fill(m, ARRAY[30]), m * 3.2, 0.9,
       (ARRAY['kept', 'kept', 'kept', 'learning', 'broken'])["id" % 5 + 1], now()
     FROM (SELECT "id", (60000 * exp(5 * ${draw(5)}))::float8 AS m FROM "source") f`,
    `INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "publishedAt", "foundAt", "isInitial", "shownAt", "sourceId")
     SELECT n::text, 'A title', '', '', '', now() - (n % 1440) * interval '1 minute' - interval '10 minutes',
       now() - (n % 1440) * interval '1 minute', false, now() - (n % 1440) * interval '1 minute', n % ${sources} + 1
     FROM generate_series(1, ${2 * sources}) n`,
    `INSERT INTO "poll" ("plannedAt", "startedAt", "finishedAt", "outcome", "httpStatus", "factOutcome", "consecutiveFailures", "sourceId",
       "plannedReason", "newPostings")
     SELECT at, at + interval '1 second', at + interval '2 seconds',
       CASE WHEN n % 40 = 0 THEN 'failed' WHEN n % 3 = 0 THEN 'fetched' ELSE 'not-modified' END, 200, 'unchanged', 0,
       n % ${sources} + 1, '{"code": "worthThePrice", "values": {}}', 0
     FROM (SELECT n, now() - n * (interval '1 day' / ${polls}) AS at FROM generate_series(1, ${polls}) n) p`,
    `SELECT setval(pg_get_serial_sequence('source', 'id'), ${sources})`,
    `INSERT INTO "server_settings" ("id", "budgetPerDay", "updatedAt") VALUES (1, ${polls}, now())
     ON CONFLICT ("id") DO UPDATE SET "budgetPerDay" = excluded."budgetPerDay"`,
  ]
}
