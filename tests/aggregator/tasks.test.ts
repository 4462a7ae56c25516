import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startAggregator } from '#lib/aggregator/main.ts'
import { roundTasks, runOnce } from '#lib/aggregator/run-once.ts'
import type { Task } from '#lib/aggregator/tasks.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { tally } from '#lib/store/connection/tallies.ts'
import { recordHeartbeat } from '#lib/store/server/heartbeat.ts'
import { startServerDatabase } from '#tests/support/world/accounts.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import { logOfEachTest } from '#tests/support/measure/written-log.ts'

const log = logOfEachTest('warn')
let database: Database
let url: string
let stop: () => Promise<void>
let context: AggregatorContext
let areAway = false
let stopAggregator: (() => Promise<void>) | null = null

beforeAll(async () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'News <news@example.org>' } // else no digest is looked for
  ;({ database, url, stop } = await startServerDatabase(mail))
})
beforeEach(() => {
  context = { ...replayContext(database, systemClock), callbackUrl: 'https://reader.example' } // else no hub is asked
})
afterEach(async () => {
  if (areAway) await bringTablesBack()
  await stopAggregator?.()
  stopAggregator = null
})
afterAll(() => stop())

/** Leaves the table of signs of life alone, so that each task fails, and logs that under its name. */
async function takeTablesAway(): Promise<void> {
  await change(
    'ALTER SCHEMA "public" RENAME TO "away"',
    'CREATE SCHEMA "public"',
    'ALTER TABLE "away"."aggregator_heartbeat" SET SCHEMA "public"',
  )
  areAway = true
  await recordHeartbeat(database, 'died', Date.now(), true) // has leases to give back
  tally(database, 'polls', 'fetched') // a figure to store
}

async function bringTablesBack(): Promise<void> {
  await change(
    'ALTER TABLE "public"."aggregator_heartbeat" SET SCHEMA "away"',
    'DROP SCHEMA "public"',
    'ALTER SCHEMA "away" RENAME TO "public"',
  )
  areAway = false
}

async function change(...statements: readonly string[]): Promise<void> {
  await database.$transaction(statements.map((statement) => database.$executeRawUnsafe(statement)))
}

/** The tasks that failed, in the order of their first failure. */
function failedTasks(): string[] {
  const names = log.text().matchAll(/"event":"(?<name>[\w-]+)-failed"/g)
  const known = Object.keys(roundTasks(context))
  return [...new Set([...names].map(({ groups }) => groups?.['name'] ?? ''))].filter((name) =>
    known.includes(name),
  )
}

const namesOf = (isWanted: (task: Task) => boolean) =>
  Object.entries<Task>(roundTasks(context)).flatMap(([name, task]) => (isWanted(task) ? [name] : []))

test('a round by HTTP makes each task that says so, in the order of the table', async () => {
  await takeTablesAway()
  await expect(runOnce(context, { maxPolls: 5, signal: AbortSignal.timeout(60_000) })).rejects.toThrow()
  expect(failedTasks()).toEqual(namesOf(({ round }) => round !== null))
})

test('a round by HTTP makes first what people wait for, and asks for icons last', () => {
  const made = namesOf(({ round }) => round !== null)
  const awaited = ['planning', 'pass', 'search-index', 'rules', 'alerts', 'digests', 'full-texts', 'clusters']
  expect(made.filter((name) => awaited.includes(name))).toEqual(awaited)
  expect(made.indexOf('clusters')).toBeLessThan(made.indexOf('integrations-tended'))
  expect(made.slice(-2)).toEqual(['icons', 'figures'])
})

test('a process makes each task that has a schedule, and those that others begin', async () => {
  stopAggregator = await startAggregator(context, url)
  await takeTablesAway()
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 59_000) // each second of a minute is caught up with
  const unfailing = ['found', 'garbage']
  const begunByOthers = ['search-index', 'rules', 'alerts-matched']
  const expected = [...namesOf(({ every }) => every !== null), ...begunByOthers].filter(
    (name) => !unfailing.includes(name),
  )
  const haveFailed = () => expect(failedTasks().sort()).toEqual(expected.sort())
  await vi.waitFor(haveFailed, { timeout: 30_000, interval: 20 })
})

test('each task is looked at each minute at least: no day is left out where days last minutes', () => {
  const isRarer = (every: string) => !/^(\*|\*\/\d+|\d+) \* \* \* \* \*$/.test(every)
  expect(namesOf(({ every }) => every !== null && isRarer(every))).toEqual([])
})
