import { getPriority, setPriority } from 'node:os'
import { config } from '#lib/runtime/config.ts'
import {
  createArticlePool,
  createLargeParsePool,
  createParsePool,
} from '#lib/documents/threads/parse-in-worker.ts'
import { createGarbageCollector } from '#lib/runtime/collect-garbage.ts'
import { log } from '#lib/runtime/log.ts'
import { type Database, openDatabase } from '#lib/store/connection/database.ts'
import { recordHeartbeat, removeHeartbeat } from '#lib/store/server/heartbeat.ts'
import { compareMigrations, knownMigrations } from '#lib/store/connection/migrations.ts'
import { storeShippedLimits } from '#lib/store/hosts/publisher-limits.ts'
import { openNotifications } from '#lib/store/connection/notifications.ts'
import { alertContext, createAlerts } from '#lib/sending/alerts.ts'
import { aggregatorContext } from './configured-context.ts'
import { createCrowd } from './crowd.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { mendClock } from './mend-clock.ts'
import { atEachCall, oneAtATime, type Work } from '#lib/runtime/one-at-a-time.ts'
import { runPass } from './pass.ts'
import { createReplanner } from '#lib/planning/replan-soon.ts'
import { runLab } from '#lib/lab/runs/run-lab.ts'
import { schedule } from '#lib/runtime/schedule.ts'
import { createShareSender } from '#lib/sending/send-integrations.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { createTasks, type Task } from './tasks.ts'
import { createWaker } from './wake.ts'

/** So long alerts wait for rules. */
const rulesHeadStartMs = 1000

/**
 * The central aggregator as a process: does the tasks of tasks.ts, each by its schedule. Any number of these processes may run on one
 * database. `stop` waits for the running polls, `graceMs` at most.
 */
export async function startAggregator(context: AggregatorContext, databaseUrl: string) {
  const drain = new AbortController()
  const abort = new AbortController()
  let passedAt = context.clock.now()
  let plannedDay = dayOf(context.clock.now())
  const crowd = createCrowd(() => performance.now())
  const onClaim = (isMoreDue: boolean) => {
    if (isMoreDue) crowd.begin()
    passedAt = context.clock.now()
    if (dayOf(passedAt) === plannedDay) return
    plannedDay = dayOf(passedAt)
    void works.planning.run() // polls go on meanwhile, by the plans of the day before
  }
  const pass = async (): Promise<void> => {
    await works.leases.run()
    await runPass(context, { drain: drain.signal, signal: abort.signal, onClaim, gathers: true }).finally(
      crowd.end,
    )
    if (!drain.signal.aborted) void waker.set().catch((error: unknown) => log.error('wake-failed', { error }))
  }
  const waker = createWaker(context, () => works.pass.run())
  const plan = async (): Promise<void> => {
    await recordHeartbeat(context.database, context.owner, passedAt, true)
    await mendClock(context)
    await planWhenDue(context)
  }
  // What is found is searchable first: rules look for it as searches do, and alerts for what rules made of it, if that does not
  // take long: nobody's rules keep others from being told.
  const headStartMs = rulesHeadStartMs * context.clock.speed
  const lookAtFound = async (): Promise<void> => {
    await works['search-index'].run()
    await Promise.race([works.rules.run(), context.clock.sleep(headStartMs, drain.signal)])
    await works['alerts-matched'].run()
  }
  const replanner = createReplanner(context.database, drain.signal)
  const articles = createArticlePool()
  const pages = createParsePool()
  const means = alertContext(context, drain.signal)
  const collectGarbage = createGarbageCollector()
  const tasks = createTasks({
    ...context,
    articles,
    pages,
    plan,
    sendShares: createShareSender(context, drain.signal),
    holdsBack: crowd.holdsBack,
    ofProcess: {
      pass,
      lookAtFound,
      ...createAlerts(means, drain.signal),
      lab: () => runLab(context, { databaseUrl, drain: drain.signal }),
      collectGarbage: async () => collectGarbage(),
    },
  })
  const works = worksOf(tasks, drain.signal)
  const notifications = openNotifications(databaseUrl, context.owner)
  await notifications.subscribe((heard) => {
    if (drain.signal.aborted) return
    if (heard.type === 'due') void works.pass.run()
    // Once more after a run that may have looked before this one came.
    if (heard.type === 'delivery') void works.deliveries.run().then(works.deliveries.run)
    if (heard.type === 'plan')
      void (heard.sourceIds === undefined ? works.planning.run() : replanner.run(heard.sourceIds))
    if (heard.type === 'outbox') void Promise.all([works['alerts-sent'].run(), works.integrations.run()])
  })
  await storeShippedLimits(context.database)
  await works.planning.run()
  const scheduled = Object.values(works).flatMap(({ every, run }) =>
    every === null ? [] : schedule(every, run),
  )

  return async function stop(graceMs = 10_000): Promise<void> {
    drain.abort()
    waker.cancel()
    for (const one of scheduled) one.destroy()
    const grace = setTimeout(() => abort.abort(), graceMs)
    await Promise.all([replanner, ...Object.values(works)].map((work) => work.settled()))
    means.close()
    await works.figures.run() // what was counted since the last time
    clearTimeout(grace)
    waker.cancel()
    await Promise.all([articles.close(), pages.close()])
    await removeHeartbeat(context.database, context.owner)
    await notifications.close() // last: with it goes the sign of life, and the leases of the dead are given away
    log.info('aggregator-stopped', { owner: context.owner, wasCutShort: abort.signal.aborted })
  }
}

type Works<Name extends string> = Readonly<Record<Name, Work & Pick<Task, 'every'>>>

function worksOf<Name extends string>(tasks: Readonly<Record<Name, Task>>, drain: AbortSignal): Works<Name> {
  const entries = Object.entries<Task>(tasks).map(([name, { every, run, looksAgain }]) => {
    const asWork = looksAgain ? atEachCall : oneAtATime
    return [name, { every, ...asWork(name, async () => run?.(drain)) }] as const
  })
  return Object.fromEntries(entries) as Works<Name>
}

/** Number of the UTC day: with a new one all sources are planned. */
function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

/** Nice, as Unix counts: of a processor that both want, the web server gets three parts, the aggregator one. */
const behindReaders = 5

async function main(): Promise<void> {
  // Before there are threads, which inherit it: a poll may wait, somebody who reads should not. What is nicer by itself
  // stays so: only root may take that back, and anybody else would end here, again and again.
  setPriority(Math.max(getPriority(), behindReaders))
  const { databaseUrl, pollConcurrency } = config()
  if (databaseUrl === null)
    throw new Error('DATABASE_URL is not set: start the aggregator with npm start or npm run aggregator.')
  const database = openDatabase(databaseUrl, {
    maxConnections: Math.min(20, pollConcurrency + 4),
    keepsPlans: true,
    endsSilence: true,
  })
  const known = await knownMigrations()
  if (await isNewer(database, known)) process.exit(1)
  const parser = createLargeParsePool()
  const context = aggregatorContext(database, parser)
  const stop = await startAggregator(context, databaseUrl)
  let ending: Promise<void> | null = null
  const end = (exitCode: number) => {
    watching.destroy()
    ending ??= stop()
      .then(() => parser.close())
      .then(() => database.$disconnect())
      .then(() => process.exit(exitCode))
  }
  const look = oneAtATime('migrations', async () => {
    if (await isNewer(database, known)) end(1)
  })
  const watching = schedule('* * * * * *', look.run)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(0))
  log.info('aggregator-started', { owner: context.owner }) // from here on it ends in order
}

/**
 * Whether another host has brought the database to a newer version, which is logged: what this process would claim or store from then on it
 * would do by tables that it does not know.
 * @param known the migrations of this code
 */
async function isNewer(database: Database, known: readonly string[]): Promise<boolean> {
  const { unknown } = await compareMigrations(database, known)
  if (unknown.length === 0) return false
  const what =
    'The database is of a newer version: this aggregator ends. Put that version in place here, too.'
  log.error('database-newer', { what, unknown })
  return true
}

if (import.meta.main) await main()
