/**
 * `npm run bench -- personal [FEEDS=100] [READING_S=600] [IDLE_S=600]`: the memory of everything that `npm start` runs for one reader, PostgreSQL
 * included: when it has started, when the reader has imported so many feeds and read for a while, pictures too, and when nobody has been there
 * for a while. Goals: 400 MiB in use, 300 idle.
 */
import { atMost, tellClaim } from './claims.ts'
import { livePersonally } from './personal-server.ts'
import { partLines, totalMb } from './whole-server.ts'

const [feeds = 100, readingS = 600, idleS = 600] = process.argv.slice(2).map(Number)
const goals = { started: Infinity, read: 400, idle: 300 }

const lived = await livePersonally({ feeds, readingMs: readingS * 1000, idleMs: idleS * 1000 })
const value = totalMb(lived.started)
for (const [what, when] of [
  ['started', 'just started'],
  ['read', `after ${readingS} s of reading`],
  ['idle', `after ${idleS} s without anybody`],
] as const) {
  console.log(`${feeds} feeds, one reader, ${when}:\n${partLines(lived[what])}`)
  const most = totalMb(lived[what])
  if (what === 'started') continue
  tellClaim({
    what: `memory of everything, ${feeds} feeds, one reader, ${when}`,
    value: most,
    unit: 'MiB',
    bare: { what: 'just started', value },
    goal: atMost(most, goals[what], 'MiB'),
  })
  if (!(most <= goals[what])) process.exitCode = 1
}
console.log(`connections to PostgreSQL at rest: ${lived.idleConnections}`)
process.exit()
