import { createShareSender } from '#lib/aggregator/send-shares.ts'
import { systemClock } from '#lib/clock.ts'
import { openDatabase } from '#lib/store/database.ts'

/** Sends what waits to be saved elsewhere, in a process of its own that a test kills: `node share-process.ts DATABASE`. */
const database = openDatabase(process.argv[2] ?? '')
const guard = { userAgent: 'tests', allowedPrivateNetworks: ['127.0.0.0/8'] }
await createShareSender({ database, clock: systemClock, owner: 'killed', ...guard })()
await database.$disconnect()
console.log('sent')
