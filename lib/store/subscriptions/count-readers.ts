import { isPublicAddress } from '#lib/documents/door/public-address.ts'
import { closestNeighbours, type Neighbour, type Readings } from '#lib/store/lists/count-neighbours.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { unlessOthers } from '#lib/store/connection/once-across-processes.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Sources with fewer readers are shown to nobody else: fewer could be known to each other. */
export const leastReaders = 3
const newForMs = 30 * DAY_MS
/** The reading of somebody who took over a list of thousands says little about what goes together. */
const mostOfOne = 1000
const neighboursKept = 20
/** Sources whose neighbours are stored in one statement; between two, whatever else the process does has its turn. */
const atOnce = 200

/**
 * Counts readers when that was last done a day ago; of several aggregators one does. That it was done is noted last: a
 * count that fails, or whose process dies, is made again at the next look. True: it was done.
 */
export async function countReadersWhenDue(database: Database, now: number): Promise<boolean> {
  if (!(await isCountDue(database, now))) return false
  const counted = await unlessOthers(database, 'countingReaders', async () => {
    if (!(await isCountDue(database, now))) return false
    await countReaders(database, now)
    const countedAt = new Date(now)
    await database.readerCount.upsert({ where: { id: 1 }, create: { countedAt }, update: { countedAt } })
    return true
  })
  return counted ?? false
}

async function isCountDue(database: Database, now: number): Promise<boolean> {
  const last = await database.readerCount.findUnique({ where: { id: 1 } })
  return last === null || last.countedAt.getTime() <= now - DAY_MS
}

/**
 * Counts who reads what, for recommendations: once a day, because counts that follow each subscription would tell who
 * made it. What may not be shown is not stored: sources of fewer than three readers, addresses that could hold a secret
 * (lib/documents/door/public-address.ts), accounts that opted out or are locked.
 */
export async function countReaders(database: Database, now: number): Promise<void> {
  const rows = await database.$queryRaw<CountedRow[]>`
    SELECT s."id" AS "sourceId", s."url", count(*)::int AS "readers",
      (count(*) FILTER (WHERE u."createdAt" >= ${new Date(now - newForMs)}))::int AS "newReaders"
    FROM "subscription" u JOIN "user" r ON r."id" = u."subscriberId" JOIN "source" s ON s."id" = u."sourceId"
    WHERE ${isCounted} AND s."lastSuccessAt" IS NOT NULL AND s."lastOutcome" NOT IN ('gone', 'opted-out')
    GROUP BY s."id" HAVING count(*) >= ${leastReaders}`
  const counted = rows.filter(({ url }) => isPublicAddress(url))
  const countedAt = new Date(now)
  await database.$transaction([
    database.sourceReaders.deleteMany({}),
    database.sourceReaders.createMany({
      data: counted.map(({ sourceId, readers, newReaders }) => ({
        sourceId,
        readers,
        newReaders,
        countedAt,
      })),
    }),
    database.$executeRaw`
      DELETE FROM "source_neighbour" n WHERE NOT EXISTS (SELECT 1 FROM "source_readers" r WHERE r."sourceId" = n."sourceId")
        OR NOT EXISTS (SELECT 1 FROM "source_readers" r WHERE r."sourceId" = n."neighbourId")`,
  ])
  const readings = await readReadings(
    database,
    counted.map(({ sourceId }) => sourceId),
  )
  const limits = { leastReaders, most: neighboursKept }
  for (let from = 0; from < counted.length; from += atOnce) {
    const places = Array.from({ length: Math.min(atOnce, counted.length - from) }, (_, n) => from + n)
    const neighbours = places.flatMap((place) => closestNeighbours(place, counted, readings, limits))
    const ids = places.flatMap((place) => counted[place]?.sourceId ?? [])
    await storeNeighbours(database, ids, neighbours)
  }
}

type CountedRow = {
  readonly sourceId: number
  readonly url: string
  readonly readers: number
  readonly newReaders: number
}

const isCounted = Prisma.sql`r."isCounted" AND NOT r."banned"`

/** The readers of each of these sources, without those who read more than says anything. */
async function readReadings(database: Database, sourceIds: readonly number[]): Promise<Readings> {
  const rows = await database.$queryRaw<{ sources: string }[]>`
    SELECT string_agg(u."sourceId"::text, ',') AS "sources" FROM "user" r
    JOIN "subscription" u ON u."subscriberId" = r."id"
    WHERE ${isCounted} GROUP BY r."id" HAVING count(*) <= ${mostOfOne}`
  const placeOf = new Map(sourceIds.map((id, place) => [id, place]))
  const sourcesOf = rows.map(({ sources }) =>
    sources.split(',').flatMap((id) => placeOf.get(Number(id)) ?? []),
  )
  const readersOf = sourceIds.map((): number[] => [])
  for (const [reader, places] of sourcesOf.entries())
    for (const place of places) readersOf[place]?.push(reader)
  return { sourcesOf, readersOf }
}

async function storeNeighbours(
  database: Database,
  ids: readonly number[],
  neighbours: readonly Neighbour[],
): Promise<void> {
  await database.$transaction([
    database.sourceNeighbour.deleteMany({ where: { sourceId: { in: [...ids] } } }),
    // A source that went meanwhile has no neighbours.
    database.$executeRaw`
      INSERT INTO "source_neighbour" ("sourceId", "neighbourId", "readers", "closeness")
      SELECT n."sourceId", n."neighbourId", n."readers", n."closeness" FROM jsonb_to_recordset(${jsonRows(neighbours)}::jsonb)
        AS n("sourceId" int, "neighbourId" int, "readers" int, "closeness" float8)
      JOIN "source_readers" one ON one."sourceId" = n."sourceId"
      JOIN "source_readers" other ON other."sourceId" = n."neighbourId"`,
  ])
}
