import type { LabFailure, LabPolicy } from '#lib/api/lab.ts'
import type { ShadowDayItem, ShadowDetails, ShadowSourceItem, ShadowSummary } from '#lib/api/shadow.ts'
import { differenceOfSums } from '#lib/policy/lab/figures.ts'
import { noticedMs } from '#lib/policy/lab/noticed.ts'
import type { Database } from './database.ts'
import type { ShadowDay } from './generated/client.ts'
import { comparedAfterMs } from './shadows.ts'
import { readSourceTitles } from './source-weights.ts'

const dayMs = 86_400_000
/** Sources named on each side. */
const mostNamed = 10

/** What is on paper, or was last, with its figures; null: nothing ever was. */
export async function readShadow(database: Database, now: number): Promise<ShadowDetails | null> {
  const shadow = await database.shadow.findFirst({
    orderBy: { id: 'desc' },
    include: { startedBy: { select: { name: true } }, days: { orderBy: { day: 'asc' } } },
  })
  if (shadow === null) return null
  const { id, policy, startedAt, endedAt, startedBy, nextDay, progress, days } = shadow
  const [lease] = await database.$queryRaw<{ isRunning: boolean }[]>`
    SELECT coalesce("leaseUntil" > clock_timestamp(), false) AS "isRunning" FROM "shadow" WHERE "id" = ${id}`
  return {
    policy: policy as LabPolicy,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    startedBy: startedBy?.name ?? null,
    nextDay: nextDay.toISOString(),
    nextAt: new Date(nextDay.getTime() + comparedAfterMs).toISOString(),
    isDue: nextDay.getTime() + comparedAfterMs <= now,
    isRunning: lease?.isRunning ?? false,
    progress,
    summary: await keptSummary(database, days),
    days: days.map(toItem),
  }
}

function toItem(row: ShadowDay): ShadowDayItem {
  const { livePolls, shadowPolls, happenedPolls, sources, allSources, budgetPerDay } = row
  return {
    ...comparedOf([row]),
    ...{ livePolls, shadowPolls, happenedPolls, sources, allSources, budgetPerDay },
    day: row.day.toISOString(),
    failure: row.failure as LabFailure | null,
    replayedFrom: row.replayedFrom.toISOString(),
  }
}

function comparedOf(rows: readonly ShadowDay[]) {
  const sum = (of: (row: ShadowDay) => number) => rows.reduce((total, row) => total + of(row), 0)
  const postings = sum((row) => row.weightedPostings)
  const mean = (of: (row: ShadowDay) => number) => (postings === 0 ? null : sum(of) / postings)
  return {
    livePolicy: (rows.at(-1)?.livePolicy ?? 'price') as LabPolicy,
    postings: sum((row) => row.postings),
    shadowEarlier: sum((row) => row.shadowEarlier),
    liveEarlier: sum((row) => row.liveEarlier),
    liveMeanMs: mean((row) => row.weightedLiveMs),
    shadowMeanMs: mean((row) => row.weightedShadowMs),
    happenedMeanMs: mean((row) => row.weightedHappenedMs),
  }
}

/** Sums over 150,000 rows and their bootstrap take 0.2 s, and change once a day: the last is kept, per database. */
const summaries = new WeakMap<Database, { readonly of: string; readonly summary: ShadowSummary | null }>()

async function keptSummary(database: Database, days: readonly ShadowDay[]): Promise<ShadowSummary | null> {
  // A day may be compared again: after the clock was set back.
  const of = days.map(({ shadowId, comparedAt }) => `${shadowId} ${comparedAt.getTime()}`).join()
  const kept = summaries.get(database)
  if (kept?.of === of) return kept.summary
  const summary = await summaryOf(database, days)
  summaries.set(database, { of, summary })
  return summary
}

/** Over the days whose live policy was that of the last one: other days are compared with something else. */
async function summaryOf(database: Database, all: readonly ShadowDay[]): Promise<ShadowSummary | null> {
  const known = all.filter(({ failure }) => failure === null)
  const livePolicy = known.at(-1)?.livePolicy
  const rows = known.filter((row) => row.livePolicy === livePolicy)
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return null
  const polls = (of: (row: ShadowDay) => number) =>
    rows.reduce((total, row) => total + of(row), 0) / rows.length
  return {
    ...comparedOf(rows),
    ...(await noticedBy(database, first.shadowId, rows)),
    days: rows.length,
    fromAt: first.day.toISOString(),
    untilAt: new Date(last.day.getTime() + dayMs).toISOString(),
    livePollsPerDay: polls((row) => row.livePolls),
    shadowPollsPerDay: polls((row) => row.shadowPolls),
  }
}

type SourceSums = Omit<ShadowSourceItem, 'title'> & {
  readonly weightedChange: number
  readonly weightedPostings: number
}

type NoticedFigures = Pick<ShadowSummary, 'difference' | 'sooner' | 'later' | 'alike' | 'gainers' | 'losers'>

async function noticedBy(
  database: Database,
  shadowId: number,
  days: readonly ShadowDay[],
): Promise<NoticedFigures> {
  const rows = await database.$queryRaw<SourceSums[]>`
    SELECT "sourceId", sum("postings")::int AS "postings", sum("shadowEarlier")::int AS "shadowEarlier",
      sum("liveEarlier")::int AS "liveEarlier", sum("liveMs") / sum("postings") AS "beforeMs",
      sum("shadowMs") / sum("postings") AS "afterMs", sum("shadowMs" - "liveMs") / sum("postings") AS "changeMs",
      sum("weight" * ("shadowMs" - "liveMs")) AS "weightedChange", sum("weight" * "postings") AS "weightedPostings"
    FROM "shadow_source" WHERE "shadowId" = ${shadowId} AND "day" = ANY(${days.map(({ day }) => day)}::timestamptz[])
    GROUP BY "sourceId" ORDER BY "changeMs", "sourceId"`
  const sooner = rows.filter(({ changeMs }) => changeMs < -noticedMs)
  const later = rows.filter(({ changeMs }) => changeMs > noticedMs)
  const [gainers, losers] = [sooner.slice(0, mostNamed), later.slice(-mostNamed).reverse()]
  const titles = await readSourceTitles(
    database,
    [...gainers, ...losers].map(({ sourceId }) => sourceId),
  )
  const named = ({ weightedChange: _, weightedPostings: __, ...row }: SourceSums): ShadowSourceItem => ({
    ...row,
    title: titles.get(row.sourceId) ?? '',
  })
  return {
    difference: differenceOfSums(
      rows.map((row) => ({ change: row.weightedChange, postings: row.weightedPostings })),
    ),
    ...{ sooner: sooner.length, later: later.length, alike: rows.length - sooner.length - later.length },
    ...{ gainers: gainers.map(named), losers: losers.map(named) },
  }
}
