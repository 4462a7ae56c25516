import { memoryBytes, memoryVersion, packMemory, unpackMemory } from '#lib/policy/learning/pack.ts'
import type { PlanningRun } from '#lib/policy/facts/types.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { hasNotSurfaced } from '#lib/store/ground/surfaced.ts'
import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'

/** Puts the memories that polls made anew in the place of those before. */
export async function storePriceMemories(
  transaction: Transaction,
  records: readonly { readonly source: { readonly id: number }; readonly priceMemory: PriceMemory | null }[],
): Promise<void> {
  const rows = records.flatMap(({ source, priceMemory: memory }) =>
    memory === null
      ? []
      : [{ sourceId: source.id, bytes: Buffer.from(packMemory(memory).buffer).toString('base64') }],
  )
  if (rows.length === 0) return
  await transaction.$executeRaw`
    INSERT INTO "price_memory" ("sourceId", "version", "bytes")
    SELECT "sourceId", ${memoryVersion}::int, decode("bytes", 'base64')
    FROM json_to_recordset(${jsonRows(rows)}::json) AS g("sourceId" int, "bytes" text)
    ON CONFLICT ("sourceId") DO UPDATE SET "version" = excluded."version", "bytes" = excluded."bytes"`
}

/** Memories read by one statement: its answer is one text of 10 MB. */
const memoriesPerStatement = 2_000

/**
 * The memories of these sources by id; sources without one, or with one of another layout, are left out. All bytes in one
 * text: as rows, or within the JSON of a claim, a memory took PostgreSQL five times as long (100 µs).
 */
export async function readPriceMemories(
  database: Database | Transaction,
  sourceIds: readonly number[],
): Promise<Map<number, PriceMemory>> {
  const memories = new Map<number, PriceMemory>()
  for (let start = 0; start < sourceIds.length; start += memoriesPerStatement) {
    const [answer] = await database.$queryRaw<{ ids: number[] | null; bytes: string | null }[]>`
      SELECT array_agg("sourceId" ORDER BY "sourceId") AS "ids",
        encode(string_agg("bytes", ''::bytea ORDER BY "sourceId"), 'base64') AS "bytes"
      FROM "price_memory"
      WHERE "sourceId" = ANY(${sourceIds.slice(start, start + memoriesPerStatement)}) AND "version" = ${memoryVersion}`
    const bytes = Buffer.from(answer?.bytes ?? '', 'base64')
    answer?.ids?.forEach((id, index) =>
      memories.set(id, unpackMemory(bytes.subarray(index * memoryBytes, (index + 1) * memoryBytes))),
    )
  }
  return memories
}

/** Runs never change: those looked up lately are kept, per database. */
const populations = new WeakMap<Database, Map<number, Population | null>>()
const runsKept = 4

/** The lessons of all sources when a run was made; null under a policy that learnt nothing. */
export async function readPopulation(database: Database, runId: number): Promise<Population | null> {
  const known = populations.get(database) ?? new Map<number, Population | null>()
  populations.set(database, known)
  const kept = known.get(runId)
  if (kept !== undefined) return kept
  const row = await database.planningRun.findUnique({ where: { id: runId }, select: { run: true } })
  const population = (row?.run as unknown as PlanningRun | undefined)?.population ?? null
  known.set(runId, population)
  for (const id of known.keys()) if (known.size > runsKept) known.delete(id)
  return population
}

/** `readPopulation` of several runs. */
export async function readPopulations(
  database: Database,
  runIds: readonly number[],
): Promise<Map<number, Population | null>> {
  const populationsById = new Map<number, Population | null>()
  for (const id of new Set(runIds)) populationsById.set(id, await readPopulation(database, id))
  return populationsById
}

/** A successful poll of the past, with the credible times of what was new at it, whether it or a hub brought them; without what surfaced. */
type PastPoll = {
  readonly polledAt: number
  readonly runId: number | null
  readonly newTimes: readonly number[]
  /** As `WindowSeen`: postings in the document and how many were known; null: none was read. Expected postings a day by the plan. */
  readonly windowSize: number | null
  readonly overlap: number | null
  readonly ratePerDay: number
}

/** All successful polls of a source that are stored, oldest first. */
export async function listPastPolls(database: Database | Transaction, sourceId: number): Promise<PastPoll[]> {
  const rows = await database.$queryRaw<
    {
      polledAt: Date
      runId: number | null
      newTimes: number[] | null
      windowSize: number | null
      overlap: number | null
      ratePerDay: number | null
    }[]
  >`
    WITH success AS (
      SELECT p."id", p."finishedAt", p."windowSize", p."overlap", l."runId", l."ratePerDay",
        lag(p."finishedAt") OVER (ORDER BY p."finishedAt", p."id") AS "before"
      FROM "poll" p LEFT JOIN "plan" l ON l."id" = p."planId"
      WHERE p."sourceId" = ${sourceId} AND p."outcome" IN ('fetched', 'not-modified')
    )
    SELECT s."finishedAt" AS "polledAt", s."runId", s."windowSize", s."overlap", s."ratePerDay", found."newTimes"
    FROM success s
    CROSS JOIN LATERAL (
      SELECT array_agg((extract(epoch FROM coalesce(g."publishedAt", g."foundAt")) * 1000)::float8
        ORDER BY coalesce(g."publishedAt", g."foundAt")) AS "newTimes"
      FROM "posting" g
      WHERE g."sourceId" = ${sourceId} AND ${hasNotSurfaced} AND (g."publishedAt" IS NOT NULL OR NOT g."isInitial")
        AND (g."pollId" = s."id"
        OR (g."pollId" IS NULL AND g."foundAt" <= s."finishedAt" AND g."foundAt" > s."before"))
    ) found
    ORDER BY s."finishedAt", s."id"`
  return rows.map(({ polledAt, newTimes, ratePerDay, ...row }) => ({
    ...row,
    polledAt: polledAt.getTime(),
    ratePerDay: ratePerDay ?? 0,
    newTimes: newTimes ?? [],
  }))
}

/** Credible times of the postings that a hub has brought since an instant, ascending. */
export async function listPushedTimes(
  database: Database,
  sourceId: number,
  since: number,
): Promise<number[]> {
  const rows = await database.$queryRaw<{ at: Date }[]>`
    SELECT coalesce(g."publishedAt", g."foundAt") AS "at" FROM "posting" g
    WHERE g."sourceId" = ${sourceId} AND g."pollId" IS NULL AND g."foundAt" > ${new Date(since)} AND ${hasNotSurfaced}
    ORDER BY 1`
  return rows.map(({ at }) => at.getTime())
}
