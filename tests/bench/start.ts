/**
 * `npm run bench -- start`: how long `npm start` takes until it is ready, packages and build being there: in an empty folder, which makes a
 * database and migrates it, and the second time; beside a process of Node that only listens.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { findFreePort } from '#tests/support/servers/free-port.ts'
import { observe } from '#tests/support/servers/child-process.ts'
import { quantile } from './bench-database.ts'
import { tellClaim } from './claims.ts'

const rounds = 3
const listen = `require('http').createServer().listen(0, () => console.log('Skylark is ready at'))`

/** Seconds until a program says that it is ready; it is ended then. */
async function start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now()
  const { child, hasPrinted, exited } = observe(process.execPath, args, env)
  await hasPrinted('Skylark is ready at')
  const seconds = (performance.now() - startedAt) / 1000
  child.kill('SIGTERM')
  await exited
  return seconds
}

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-bench-'))
try {
  await buildWhenChanged(console.error, AbortSignal.timeout(600_000))
  const port = String(await findFreePort())
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: port,
    PUBLIC_URL: '',
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
  }
  const skylark = () => start(['lib/launch/bootstrap.mjs', 'lib/launch/main.ts'], env)
  const first = await skylark()
  const [again, bare]: number[][] = [[], []]
  for (let round = 0; round < rounds; round++) {
    again?.push(await skylark())
    bare?.push(await start(['--eval', listen], env))
  }
  const value = quantile(bare ?? [], 0.5)
  for (const [what, seconds] of [
    ['npm start in an empty folder, built', first],
    ['npm start the second time', quantile(again ?? [], 0.5)],
  ] as const) {
    console.log(`${what}: ${seconds.toFixed(2)} s; a process that only listens: ${value.toFixed(2)} s`)
    tellClaim({ what, value: seconds, unit: 's', bare: { what: 'a process that only listens', value } })
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
