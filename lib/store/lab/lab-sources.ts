import type { LabWeights } from '#lib/api/server/lab.ts'
import { noWindowMemory } from '#lib/policy/schedule/window-memory.ts'
import type { WeightFormula } from '#lib/policy/basics/weight.ts'
import type { LabSource } from '#lib/lab/simulator/world.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { toSourcePlan } from '#lib/store/planning/plan-rows.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { fastReaders, subscribersOf, weightSql } from '#lib/store/planning/source-weights.ts'
import { hasNotSurfaced } from '#lib/store/ground/surfaced.ts'
import { isUnpaused } from '#lib/store/ground/unpaused-sources.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { usualWindowSize } from '#lib/policy/schedule/floors.ts'

/** As plannings look back; and postings of a source that are read at most, the newest. */
const historyMs = 14 * DAY_MS
const mostPostings = 5_000
/** A posting may be found so long after the span and still belong to it. */
const foundWithinMs = 7 * DAY_MS

type LabSpan = {
  readonly takeoverAt: number
  readonly endAt: number
  readonly weights: LabWeights
}

type PostingRow = readonly [
  publishedAt: number | null,
  foundAt: number,
  notBeforeAt: number | null,
  isPushed: boolean,
]
type Row = {
  readonly id: number
  readonly weight: number
  readonly windowLearned: number | null
  readonly windowSeen: number | null
  readonly oldestAt: Date | null
  readonly polledAt: Date
  readonly nextPollAt: Date | null
  readonly planId: bigint | null
  readonly fixedIntervalMs: bigint | null
  readonly greatestDelayMs: bigint | null
  readonly leastIntervalMs: bigint | null
  readonly polls: number[] | null
  readonly failedPolls: number
  readonly postings: PostingRow[] | null
}

/** The stored facts of these sources, as they stood at the takeover, and what came up afterwards; sources not read by then are left out. */
export async function readLabSources(
  database: Database,
  ids: readonly number[],
  span: LabSpan,
): Promise<LabSource[]> {
  const rows = await readRows(database, ids, span)
  const planIds = rows.flatMap(({ planId }) => (planId === null ? [] : [planId]))
  const plans = new Map(
    (await database.plan.findMany({ where: { id: { in: planIds } } })).map((plan) => [plan.id, plan]),
  )
  return rows.map((row) => {
    const plan = row.planId === null ? undefined : plans.get(row.planId)
    return {
      sourceId: row.id,
      weight: row.weight,
      windowSize: windowOf(row),
      knownSince: row.oldestAt?.getTime() ?? row.polledAt.getTime(),
      polledAt: row.polledAt.getTime(),
      nextPollAt: row.nextPollAt?.getTime() ?? Infinity,
      polls: (row.polls ?? []).map(Number),
      failedPolls: row.failedPolls,
      plan: plan === undefined ? null : toSourcePlan(plan),
      override: {
        fixedIntervalMs: toNumber(row.fixedIntervalMs),
        greatestDelayMs: toNumber(row.greatestDelayMs),
      },
      leastIntervalMs: toNumber(row.leastIntervalMs),
      memory: null,
      window: noWindowMemory,
      ...postingsOf(row, span),
    }
  })
}

function toNumber(milliseconds: bigint | null): number | null {
  return milliseconds === null ? null : Number(milliseconds)
}

const msOf = (column: Prisma.Sql) => Prisma.sql`(extract(epoch FROM ${column}) * 1000)::float8`

async function readRows(database: Database, ids: readonly number[], span: LabSpan): Promise<Row[]> {
  const formula = await getSettings(database)
  const takeover = new Date(span.takeoverAt)
  const end = new Date(span.endAt)
  const foundBy = new Date(span.endAt + foundWithinMs)
  return database.$queryRaw<Row[]>`
    SELECT s."id", ${weightOf(span.weights, formula)}::float8 AS "weight", s."windowLearned",
      s."fixedIntervalMs", s."greatestDelayMs",
      (SELECT w."leastIntervalMs" FROM "host_wish" w WHERE w."host" = s."hostName") AS "leastIntervalMs", before."finishedAt" AS "polledAt",
      before."nextPollAt", within.*, postings."postings",
      (SELECT l."id" FROM "plan" l WHERE l."sourceId" = s."id" AND l."madeAt" < ${takeover}
        ORDER BY l."madeAt" DESC, l."id" DESC LIMIT 1) AS "planId",
      (SELECT min(g."shownAt") FROM "posting" g WHERE g."sourceId" = s."id" AND g."foundAt" < ${takeover}) AS "oldestAt"
    FROM "source" s
    LEFT JOIN ${fastReaders(formula, Prisma.sql`= ANY(${[...ids]}::int[])`)} say ON say."sourceId" = s."id"
    JOIN LATERAL (
      SELECT p."finishedAt", p."nextPollAt" FROM "poll" p
      WHERE p."sourceId" = s."id" AND p."finishedAt" < ${takeover}
      ORDER BY p."finishedAt" DESC, p."id" DESC LIMIT 1
    ) before ON true
    CROSS JOIN LATERAL (
      SELECT array_agg(${msOf(Prisma.sql`p."finishedAt"`)} ORDER BY p."finishedAt")
          FILTER (WHERE p."finishedAt" >= ${takeover} AND p."outcome" <> 'opted-out') AS "polls",
        (count(*) FILTER (WHERE p."finishedAt" >= ${takeover}
          AND p."outcome" NOT IN ('fetched', 'not-modified', 'opted-out')))::int AS "failedPolls",
        max(p."windowSize") AS "windowSeen"
      FROM "poll" p WHERE p."sourceId" = s."id" AND p."finishedAt" >= before."finishedAt" AND p."finishedAt" < ${end}
    ) within
    CROSS JOIN LATERAL (
      SELECT json_agg(json_build_array(${msOf(Prisma.sql`r."publishedAt"`)}, ${msOf(Prisma.sql`r."foundAt"`)},
        ${msOf(Prisma.sql`r."notBeforeAt"`)}, r."pollId" IS NULL)) AS "postings"
      FROM (
        SELECT g."publishedAt", g."foundAt", g."notBeforeAt", g."pollId" FROM "posting" g
        WHERE g."sourceId" = s."id" AND g."shownAt" < ${foundBy} AND ${hasNotSurfaced}
        ORDER BY g."shownAt" DESC, g."id" DESC LIMIT ${mostPostings}
      ) r
    ) postings
    WHERE s."id" = ANY(${[...ids]}::int[]) AND EXISTS (SELECT 1 FROM "poll" p WHERE p."sourceId" = s."id"
      AND p."finishedAt" < ${takeover} AND p."outcome" IN ('fetched', 'not-modified'))
    ORDER BY s."id"`
}

function weightOf(weights: LabWeights, formula: WeightFormula): Prisma.Sql {
  if (weights === 'alike') return Prisma.sql`1`
  return weights === 'subscribers'
    ? subscribersOf
    : weightSql(formula, subscribersOf, Prisma.sql`say."readers"`)
}

function windowOf({ windowLearned, windowSeen }: Row): number {
  const size = Math.max(Math.floor(windowLearned ?? 0), windowSeen ?? 0)
  return size > 0 ? size : usualWindowSize
}

type LabPostings = Pick<LabSource, 'knownTimes' | 'times' | 'lagMs' | 'foundAt' | 'isCounted'>

function postingsOf(row: Row, { takeoverAt, endAt }: LabSpan): LabPostings {
  const all = row.postings ?? []
  const known = all
    .filter(([, foundAt]) => foundAt < takeoverAt)
    .map(([publishedAt, foundAt]) => publishedAt ?? foundAt)
    .sort((a, b) => a - b)
  const recent = known.findIndex((at) => at >= takeoverAt - historyMs)
  const window = Math.max(0, known.length - windowOf(row))
  const later = all
    .filter(([, foundAt]) => foundAt >= takeoverAt)
    .map((posting) => ({ posting, at: visibleAt(posting) }))
    .filter(({ at }) => at < endAt)
    .sort((a, b) => a.at - b.at)
  return {
    knownTimes: known.slice(Math.min(window, recent === -1 ? known.length : recent)),
    times: Float64Array.from(later, ({ at }) => at),
    lagMs: Float64Array.from(later, ({ posting: [publishedAt], at }) => at - (publishedAt ?? at)),
    foundAt: Float64Array.from(later, ({ posting: [, foundAt] }) => foundAt),
    isCounted: Uint8Array.from(later, ({ posting: [publishedAt, , , isPushed] }) =>
      publishedAt === null || isPushed ? 0 : 1,
    ),
  }
}

/**
 * From when on a poll would have found a posting: its date, unless a poll saw later that it was not there yet. Without a date, or
 * brought by a hub, it is as if it came when it was found.
 */
function visibleAt([publishedAt, foundAt, notBeforeAt, isPushed]: PostingRow): number {
  if (publishedAt === null || isPushed) return foundAt
  const missingUntil = notBeforeAt === null || notBeforeAt < publishedAt ? -Infinity : notBeforeAt + 1
  return Math.min(foundAt, Math.max(publishedAt, missingUntil))
}

/** Ids of the sources that somebody subscribes to, are not paused, were polled before an instant and contain the words; the first `most` of a shuffle. */
export async function listLabSources(
  database: Database,
  { takeoverAt, search }: { readonly takeoverAt: number; readonly search: string },
  most: number,
): Promise<{ readonly ids: number[]; readonly all: number }> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await database.$queryRaw<{ id: number; all: number }[]>`
    SELECT s."id", (count(*) OVER ())::int AS "all" FROM "source" s
    WHERE s."firstPolledAt" < ${new Date(takeoverAt)} AND s."archiveOwnerId" IS NULL AND ${isUnpaused}
      AND EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = s."id")
      AND (${search} = '' OR s."title" ILIKE ${pattern} OR s."url" ILIKE ${pattern} OR s."hostName" ILIKE ${pattern})
    ORDER BY md5(s."id"::text) LIMIT ${most}`
  return { ids: rows.map(({ id }) => id).sort((a, b) => a - b), all: rows[0]?.all ?? 0 }
}
