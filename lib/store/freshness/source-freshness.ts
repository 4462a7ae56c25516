import { promiseMs, promisedShare } from '#lib/policy/promise.ts'
import { DAY_MS, HOUR_MS, WEEK_MS } from '#lib/policy/basics/time.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { freshnessOf } from './freshness-sql.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { storeEndedWeeks } from './source-ended-weeks.ts'
import { unlessOthers } from '#lib/store/connection/once-across-processes.ts'
import { isUnpaused } from '#lib/store/ground/unpaused-sources.ts'
import type { PolicyName } from '#lib/policy/basics/settings.ts'

/*
 * Freshness of a source: the delays (found − published) of the postings that it was found to have in the last 30 days, with an exact time.
 * First documents are left out; postings without a time that is believed are counted apart. Its promise is what the plan in force lets
 * expect (lib/policy/promise.ts). Kept or broken: of the last 20 such postings, or those of 7 days where they are more (of 90 days at most),
 * the share found within the promise. With fewer than 8 it is still learning. It is broken where the share is below nine tenths by more
 * than chance explains in 19 of 20 cases (`mostByChance` standard deviations of n draws).
 */
const figuresMs = 30 * DAY_MS
const lookedBackMs = 90 * DAY_MS
const latestPostings = 20
const leastPostings = 8
const mostByChance = 1.65
/** The time for which it is known when a promise began to be kept or broken. */
const changesKeptMs = 365 * DAY_MS
/** The greatest age of the figures. */
const freshForMs = HOUR_MS
/** After a planning they are counted again when they are this old for each source: of 100,000, what takes 10 s is done every 5 min. */
const pauseMsPerSource = 3
/** Sources refreshed by one statement: it writes each of their rows. */
const sourcesPerStatement = 2_000

/** Refreshes all figures when they are an hour old, or minutes where they are older than the latest planning; of several aggregators one does. True: it was done. */
export async function refreshFreshnessWhenDue(database: Database, now: number): Promise<boolean> {
  if (!(await isRefreshDue(database, now))) return false
  const done = await unlessOthers(database, 'measuringFreshness', async () => {
    if (!(await isRefreshDue(database, now))) return false
    await refreshSourceFreshness(database, now)
    return true
  })
  return done ?? false
}

/** By the oldest row: a refresh that was cut short is made again at once. */
async function isRefreshDue(database: Database, now: number): Promise<boolean> {
  const [row] = await database.$queryRaw<
    { countedAt: Date | null; counted: number; plannedAt: Date | null }[]
  >`
    SELECT min("countedAt") AS "countedAt", count(*)::int AS "counted",
      (SELECT "madeAt" FROM "planning_run" ORDER BY "id" DESC LIMIT 1) AS "plannedAt"
    FROM "source_freshness"`
  const countedAt = row?.countedAt?.getTime() ?? -Infinity
  const isOutdated = (row?.plannedAt?.getTime() ?? -Infinity) > countedAt
  const pauseMs = isOutdated ? Math.min(freshForMs, (row?.counted ?? 0) * pauseMsPerSource) : freshForMs
  return countedAt <= now - pauseMs
}

/**
 * Measures the freshness of all sources, or of these, as of `now`, and stores it in "source_freshness"; archives have none.
 * Sources are refreshed some thousands at a time, each lot at once.
 */
export async function refreshSourceFreshness(
  database: Database,
  now: number,
  sourceIds: readonly number[] | null = null,
): Promise<void> {
  for (let after = 0; ;) {
    const sources = await readPlanned(database, after, sourceIds)
    const last = sources.at(-1)
    if (last === undefined) return
    const promised = sources.map(({ sourceId, plan, pushShare }) => ({
      sourceId,
      promiseMs: plan === null ? null : promiseMs(plan, pushShare),
    }))
    await store(database, promised, now)
    await storeEndedWeeks(
      database,
      sources.map(({ sourceId }) => sourceId),
      now,
    )
    if (sources.length < sourcesPerStatement) return
    after = last.sourceId
  }
}

type PlannedSource = {
  readonly sourceId: number
  readonly plan: {
    readonly policy: PolicyName
    readonly pollsPerDay: number
    readonly pattern: readonly number[]
    readonly minIntervalMs: number
    readonly maxStalenessMs: number
  } | null
  readonly pushShare: number
}

/** The next sources by id with their plans in force. */
async function readPlanned(
  database: Database,
  after: number,
  sourceIds: readonly number[] | null,
): Promise<PlannedSource[]> {
  const [row] = await database.$queryRaw<{ sources: string | null }[]>`
    SELECT json_agg(n ORDER BY n."sourceId")::text AS "sources" FROM (
      SELECT s."id" AS "sourceId", coalesce(h."share", 0) AS "pushShare",
        CASE WHEN p."id" IS NOT NULL AND ${isUnpaused} THEN json_build_object('policy', p."policy", 'pollsPerDay', p."pollsPerDay",
          'pattern', p."pattern", 'minIntervalMs', p."minIntervalMs", 'maxStalenessMs', p."maxStalenessMs") END AS "plan"
      FROM "source" s LEFT JOIN "plan" p ON p."id" = s."planId"
      LEFT JOIN LATERAL (
        SELECT max(u."pushShare") AS "share" FROM "push_subscription" u
        WHERE u."sourceId" = s."id" AND u."isOffered" AND u."state" = 'active'
      ) h ON true
      WHERE s."id" > ${after} AND s."archiveOwnerId" IS NULL
        AND (${sourceIds === null} OR s."id" = ANY(${[...(sourceIds ?? [])]}::int[]))
      ORDER BY s."id" LIMIT ${sourcesPerStatement}
    ) n`
  return JSON.parse(row?.sources ?? '[]') as PlannedSource[]
}

async function store(
  database: Database,
  promised: readonly { readonly sourceId: number; readonly promiseMs: number | null }[],
  now: number,
): Promise<void> {
  const at = new Date(now)
  const bounds = {
    now: at,
    figuresFrom: new Date(now - figuresMs),
    lookedBackFrom: new Date(now - lookedBackMs),
    weekFrom: new Date(now - WEEK_MS),
    latestPostings,
  }
  const changesFrom = new Date(now - changesKeptMs)
  await database.$executeRaw`
    WITH ${freshnessOf(jsonRows(promised), bounds)}, judged AS (
      SELECT m.*, CASE WHEN m."promiseMs" IS NULL OR m."latest" < ${leastPostings} THEN 'learning'
        WHEN m."kept" < m."latest" * ${promisedShare}::float8
          - ${mostByChance}::float8 * sqrt(m."latest" * ${promisedShare * (1 - promisedShare)}::float8) THEN 'broken'
        ELSE 'kept' END AS "state"
      FROM measured m
    ), changed AS (
      INSERT INTO "promise_change" ("sourceId", "at", "state", "promiseMs")
      SELECT j."sourceId", ${at}, j."state", j."promiseMs" FROM judged j JOIN "source" s ON s."id" = j."sourceId"
      LEFT JOIN "source_freshness" f ON f."sourceId" = j."sourceId"
      WHERE f."state" IS DISTINCT FROM j."state" ON CONFLICT DO NOTHING
    ), forgotten AS (
      DELETE FROM "promise_change" c USING judged j WHERE c."sourceId" = j."sourceId" AND c."at" < ${changesFrom}
        AND EXISTS (SELECT 1 FROM "promise_change" l -- the last one before says how the year began
          WHERE l."sourceId" = c."sourceId" AND l."at" > c."at" AND l."at" < ${changesFrom})
    )
    INSERT INTO "source_freshness" ("sourceId", "countedAt", "count", "withoutExactTime", "meanMs", "medianMs", "p90Ms",
      "within5", "within15", "within60", "dailyMedianMs", "promiseMs", "keptShare", "state", "stateSince", "cause")
    SELECT j."sourceId", ${at}, j."count", j."withoutExactTime", j."meanMs", j."medianMs", j."p90Ms",
      j."within5", j."within15", j."within60", j."dailyMedianMs", j."promiseMs",
      CASE WHEN j."state" <> 'learning' THEN j."kept"::float8 / j."latest" END, j."state", ${at},
      CASE WHEN j."state" = 'broken' THEN j."cause" END
    FROM judged j JOIN "source" s ON s."id" = j."sourceId" -- one that went meanwhile is left out
    ON CONFLICT ("sourceId") DO UPDATE SET "countedAt" = excluded."countedAt", "count" = excluded."count",
      "withoutExactTime" = excluded."withoutExactTime", "meanMs" = excluded."meanMs", "medianMs" = excluded."medianMs",
      "p90Ms" = excluded."p90Ms", "within5" = excluded."within5", "within15" = excluded."within15",
      "within60" = excluded."within60", "dailyMedianMs" = excluded."dailyMedianMs", "promiseMs" = excluded."promiseMs",
      "keptShare" = excluded."keptShare", "state" = excluded."state", "cause" = excluded."cause",
      "stateSince" = CASE WHEN "source_freshness"."state" = excluded."state"
        THEN "source_freshness"."stateSince" ELSE excluded."stateSince" END`
}
