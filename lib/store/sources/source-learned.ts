import type { SourceLearned } from '#lib/api/sources/sources.ts'
import { expectPosting, postingHabit } from '#lib/policy/price/expect-posting.ts'
import { curveOf, daysUntil } from '#lib/policy/learning/curve.ts'
import { rateNow } from '#lib/policy/learning/memory.ts'
import { presenceIn } from '#lib/policy/learning/presence.ts'
import { overflowChance } from '#lib/policy/schedule/window-overflow.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { Plan, Source } from '#lib/store/generated/client.ts'
import { findLatestRun } from '#lib/store/planning/planning-runs.ts'
import { readPriceMemories } from '#lib/store/polling/price-memories.ts'

/** Publication times that a habit is read from. */
const timesRead = 40

type LearnedFrom = Pick<
  Source,
  'id' | 'lastPolledAt' | 'nextPollAt' | 'windowSize' | 'windowLearned' | 'dispersion'
> & { readonly plan: Pick<Plan, 'presence'> | null }

/**
 * The learned times at which a source posts; null before it is remembered, or under a policy that learns nothing of all sources.
 * @param tellsReaders whether the source is one of `sourcesShowingHours`
 */
export async function readLearned(
  database: Database,
  source: LearnedFrom,
  now: number,
  tellsReaders: boolean,
): Promise<SourceLearned | null> {
  const [memory] = [...(await readPriceMemories(database, [source.id])).values()]
  const population = (await findLatestRun(database))?.run.population
  if (memory === undefined || population === undefined) return null
  const expected = expectPosting(memory, population, now)
  const sum = memory.pattern.hours.reduce((total, hour) => total + hour, 0)
  const curve = curveOf(memory.pattern)
  const expectedBetween = (from: number, until: number) =>
    rateNow(memory, now, population) * (daysUntil(curve, until) - daysUntil(curve, from))
  return {
    presence: tellsReaders ? presenceOf(source.plan?.presence ?? null) : null,
    week: Array.from(memory.pattern.hours, (hour) => (sum > 0 ? hour / sum : 1 / 168)),
    next:
      expected === null
        ? null
        : { from: isoAt(expected.from), until: isoAt(expected.until), chance: expected.chance },
    habit: postingHabit(await readTimes(database, source.id)),
    missing: missingChance(source, expectedBetween),
  }
}

/** As the plan in force weighs it. */
function presenceOf(presence: Uint8Array | null): number[] | null {
  return presence === null ? null : Array.from({ length: 168 }, (_, hour) => presenceIn(presence, hour))
}

/** The chance that more postings come between the last poll and the next than the document shows. */
function missingChance(
  { lastPolledAt, nextPollAt, windowLearned, windowSize, dispersion }: LearnedFrom,
  expectedBetween: (from: number, until: number) => number,
): number | null {
  const window = windowLearned ?? windowSize
  if (window === null || window < 1 || lastPolledAt === null || nextPollAt === null) return null
  const mean = expectedBetween(lastPolledAt.getTime(), Math.max(lastPolledAt.getTime(), nextPollAt.getTime()))
  return overflowChance(mean, dispersion, Math.floor(window))
}

async function readTimes(database: Database, sourceId: number): Promise<number[]> {
  const rows = await database.posting.findMany({
    where: { sourceId, publishedAt: { not: null } },
    select: { publishedAt: true },
    orderBy: [{ shownAt: 'desc' }, { id: 'desc' }],
    take: timesRead,
  })
  return rows.flatMap(({ publishedAt }) => (publishedAt === null ? [] : [publishedAt.getTime()]))
}

function isoAt(at: number): string {
  return new Date(at).toISOString()
}
