/**
 * `npm run bench -- source-pages [RUNS]`: what a source's page and /freshness cost at the server, with 100,000 sources in the tables and a
 * subscriber of 1,000 of them: median and 95th percentile of each question, each run another source. Goal: 300 ms. It fills the database
 * by SQL first, so it refuses one that holds any other source. On a busy machine the processor time of the database says more.
 */
import { freshnessQuery } from '#lib/api/freshness/freshness.ts'
import { readDelayHistory } from '#lib/store/freshness/delay-history.ts'
import { refreshSourceFreshness } from '#lib/store/freshness/source-freshness.ts'
import { listPolls } from '#lib/store/polling/source-polls.ts'
import { readSourceWorth } from '#lib/store/sources/source-worth.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { readFreshnessDay, readReadingFreshness } from '#lib/store/freshness/subscriber-freshness.ts'
import { listReadingWeeks } from '#lib/store/freshness/reading-weeks.ts'
import { listSubscriberSources } from '#lib/store/subscriptions/subscriber-sources.ts'
import { fillSourcePages, oftenPolled, reader, subscribed } from './source-pages-rows.ts'
import { openBenchDatabase, quantile } from './bench-database.ts'
import { atMost, tellClaim } from './claims.ts'
import { adminGoalMs } from './goals.ts'
import { databaseCpuMs, recordSql, timeSql, type Statement } from './recorded-sql.ts'
import { plainOf } from './source-pages-plain.ts'
import { tableLines } from './traces.ts'

const runs = Number(process.argv[2] ?? 60)
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const { database, client, close } = await openBenchDatabase(4)
await fillSourcePages(client)
const now = Date.now()
if ((await database.sourceFreshness.count()) === 0) await measureRefresh()

const viewer = { id: reader, role: 'subscriber' as const }
const asked = freshnessQuery.parse({})
const plain = plainOf(reader)
type Question = readonly [
  name: string,
  ask: (sourceId: number) => Promise<unknown>,
  /** For the same rows; null: it is compared with its SQL alone. */
  query: ((sourceId: number) => Statement) | null,
]
const questions: readonly Question[] = [
  ['source', (id) => findSourceDetail(database, viewer, id, now), plain.source],
  ['its delays, 30 days', (id) => readDelayHistory(database, id, now - 30 * dayMs), plain.delays(30)],
  ['its delays, a year', (id) => readDelayHistory(database, id, now - 365 * dayMs), plain.delays(365)],
  ['its last polls', (id) => listPolls(database, id, 20), plain.polls],
  ['what a poll is worth', (id) => readSourceWorth(database, id, now), plain.memory],
  [
    'delays of a year, polled every 10 minutes',
    () => readDelayHistory(database, oftenPolled, now - 365 * dayMs),
    () => plain.delays(365)(oftenPolled),
  ],
  [
    'what a poll of it is worth',
    () => readSourceWorth(database, oftenPolled, now),
    () => plain.memory(oftenPolled),
  ],
  // A plain query for all postings of those days takes longer than ours.
  ['my reading of 30 days, by folder', () => readReadingFreshness(database, reader, now), null],
  ['my reading of twelve weeks', () => listReadingWeeks(database, reader, now), null],
  ['my reading of the last 24 hours', () => readFreshnessDay(database, reader, now), null],
  ['my sources, broken first', () => listSubscriberSources(database, reader, asked), plain.sources],
  [
    'my sources by a part of the name',
    () => listSubscriberSources(database, reader, { ...asked, search: '77' }),
    plain.sources,
  ],
]
const lines: (readonly string[])[] = []
for (const question of questions) lines.push(await measure(question))
console.log(tableLines([['question', 'median ms', 'p95 ms', 'database CPU ms'], ...lines]))
await close()

async function measure([name, ask, query]: Question) {
  const [times, plainly, bare]: [number[], number[], number[]] = [[], [], []]
  for (let run = 0; run <= runs; run++) {
    const sourceId = 2 + ((run * 37) % (subscribed - 1))
    const startedAt = performance.now()
    if ((await ask(sourceId)) === null) throw new Error(`${name}: nothing for source ${sourceId}`)
    if (run > 0) times.push(performance.now() - startedAt) // the first run fills caches
    if (query !== null) plainly.push(await timeSql(client, [query(sourceId)]))
  }
  const statements = await recordSql(() => ask(2))
  const usedBefore = await databaseCpuMs(client)
  for (let run = 0; run < runs; run++) bare.push(await timeSql(client, statements))
  const cpuMs = ((await databaseCpuMs(client)) - usedBefore) / runs
  const p95Ms = quantile(times, 0.95)
  tellClaim({
    what: `${name}, 95th percentile`,
    value: p95Ms,
    unit: 'ms',
    bare:
      query === null
        ? { what: 'its SQL alone', value: quantile(bare, 0.95) }
        : { what: 'the same rows by a plain query', value: quantile(plainly.slice(1), 0.95) },
    goal: atMost(p95Ms, adminGoalMs, 'ms'),
  })
  return [name, ...[quantile(times, 0.5), p95Ms, cpuMs].map((ms) => ms.toFixed(1))]
}

async function measureRefresh(): Promise<void> {
  const startedAt = performance.now()
  await refreshSourceFreshness(database, now)
  console.log(`freshness of all sources measured in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
