import { setTimeout as sleep } from 'node:timers/promises'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { openDatabase } from '#lib/store/connection/database.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { runChaos } from '#tests/support/chaos/chaos-run.ts'
import type { Chaos, Kills } from '#tests/support/chaos/chaos.ts'
import { missingPrograms, startFailoverCluster } from '#tests/support/servers/failover-cluster.ts'

/**
 * `npm run bench -- failover`: a primary and a synchronous standby behind a proxy, with readers, publishers, a web server and two aggregators. The
 * primary is killed with -9 in the midst; says how long nothing could be written, and compares what was promised with what is left.
 */
const beforeMs = 20_000
const afterMs = 20_000
const writeEveryMs = 250
const seed = 20_261_127

const missing = missingPrograms()
if (missing.length > 0) {
  console.log(`Skipped: this machine lacks ${missing.join(', ')}.`)
  console.log('On Debian: apt-get install --no-install-recommends patroni etcd-server haproxy postgresql-15')
  process.exit(0)
}
process.env['AUTH_SECRET'] ??= 'a secret of the tests, at least 32 characters' // before the configuration is read, for a build
await buildWhenChanged(console.error, AbortSignal.timeout(600_000))

let outageMs = 0
let promotedMs = 0
let acknowledged = 0
let kept = 0
let isOver = false

/** Makes folders one after the other, as a reader; notes the longest pause between two that were acknowledged. */
async function write(chaos: Chaos, token: string): Promise<void> {
  let lastAt = performance.now()
  for (let number = 1; !isOver; number++) {
    const answer = await fetch(`${chaos.web.origin}/api/v1/folders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Folder ${number}` }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (answer?.ok === true) {
      acknowledged += 1
      outageMs = Math.max(outageMs, performance.now() - lastAt)
      lastAt = performance.now()
    }
    await answer?.body?.cancel()
    await sleep(writeEveryMs)
  }
}

async function failOver(chaos: Chaos, endAt: number): Promise<Kills> {
  const database = openDatabase(chaos.url, { maxConnections: 2 })
  const writer = await addSubscriber(database, { name: 'writer' })
  const writing = write(chaos, writer.token)
  await sleep(beforeMs)
  const killedAt = performance.now()
  await chaos.loseDatabase()
  promotedMs = performance.now() - killedAt
  await sleep(Math.max(afterMs, endAt - Date.now()))
  isOver = true
  await writing
  kept = await database.folder.count({ where: { subscriberId: writer.id } })
  await database.$disconnect()
  return { aggregator: 0, web: 0, postmaster: 1, backend: 0, clock: 0 }
}

const result = await runChaos(beforeMs + 30_000 + afterMs, seed, {
  startDatabase: startFailoverCluster,
  happen: failOver,
})
const { published, stored, doubled, toTell, told, acts, untold, broken, brokenWords, brokenDigests } = result
console.table([
  { what: 'seconds until the standby was the primary', figure: (promotedMs / 1000).toFixed(1) },
  { what: 'seconds in which nothing was written', figure: (outageMs / 1000).toFixed(1) },
  { what: 'folders acknowledged, kept', figure: `${acknowledged}, ${kept}` },
  { what: 'postings published, stored, stored twice', figure: `${published}, ${stored}, ${doubled}` },
  { what: 'messages to tell, told', figure: `${toTell}, ${told}` },
  {
    what: 'acts of readers done, refused, unanswered, answered with 500',
    figure: `${acts.done}, ${acts.refused}, ${acts.unanswered}, ${acts.internal}`,
  },
  { what: 'acts stored otherwise than answered', figure: brokenWords.length },
  { what: 'postings that a stream did not tell', figure: untold },
  { what: 'digests told otherwise than once', figure: brokenDigests.length },
  { what: 'invariants broken', figure: broken.length },
])
for (const word of brokenWords) console.log(`BROKEN WORD ${word}`)
for (const { name, examples } of broken) console.log(`BROKEN ${name}: ${examples.join('; ')}`)
const isWhole = stored === published && doubled === 0 && told === toTell && kept >= acknowledged
const faults = broken.length + brokenWords.length + brokenDigests.length + untold + acts.internal
process.exitCode = isWhole && acknowledged > 0 && faults === 0 ? 0 : 1
