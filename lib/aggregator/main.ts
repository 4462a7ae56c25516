import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import cron from 'node-cron'
import { systemClock } from '#lib/clock.ts'
import { config } from '#lib/config.ts'
import { createParsePool } from '#lib/feeds/parse-in-worker.ts'
import { log } from '#lib/log.ts'
import { openDatabase } from '#lib/store/database.ts'
import { recordHeartbeat, removeHeartbeat } from '#lib/store/heartbeat.ts'
import { listen } from '#lib/store/notifications.ts'
import { defaultHostSpacingMs, defaultLeaseMs, type AggregatorContext } from './context.ts'
import { planWhenDue } from './learn.ts'
import { runPass } from './pass.ts'

/**
 * The central aggregator as a process: a tick each second plans when that is due and polls what is due. Any number of
 * these processes may run on one database. Stops after the running polls, or `graceMs` later at the latest.
 */
export async function startAggregator(context: AggregatorContext, databaseUrl: string) {
  const abort = new AbortController()
  let running: Promise<void> | null = null
  const run = () => {
    running ??= tick(context, abort.signal).finally(() => {
      running = null
    })
    return running
  }
  const task = cron.schedule('* * * * * *', run, { noOverlap: true, timezone: 'UTC' })
  const stopListening = await listen(databaseUrl, (notification) => {
    if (notification.type === 'due' || notification.type === 'plan') void run()
  })
  log.info('aggregator-started', { owner: context.owner })

  return async function stop(graceMs = 10_000): Promise<void> {
    await stopListening()
    await task.destroy()
    const grace = setTimeout(() => abort.abort(), graceMs)
    await running
    clearTimeout(grace)
    await removeHeartbeat(context.database, context.owner)
    log.info('aggregator-stopped', { owner: context.owner })
  }
}

/** One tick; what it meets is logged and met again at the next one. */
async function tick(context: AggregatorContext, signal: AbortSignal): Promise<void> {
  try {
    await recordHeartbeat(context.database, context.owner, context.clock.now())
    await planWhenDue(context)
    await runPass(context, { signal })
  } catch (error) {
    log.error('tick-failed', { error })
  }
}

/** The context of an aggregator in this process, from the configuration. */
export function aggregatorContext(
  database: AggregatorContext['database'],
  parser: AggregatorContext['parser'],
): AggregatorContext {
  const { userAgent, allowedPrivateNetworks, pollConcurrency } = config()
  return {
    database,
    clock: systemClock,
    parser,
    owner: `${hostname()}:${process.pid}:${randomBytes(4).toString('hex')}`,
    userAgent,
    allowedPrivateNetworks,
    concurrency: pollConcurrency,
    leaseMs: defaultLeaseMs,
    hostSpacingMs: defaultHostSpacingMs,
  }
}

async function main(): Promise<void> {
  const { databaseUrl, pollConcurrency } = config()
  if (databaseUrl === null)
    throw new Error('DATABASE_URL is not set: start the aggregator with npm start or npm run aggregator.')
  const database = openDatabase(databaseUrl, { maxConnections: Math.min(20, pollConcurrency + 4) })
  const parser = createParsePool()
  const stop = await startAggregator(aggregatorContext(database, parser), databaseUrl)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void stop()
        .then(() => parser.close())
        .then(() => database.$disconnect())
        .then(() => process.exit(0))
    })
  }
}

if (import.meta.main) await main()
