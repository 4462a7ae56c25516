import { openDatabase } from '#lib/store/connection/database.ts'
import { replay, replayContext } from './replay.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'

/**
 * An aggregator of its own process under the trace server's clock: `node replay-process.ts DATABASE CONTROL END`.
 * Tests kill it at any line; the next one goes on from the server's time. Exits 0 at the end of the replay.
 */
const [databaseUrl = '', controlUrl = '', endAt = ''] = process.argv.slice(2)
const database = openDatabase(databaseUrl)
const clock = createTestClock(Number(await (await fetch(controlUrl)).text()))
await replay(replayContext(database, clock, `process ${process.pid}`), Number(endAt), async (now) => {
  await fetch(controlUrl, { method: 'PUT', headers: { 'x-now': String(now) } })
  await clock.set(now)
})
await database.$disconnect()
