import { expect, test } from 'vitest'
import { openDatabase } from '#lib/store/connection/database.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { postedBefore, replay, replayContext, subscribeToTrace } from '#tests/support/chaos/replay.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'
import { byTier } from '#tests/support/run/tier.ts'
import { startTraceServer } from '#tests/support/servers/trace-server.ts'
import { readTrace, type Trace } from '#tests/support/data/trace.ts'

const startAt = Date.UTC(2026, 1, 6)
const endAt = startAt + 86_400_000

/** The polls of a day of a trace, through real HTTP and PostgreSQL, and the mean delay of its postings in minutes. */
async function aDay(trace: Trace, budget: { readonly checksPerSource: number }) {
  const { url, drop } = await createTestDatabase()
  const database = openDatabase(url)
  const server = await startTraceServer(trace, startAt)
  const clock = createTestClock(startAt)
  try {
    await changeServerSettings(database, { budgetPerDay: 10_000, ...budget })
    await subscribeToTrace(database, trace, server, startAt)
    await replay(replayContext(database, clock), endAt, async (now) => {
      server.setNow(now)
      await clock.set(now)
    })
    const [row] = await database.$queryRaw<{ minutes: number | null; postings: number }[]>`
      SELECT avg(extract(epoch FROM "foundAt" - "publishedAt"))::float8 / 60 AS "minutes", count(*)::int AS "postings"
      FROM "posting" WHERE "publishedAt" > ${new Date(startAt)}`
    const polls = (await database.poll.count()) - trace.size
    return { polls, minutes: row?.minutes ?? 0, postings: row?.postings ?? 0 }
  } finally {
    await server.close()
    await database.$disconnect()
    await drop()
  }
}

test('the default budget asks publishers less than a third as often as 10,000 checks for all feeds did', async () => {
  const feeds = [...postedBefore(readTrace('smallweb-rss-2026'), startAt)]
  const trace = new Map(feeds.slice(0, byTier({ night: 64, sample: 2 })))
  const before = await aDay(trace, { checksPerSource: 0 })
  const after = await aDay(trace, { checksPerSource: 24 })
  const told = ({ polls, minutes, postings }: typeof before) =>
    `${polls} polls, ${minutes.toFixed(1)} min mean delay of ${postings} postings`
  console.info(`${trace.size} feeds: before ${told(before)}; after ${told(after)}`)
  expect(before.polls).toBeGreaterThan(100 * trace.size)
  expect(after.polls).toBeLessThan(before.polls / 3)
  expect(after.polls).toBeGreaterThan(12 * trace.size)
}, 900_000)
