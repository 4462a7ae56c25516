import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { runPass } from '#lib/aggregator/pass.ts'
import { config } from '#lib/runtime/config.ts'
import { createLargeParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { openDatabase } from '#lib/store/connection/database.ts'
import { measureRound } from './farm-sources.ts'

/**
 * The aggregator's process as `lib/aggregator/main.ts` sets it up, without its clock: each message of its parent asks for
 * a pass over what is due. What it polls is told by the environment (DATABASE_URL, POLL_CONCURRENCY).
 */
const { databaseUrl, pollConcurrency } = config()
const database = openDatabase(databaseUrl ?? '', { maxConnections: Math.min(20, pollConcurrency + 4) })
const context = aggregatorContext(database, createLargeParsePool())
await planWhenDue(context)

process.on('message', async () => process.send?.(await measureRound(() => runPass(context))))
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
