import { shownIcon } from '#lib/store/ground/shown-icon.ts'
import type {
  AlsoRead,
  DiscoverPreview,
  DiscoverSource,
  ExpectedDelay,
  HotSources,
} from '#lib/api/sources/discover.ts'
import { leastReaders } from '#lib/store/subscriptions/count-readers.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { summariseDelaysBySource } from '#lib/store/freshness/delay-summary.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { budgetOf, getSettings } from '#lib/store/ground/server-settings.ts'
import { isUnpaused } from '#lib/store/ground/unpaused-sources.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

const shownAtMost = 30
const postingsShown = 6
/** Fewer than this say nothing about the next one. */
const leastAlike = 5

/**
 * The most of 3, 5, 10, 20, 50, 100 … that a count reaches, so that one reader more or less is rarely seen; null below
 * three, of which nothing is said.
 */
export function roundedReaders(readers: number): number | null {
  if (readers < leastReaders) return null
  if (readers < 5) return leastReaders
  const power = 10 ** Math.floor(Math.log10(readers))
  return [5, 2, 1].map((step) => step * power).find((step) => step <= readers) ?? power
}

type Row = Omit<DiscoverSource, 'readersAtLeast' | 'newReadersAtLeast'> & {
  readonly readers: number
  readonly newReaders: number
  readonly siteUrl: string | null
}

/** The columns that are shown of a source `s` counted in `n`, with the asking subscriber's subscription `mine`. */
const columns = Prisma.sql`s."id" AS "sourceId", s."url", coalesce(nullif(s."title", ''), s."hostName") AS "title",
  s."description", s."siteUrl", s."iconUrl", n."readers", n."newReaders", p."ratePerDay" AS "postingsPerDay",
  CASE WHEN ${isUnpaused} THEN p."predictedDelayMs" END AS "expectedDelayMs", mine."id" AS "subscriptionId"`
const joins = (subscriberId: string) => Prisma.sql`
  JOIN "source" s ON s."id" = n."sourceId" LEFT JOIN "plan" p ON p."id" = s."planId"
  LEFT JOIN "subscription" mine ON mine."sourceId" = s."id" AND mine."subscriberId" = ${subscriberId}`

/** Sources that are read here by most, and those that most began to read, as counted last. */
export async function listHotSources(database: Database, subscriberId: string): Promise<HotSources> {
  if (!(await recommends(database))) return { isOn: false, popular: [], rising: [] }
  const [popular, rising] = await Promise.all([
    database.$queryRaw<Row[]>`
      SELECT ${columns} FROM "source_readers" n ${joins(subscriberId)}
      WHERE n."readers" >= ${leastReaders} ORDER BY n."readers" DESC, n."sourceId" LIMIT ${shownAtMost}`,
    database.$queryRaw<Row[]>`
      SELECT ${columns} FROM "source_readers" n ${joins(subscriberId)}
      WHERE n."newReaders" >= ${leastReaders} ORDER BY n."newReaders" DESC, n."sourceId" LIMIT ${shownAtMost}`,
  ])
  return { isOn: true, popular: popular.map(toSource), rising: rising.map(toSource) }
}

/** Sources that readers of the subscriber's sources read, too, and the subscriber does not; the closest first. */
export async function listAlsoRead(database: Database, subscriberId: string): Promise<AlsoRead> {
  if (!(await recommends(database))) return { isOn: false, sources: [] }
  const rows = await database.$queryRaw<(Row & { readonly because: string[] })[]>`
    WITH "close" AS (
      SELECT e."neighbourId", sum(e."closeness") AS "closeness",
        (array_agg(e."sourceId" ORDER BY e."closeness" DESC))[1:2] AS "from"
      FROM "subscription" u JOIN "source_neighbour" e ON e."sourceId" = u."sourceId"
      WHERE u."subscriberId" = ${subscriberId} AND e."readers" >= ${leastReaders}
        AND NOT EXISTS (SELECT 1 FROM "subscription" o WHERE o."subscriberId" = ${subscriberId} AND o."sourceId" = e."neighbourId")
      GROUP BY e."neighbourId" ORDER BY 2 DESC, 1 LIMIT ${shownAtMost}
    )
    SELECT ${columns}, ARRAY(
      SELECT coalesce(nullif(own."title", ''), nullif(f."title", ''), f."hostName") FROM unnest(c."from") WITH ORDINALITY AS a("id", "at")
      JOIN "source" f ON f."id" = a."id"
      JOIN "subscription" own ON own."sourceId" = f."id" AND own."subscriberId" = ${subscriberId} ORDER BY a."at") AS "because"
    FROM "close" c JOIN "source_readers" n ON n."sourceId" = c."neighbourId" ${joins(subscriberId)}
    ORDER BY c."closeness" DESC, n."sourceId"`
  return { isOn: true, sources: rows.map((row) => ({ ...toSource(row), because: row.because })) }
}

/** The look of a source before subscribing; null when it may not be shown. */
export async function findDiscoverSource(
  database: Database,
  subscriberId: string,
  sourceId: number,
  now: number,
): Promise<DiscoverPreview | null> {
  if (!(await recommends(database))) return null
  const [row] = await database.$queryRaw<Row[]>`
    SELECT ${columns} FROM "source_readers" n ${joins(subscriberId)} WHERE n."sourceId" = ${sourceId} AND n."readers" >= ${leastReaders}`
  if (row === undefined) return null
  const [delays, postings] = await Promise.all([
    summariseDelaysBySource(database, [sourceId], now - 90 * DAY_MS),
    database.posting.findMany({
      where: { sourceId },
      select: { title: true, shownAt: true },
      orderBy: [{ shownAt: 'desc' }, { id: 'desc' }],
      take: postingsShown,
    }),
  ])
  const measured = delays.get(sourceId)
  const { medianMs, p90Ms, count } = measured ?? { medianMs: null, p90Ms: null, count: 0 }
  return {
    ...toSource(row),
    siteUrl: row.siteUrl,
    delay: medianMs === null || p90Ms === null || count < leastAlike ? null : { medianMs, p90Ms, count },
    postings: postings.map(({ title, shownAt }) => ({ title, shownAt: shownAt.toISOString() })),
  }
}

/**
 * Between which delays half of the sources lie that post as often, within a factor of two: what a new one may expect. Where
 * too few are alike, the budget says it: see `delayByBudget`.
 */
export async function expectDelay(database: Database, postingsPerDay: number): Promise<ExpectedDelay> {
  const [row] = await database.$queryRaw<
    { leastMs: number | null; mostMs: number | null; sources: number }[]
  >`
    SELECT percentile_disc(0.25) WITHIN GROUP (ORDER BY p."predictedDelayMs") AS "leastMs",
      percentile_disc(0.75) WITHIN GROUP (ORDER BY p."predictedDelayMs") AS "mostMs", count(*)::int AS "sources"
    FROM "source" s JOIN "plan" p ON p."id" = s."planId"
    WHERE s."nextPollAt" IS NOT NULL AND ${isUnpaused} AND p."ratePerDay" BETWEEN ${postingsPerDay / 2} AND ${postingsPerDay * 2}`
  if (row === undefined || row.sources < leastAlike) return delayByBudget(database, postingsPerDay)
  return { ...row, checksPerDay: null }
}

/**
 * The delay of a source by its share of the budget, in proportion to the square root of its rate as plans give it. Checks
 * at the same distance are half of it late on average; those at expected hours come up to twice as soon.
 */
async function delayByBudget(database: Database, postingsPerDay: number): Promise<ExpectedDelay> {
  const [settings, [planned]] = await Promise.all([
    getSettings(database),
    database.$queryRaw<{ sources: number; roots: number }[]>`
      SELECT count(*)::int AS "sources", coalesce(sum(sqrt(greatest(p."ratePerDay", 0))), 0)::float8 AS "roots"
      FROM "source" s JOIN "plan" p ON p."id" = s."planId" WHERE s."nextPollAt" IS NOT NULL AND ${isUnpaused}`,
  ])
  const { sources = 0, roots = 0 } = planned ?? {}
  const own = Math.sqrt(postingsPerDay)
  const share = own === 0 ? 0 : (budgetOf(settings, sources + 1) * own) / (roots + own)
  const most = DAY_MS / settings.minIntervalMs
  const checksPerDay = Math.min(most, Math.max(DAY_MS / settings.maxStalenessMs, share))
  const mostMs = DAY_MS / checksPerDay / 2
  return { leastMs: mostMs / 2, mostMs, sources: 0, checksPerDay }
}

/** Whether what a subscriber reads counts in what others are shown. */
export async function readIsCounted(database: Database, subscriberId: string): Promise<boolean> {
  const user = await database.user.findUnique({ where: { id: subscriberId }, select: { isCounted: true } })
  return user?.isCounted ?? false
}

/** Holds from the next count on, which is a day away at most. */
export async function changeIsCounted(
  database: Database,
  subscriberId: string,
  isCounted: boolean,
): Promise<void> {
  await database.user.update({ where: { id: subscriberId }, data: { isCounted }, select: { id: true } })
}

/** The least number of readers of each source, as counted last; missing: nothing is said of it. */
export async function readersToTell(
  database: Database,
  sourceIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (sourceIds.length === 0 || !(await recommends(database))) return new Map()
  const rows = await database.sourceReaders.findMany({
    where: { sourceId: { in: [...sourceIds] } },
    select: { sourceId: true, readers: true },
  })
  return new Map(
    rows.flatMap(({ sourceId, readers }) => {
      const atLeast = roundedReaders(readers)
      return atLeast === null ? [] : [[sourceId, atLeast] as const]
    }),
  )
}

async function recommends(database: Database): Promise<boolean> {
  const row = await database.serverSettings.findUnique({ where: { id: 1 }, select: { recommends: true } })
  return row?.recommends ?? true
}

function toSource({ readers, newReaders, siteUrl: _siteUrl, ...row }: Row): DiscoverSource {
  const { sourceId, url, title, description, iconUrl, postingsPerDay, expectedDelayMs, subscriptionId } = row
  return {
    sourceId,
    url,
    title,
    description,
    iconUrl: shownIcon(iconUrl),
    postingsPerDay,
    expectedDelayMs,
    subscriptionId,
    readersAtLeast: roundedReaders(readers) ?? leastReaders,
    newReadersAtLeast: roundedReaders(newReaders),
  }
}
