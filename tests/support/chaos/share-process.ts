import { createShareSender } from '#lib/sending/send-integrations.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { openDatabase } from '#lib/store/connection/database.ts'

/** Sends what waits to be saved elsewhere, in a process of its own that a test kills: `node share-process.ts DATABASE`. */
const database = openDatabase(process.argv[2] ?? '')
const guard = { userAgent: 'tests', allowedPrivateNetworks: ['127.0.0.0/8'] }
await createShareSender({ database, clock: systemClock, owner: 'killed', ...guard })()
await database.$disconnect()
console.log('sent')
