import { storeDeliveries } from '#lib/polling/store-deliveries.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { openDatabase } from '#lib/store/connection/database.ts'
import { replayContext } from './replay.ts'

/**
 * Stores the deliveries that wait, in a process of its own that a test kills: `node delivery-process.ts DATABASE [hang]`.
 * With `hang` it stops inside the reading of the first, after it has said so, and never ends.
 */
const [databaseUrl = '', hang] = process.argv.slice(2)
const context = replayContext(openDatabase(databaseUrl), systemClock)
const staysAlive = setInterval(() => {}, 60_000)
const hanging = {
  parse: () => {
    console.log('taken')
    return new Promise<never>(() => {})
  },
}
await storeDeliveries(hang === 'hang' ? { ...context, parser: hanging } : context)
clearInterval(staysAlive)
await context.database.$disconnect()
console.log('stored')
