import { getPriority, setPriority } from 'node:os'
import { config } from '#lib/runtime/config.ts'
import {
  createArticlePool,
  createLargeParsePool,
  createParsePool,
} from '#lib/documents/threads/parse-in-worker.ts'
import { createGarbageCollector } from '#lib/runtime/collect-garbage.ts'
import { log } from '#lib/runtime/log.ts'
import { openDatabase } from '#lib/store/connection/database.ts'
import { recordHeartbeat, removeHeartbeat } from '#lib/store/server/heartbeat.ts'
import { knownMigrations } from '#lib/store/connection/migrations.ts'
import { endLeasesOfTheDead } from '#lib/store/connection/liveness.ts'
import { storeShippedLimits } from '#lib/store/hosts/publisher-limits.ts'
import { openNotifications } from '#lib/store/connection/notifications.ts'
import { alertContext, createAlerts } from '#lib/sending/alerts.ts'
import { aggregatorContext } from './configured-context.ts'
import { askHubs } from '#lib/polling/ask-hubs.ts'
import { clusterPostings } from './cluster.ts'
import { createCrowd } from './crowd.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { indexPostings } from './index-postings.ts'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { loadWantedFullTexts } from '#lib/polling/load-full-texts.ts'
import { seekWantedIcons } from './seek-icons.ts'
import { isNewer } from './newer-database.ts'
import { mendClock } from './mend-clock.ts'
import { oneAtATime } from '#lib/runtime/one-at-a-time.ts'
import { startOutputs } from '#lib/sending/output-tasks.ts'
import { runPass } from './pass.ts'
import { createReplanner } from '#lib/planning/replan-soon.ts'
import { runLab } from '#lib/lab/runs/run-lab.ts'
import { createRuleRunner } from './run-rules.ts'
import { schedule } from '#lib/runtime/schedule.ts'
import { createIntegrationWorks } from '#lib/sending/send-integrations.ts'
import { storeDeliveries } from '#lib/polling/store-deliveries.ts'
import { tellFigures } from './tell-figures.ts'
import { startUpkeep } from './upkeep-tasks.ts'
import { createWaker } from './wake.ts'

/** The due sources are looked for each second, so that polls start within a second of their plan. */
const passSchedule = '* * * * * *'
/** Planning reads all plans in force; a new day or a changed budget can wait this long. */
const planningSchedule = '*/10 * * * * *'
/** Whole texts come some seconds after their postings. */
const fullTextSchedule = '*/5 * * * * *'
/** Apart from full texts, which people wait for. */
const iconSchedule = '*/5 * * * * *'
/** Readers see a posting at once, and some seconds later where else it stands. */
const clusterSchedule = '*/5 * * * * *'
/** Apart from planning, which may take minutes. */
const figuresSchedule = '*/10 * * * * *'
/** An admin waits for it, and there is seldom anything. */
const labSchedule = '*/2 * * * * *'
/** Promises are judged once an hour. */
const alertSchedule = '15 * * * * *'
/** Now and then, where little is done. */
const garbageSchedule = '55 * * * * *'
/** While more is due than can be asked, what was found waits so long for its place in search (and with it for rules and alerts), for its story, and for the icon of its site. */
const searchWaitsMs = 10_000
const storiesWaitMs = 60_000
const iconsWaitMs = 60_000
/** So long alerts wait for rules. */
const rulesHeadStartMs = 1000

/**
 * The central aggregator as a process: each second it polls what is due, every ten it looks whether to plan. Any number
 * of these processes may run on one database. `stop` waits for the running polls, `graceMs` at most.
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
    void planning.run() // polls go on meanwhile, by the plans of the day before
  }
  const leases = oneAtATime('leases', () => endLeasesOfDead(context))
  const pass = oneAtATime('pass', async () => {
    await leases.run()
    await runPass(context, { drain: drain.signal, signal: abort.signal, onClaim, gathers: true }).finally(
      crowd.end,
    )
    if (!drain.signal.aborted) void waker.set().catch((error: unknown) => log.error('wake-failed', { error }))
  })
  const waker = createWaker(context, pass.run)
  const planning = oneAtATime('planning', async () => {
    await recordHeartbeat(context.database, context.owner, passedAt, true)
    await mendClock(context)
    await planWhenDue(context)
  })
  const replanner = createReplanner(context.database, drain.signal)
  const deliveries = oneAtATime('deliveries', () => storeDeliveries(context, drain.signal))
  const hubs = oneAtATime('hubs', () => askHubs(context, drain.signal))
  const clusters = oneAtATime('clusters', () =>
    clusterPostings(context, () => crowd.holdsBack(storiesWaitMs)),
  )
  const articles = createArticlePool()
  const pages = createParsePool()
  const fullTexts = oneAtATime('full-texts', () =>
    loadWantedFullTexts({ ...context, articles }, drain.signal),
  )
  const icons = oneAtATime('icons', async () => {
    if (!crowd.holdsBack(iconsWaitMs)) await seekWantedIcons({ ...context, pages }, drain.signal)
  })
  const search = oneAtATime('search-index', () =>
    indexPostings(context, drain.signal, () => crowd.holdsBack(searchWaitsMs)),
  )
  const runRules = createRuleRunner(context)
  const rules = oneAtATime('rules', () => runRules(drain.signal))
  const means = alertContext(context, drain.signal)
  const alerts = createAlerts(means, drain.signal)
  // What is found is searchable first: rules look for it as searches do, and alerts for what rules made of it, if that does not
  // take long: nobody's rules keep others from being told.
  const headStartMs = rulesHeadStartMs * context.clock.speed
  const lookAtFound = async () => {
    await search.run()
    await Promise.race([rules.run(), context.clock.sleep(headStartMs, drain.signal)])
    await alerts.match.run()
  }
  const integrations = createIntegrationWorks(context, drain.signal)
  const figures = oneAtATime('figures', () => tellFigures(context))
  const collectGarbage = createGarbageCollector()
  const lab = oneAtATime('lab', () => runLab(context, { databaseUrl, drain: drain.signal }))
  const notifications = openNotifications(databaseUrl, context.owner)
  await notifications.subscribe((heard) => {
    if (drain.signal.aborted) return
    if (heard.type === 'due') void pass.run()
    // Once more after a run that may have looked before this one came.
    if (heard.type === 'delivery') void deliveries.run().then(deliveries.run)
    if (heard.type === 'plan')
      void (heard.sourceIds === undefined ? planning.run() : replanner.run(heard.sourceIds))
    if (heard.type === 'outbox') void Promise.all([alerts.send.run(), integrations.send.run()])
  })
  await storeShippedLimits(context.database)
  await planning.run()
  const outputs = startOutputs(context, drain.signal, integrations)
  const upkeep = startUpkeep(context, drain.signal)
  const tasks = [
    ...outputs.tasks,
    ...upkeep.tasks,
    schedule(passSchedule, pass.run),
    // Apart from passes: one that always has something to ask never ends.
    schedule(passSchedule, leases.run),
    schedule(passSchedule, deliveries.run),
    schedule(passSchedule, hubs.run),
    schedule(planningSchedule, planning.run),
    schedule(clusterSchedule, clusters.run),
    schedule(fullTextSchedule, fullTexts.run),
    schedule(iconSchedule, icons.run),
    schedule(passSchedule, lookAtFound),
    schedule(passSchedule, alerts.send.run),
    schedule(alertSchedule, alerts.tend.run),
    schedule(figuresSchedule, figures.run),
    schedule(labSchedule, lab.run),
    schedule(garbageSchedule, collectGarbage),
  ]

  return async function stop(graceMs = 10_000): Promise<void> {
    drain.abort()
    waker.cancel()
    for (const task of tasks) task.destroy()
    const grace = setTimeout(() => abort.abort(), graceMs)
    const works = [
      pass,
      leases,
      deliveries,
      hubs,
      planning,
      replanner,
      clusters,
      search,
      rules,
      fullTexts,
      icons,
      lab,
      ...Object.values(alerts),
      ...outputs.works,
      ...upkeep.works,
    ]
    await Promise.all(works.map((work) => work.settled()))
    means.close()
    await figures.settled()
    await figures.run() // what was counted since the last time
    clearTimeout(grace)
    waker.cancel()
    await Promise.all([articles.close(), pages.close()])
    await removeHeartbeat(context.database, context.owner)
    await notifications.close() // last: with it goes the sign of life, and the leases of the dead are given away
    log.info('aggregator-stopped', { owner: context.owner })
  }
}

const dayMs = 86_400_000

/** Number of the UTC day: with a new one all sources are planned. */
function dayOf(at: number): number {
  return Math.floor(at / dayMs)
}

async function endLeasesOfDead({ database }: AggregatorContext): Promise<void> {
  const owners = await endLeasesOfTheDead(database)
  if (owners.length > 0) log.warn('aggregators-died', { owners })
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
  const watching = schedule(passSchedule, look.run)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(0))
  log.info('aggregator-started', { owner: context.owner }) // from here on it ends in order
}

if (import.meta.main) await main()
