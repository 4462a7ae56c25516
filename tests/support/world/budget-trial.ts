import { expect } from 'vitest'
import { POST as previewBudget } from '#app/api/v1/admin/preview/budget/route.ts'
import { PATCH as changeSettings } from '#app/api/v1/admin/settings/route.ts'
import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { changeReadingHours } from '#lib/store/accounts/reading-hours.ts'
import { changeServerSettings as setUp } from '#lib/store/ground/server-settings.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { traceOf } from '#tests/support/data/drawn-trace.ts'
import { postedBefore, replay, replayContext, subscribeToTrace } from '#tests/support/chaos/replay.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'
import { startTraceServer } from '#tests/support/servers/trace-server.ts'
import type { Trace } from '#tests/support/data/trace.ts'
import { addSubscriber, startServerDatabase } from './accounts.ts'
import type { BudgetPreviewAnswer } from '#lib/api/server/admin.ts'

const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const learnDays = 28
/** Enough postings to measure a mean within 3 %. */
const leastPerDay = 4
const mostPerDay = 40
/** A Monday. */
const startAt = Date.UTC(2026, 0, 5) + learnDays * dayMs
/** The postings shown to a newcomer say little of their hours: some days are to learn from. */
const changedAt = startAt + 4 * dayMs
/** A whole week from Monday on: less of the budget is spent on its quiet days, and the price has found the new budget by then. */
const measuredFrom = changedAt + 3 * dayMs
const measuredUntil = measuredFrom + 7 * dayMs
const endAt = measuredUntil + dayMs / 2
export type Trial = {
  readonly sources: number
  /** Polls of a source and day before the change, and after it. */
  readonly polls: readonly [before: number, after: number]
  /** Its readers have reading hours. */
  readonly hasHours?: boolean
  /** All post in two hours of the day. */
  readonly isCrowded?: boolean
}

/** All articles of a day put into the two hours from 09:00 on, in their order. */
function crowded(at: number): number {
  const begin = Math.floor(at / dayMs) * dayMs
  return begin + 9 * hourMs + Math.floor((at - begin) / 12)
}

/** Sources of all kinds with a month behind them. */
function drawTrace({ sources, isCrowded = false }: Trial): Trace {
  const days = Math.ceil((endAt - startAt) / dayMs) + learnDays
  const all = drawSources({ sources: 25 * sources, seed: 11, startAt: startAt - learnDays * dayMs, days })
  const drawn = all
    .filter(({ ratePerDay }) => ratePerDay >= leastPerDay && ratePerDay <= mostPerDay)
    .slice(0, sources)
    .map((source) => (isCrowded ? { ...source, postingTimes: source.postingTimes.map(crowded) } : source))
  return traceOf(drawn)
}

/** Every day from 07:00 to 09:00 and from 17:00 to 22:00. */
const readingHours = Array.from({ length: 168 }, (_, hour) => hour).filter((hour) =>
  [7, 8, 17, 18, 19, 20, 21].includes(hour % 24),
)

/**
 * Reads by the API what a budget is expected to bring, applies it, and measures a week: both mean delays in minutes. In a database of
 * its own: what one holds of days to come would never be due in a trial that begins before them.
 */
export async function tryBudget(trial: Trial) {
  const { database, stop } = await startServerDatabase()
  try {
    return await runTrial(database, trial)
  } finally {
    await stop()
  }
}

async function runTrial(database: Database, trial: Trial) {
  const [pollsBefore, pollsAfter] = trial.polls.map((polls) => polls * trial.sources) as [number, number]
  const trace = postedBefore(drawTrace(trial), startAt)
  const server = await startTraceServer(trace, startAt)
  const clock = createTestClock(startAt)
  const { token } = await addSubscriber(database, { name: 'ada', role: 'admin' })
  await setUp(database, { policy: 'price', budgetPerDay: pollsBefore })
  await subscribeToTrace(database, trace, server, startAt)
  await database.$executeRaw`UPDATE "source" SET "weightFactor" = 1 + "id" % 3`
  if (trial.hasHours === true)
    await changeReadingHours(database, 'reader', { kind: 'given', zone: 'UTC', given: readingHours }, startAt)
  const context = replayContext(database, clock)
  const moveTo = async (now: number) => {
    server.setNow(now)
    await clock.set(now)
  }
  await replay(context, changedAt, moveTo)
  const asked = {
    module: { POST: previewBudget },
    method: 'POST' as const,
    body: { budgetPerDay: pollsAfter },
  }
  const preview = (await callRoute(token, asked)).body as unknown as BudgetPreviewAnswer
  await callRoute(token, {
    module: { PATCH: changeSettings },
    method: 'PATCH',
    body: { budgetPerDay: pollsAfter },
  })
  await replay(context, endAt, moveTo)
  await server.close()
  const measured = (await weightedMeanDelay(database)) / minuteMs
  const expected = (preview.then.predictedDelayMs ?? Number.NaN) / minuteMs
  console.info(`expected ${expected.toFixed(1)} min, measured ${measured.toFixed(1)} min`)
  return { expected, measured }
}

/** Of all postings that were published then; all are found by the end. */
async function weightedMeanDelay(database: Database): Promise<number> {
  const [row] = await database.$queryRaw<{ meanMs: number; count: number }[]>`
    SELECT (sum(s."weightFactor" * extract(epoch FROM p."foundAt" - p."publishedAt")) * 1000
      / sum(s."weightFactor"))::float8 AS "meanMs", count(*)::int AS "count"
    FROM "posting" p JOIN "source" s ON s."id" = p."sourceId"
    WHERE p."publishedAt" >= ${new Date(measuredFrom)} AND p."publishedAt" < ${new Date(measuredUntil)}`
  expect(row?.count).toBeGreaterThan(500)
  return row?.meanMs ?? Number.NaN
}
