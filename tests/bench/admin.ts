/**
 * `npm run bench -- admin [RUNS] [SOURCES]`: what the data of the admin's pages costs at the server: median and 95th percentile of each, beside
 * the time of its SQL alone. Goal: 300 ms with 100,000 sources. It fills an empty database (DATABASE_URL) with made-up sources
 * first and refuses one with any others. A figure that misses the goal is said below the table, and the exit code is 1. On a
 * machine that is busy with other things the processor time says more.
 */
import { readBudgetSteps } from '#lib/planning/budget-steps.ts'
import { previewBudgetOf, previewWeightFactor, previewWeightFormula } from '#lib/planning/preview.ts'
import { previewWeightRule } from '#lib/planning/preview-rule.ts'
import { adminSourcesQuery } from '#lib/api/server/admin.ts'
import { exportAdminSources, listAdminSources } from '#lib/store/sources/admin-sources.ts'
import { readAggregatorStatus } from '#lib/store/server/aggregator-status.ts'
import { listActs } from '#lib/store/ground/audit-log.ts'
import { readBudgetHistory } from '#lib/store/planning/budget-history.ts'
import { readBudgetShares } from '#lib/store/planning/budget-split.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { summariseLastDay } from '#lib/store/freshness/delay-summary.ts'
import { listPublisherLimits } from '#lib/store/hosts/publisher-limits.ts'
import { listLabRuns } from '#lib/store/lab/lab-runs.ts'
import { readStoredSizes } from '#lib/store/retention/preview-retention.ts'
import { listUsers } from '#lib/store/accounts/users.ts'
import { readWarnings } from '#lib/store/sources/warnings.ts'
import { fillAdminWorld } from './admin-world.ts'
import { openBenchDatabase, quantile } from './bench-database.ts'
import { atMost, tellClaim } from './claims.ts'
import { adminGoalMs, missedGoals, type Figure } from './goals.ts'
import { databaseCpuMs, recordSql, timeSql, type Statement } from './recorded-sql.ts'
import { tableLines } from './traces.ts'

const runs = Number(process.argv[2] ?? 21)
const sources = Number(process.argv[3] ?? 100_000)

const { database, client, close } = await openBenchDatabase(4)

const { rows: others } = await client.query(
  `SELECT 1 FROM "source" WHERE "hostName" NOT LIKE 'site%.example' LIMIT 1`,
)
if (others.length > 0) throw new Error('This database has other sources than those made up here.')
if ((await database.source.count()) === 0) await fillAdminWorld(client, sources)
const lastPage = Math.ceil((await database.source.count()) / 50)

const lists: readonly (readonly [name: string, query: Readonly<Record<string, unknown>>])[] = [
  ['first page', {}],
  ['last page', { page: lastPage }],
  ['by title, last page', { sort: 'title', page: lastPage }],
  ['by weight', { sort: 'weight' }],
  ['by weight, last page', { sort: 'weight', page: lastPage }],
  ['by half within', { sort: 'delay' }],
  ['by half within, last page', { sort: 'delay', page: lastPage }],
  ['by promise', { sort: 'promise' }],
  ['by polls a day', { sort: 'pollsPerDay', page: Math.ceil(lastPage / 2) }],
  ['promise broken', { state: 'broken', sort: 'delay' }],
  ['held back by host', { state: 'paused' }],
  ['a word', { search: 'c4ca' }],
  ['two letters, by weight', { search: 'c4', sort: 'weight' }],
  ['delay, weight, rate', { search: 'delay:>30m weight:<2 rate:>1' }],
  ['subscribers and state', { search: 'subscribers:>1 -state:broken', sort: 'delayNinety' }],
  ['a host', { search: 'host:site777', sort: 'weight' }],
]
const now = () => Date.now()
const acts: readonly (readonly [name: string, act: () => Promise<unknown>])[] = [
  ...lists.map(([name, query]) => {
    return [
      `sources: ${name}`,
      () => listAdminSources(database, adminSourcesQuery.parse(query), now()),
    ] as const
  }),
  ['budget: what the next polls are worth', () => readBudgetSteps(database)],
  ['budget: preview', () => previewBudgetOf(database, { budgetPerDay: 500_000 })],
  ['weight: preview', () => previewWeightFactor(database, [7], 3)],
  [
    'formula: preview',
    () => previewWeightFormula(database, { popularity: 0.5, sayStrength: 2, alertStrength: 2, fairShare: 5 }),
  ],
  [
    'weight by rule: preview',
    () => previewWeightRule(database, { search: 'rate:>1', state: 'all', act: 'set', value: 2 }),
  ],
  ['budget: by source', () => readBudgetShares(database, 'source')],
  ['budget: by host', () => readBudgetShares(database, 'host')],
  ['budget: by state', () => readBudgetShares(database, 'state')],
  ['budget: by folder', () => readBudgetShares(database, 'folder')],
  ['budget: history', () => readBudgetHistory(database, now())],
  ['retention: what is stored', () => readStoredSizes(database)],
  ['overview: aggregator', () => readAggregatorStatus(database, { now: now(), speed: 1 })],
  ['overview: delay of a day', () => summariseLastDay(database, now())],
  ['warnings', () => readWarnings(database, { now: now(), speed: 1 }, null)],
  ['hosts', () => listPublisherLimits(database)],
  ['log of changes', () => listActs(database, { cursor: null, userId: null })],
  ['subscribers', () => listUsers(database, null)],
  ['lab', () => listLabRuns(database)],
]

const plainPage: Statement = { text: 'SELECT * FROM "source" ORDER BY "id" LIMIT 50', values: [] }
const only = process.argv[4] ?? ''
const lines: (readonly string[])[] = []
const figures: Figure[] = []
for (const [name, act] of acts) {
  if (!name.includes(only)) continue
  process.stderr.write(`${name} …\n`)
  const plain = name.startsWith('sources: ') ? plainPage : null
  const { bareP95Ms, ...measured } = await measure(act, plain)
  figures.push({ name, p95Ms: measured.p95Ms })
  tellClaim({
    what: `admin, ${name}, 95th percentile`,
    value: measured.p95Ms,
    unit: 'ms',
    bare: { what: plain === null ? 'its SQL alone' : 'as many sources by a plain query', value: bareP95Ms },
    goal: atMost(measured.p95Ms, adminGoalMs, 'ms'),
  })
  lines.push([name, ...Object.values(measured).map((ms) => ms.toFixed(1))])
}
console.log(tableLines([['data of a page', 'median ms', 'p95 ms', 'bare SQL ms', 'SQL CPU ms'], ...lines]))
if (only === '') await measureExport(database)
await close()
const missed = missedGoals(figures, adminGoalMs)
for (const line of missed) console.error(line)
if (missed.length > 0) process.exitCode = 1

/** Its bare time is that of its own SQL, where there is no plain query for the same. */
async function measure(act: () => Promise<unknown>, plain: Statement | null) {
  const times: number[] = []
  for (let count = 0; count <= runs; count++) {
    const startedAt = performance.now()
    await act()
    // What is kept for a while is read anew by others; the first of all also compiles.
    if (count > 0) times.push(performance.now() - startedAt)
  }
  const statements = await recordSql(act)
  const bare: number[] = []
  const usedBefore = await databaseCpuMs(client)
  for (let count = 0; count < runs; count++) bare.push(await timeSql(client, statements))
  const cpuMs = ((await databaseCpuMs(client)) - usedBefore) / runs
  const medianMs = quantile(times, 0.5)
  const p95Ms = quantile(times, 0.95)
  const plainly: number[] = []
  for (let count = 0; plain !== null && count < runs; count++) plainly.push(await timeSql(client, [plain]))
  const bareP95Ms = quantile(plain === null ? bare : plainly, 0.95)
  return { medianMs, p95Ms, bareSqlMs: quantile(bare, 0.5), cpuMs, bareP95Ms }
}

async function measureExport(of: Database): Promise<void> {
  const startedAt = performance.now()
  const heapBefore = process.memoryUsage().heapUsed
  let count = 0
  let most = heapBefore
  for await (const rows of exportAdminSources(of, adminSourcesQuery.parse({}), Date.now())) {
    count += rows.length
    most = Math.max(most, process.memoryUsage().heapUsed)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const megabytes = (most - heapBefore) / 1e6
  console.log(
    `export: ${count.toLocaleString('en')} sources in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB of heap at most`,
  )
}
