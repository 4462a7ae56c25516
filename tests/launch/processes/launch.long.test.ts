import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { isAlive } from '#tests/support/servers/child-process.ts'
import { askWeb, countUsers, dataDir, launcher, port, run, startLauncher } from '#tests/launch/launching.ts'

function postmasterPid(): number {
  return Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

test('what was started is stopped, and nothing stays alive', async () => {
  const launched = await startLauncher()
  const { pid, DATABASE_URL, AUTH_SECRET } = await askWeb()
  const postgres = postmasterPid()
  expect(await countUsers(DATABASE_URL)).toEqual([{ users: 0 }])
  expect(AUTH_SECRET).toHaveLength(64)
  expect(statSync(path.join(dataDir, 'auth-secret')).mode & 0o777).toBe(0o600)

  launched.child.kill('SIGTERM')
  expect(await launched.exited).toBe(0)
  expect(launched.output()).toMatch(/aggregator \d+ stopped/)
  expect([isAlive(pid), isAlive(postgres)]).toEqual([false, false])
})

test('the secret outlives a restart', async () => {
  await startLauncher()
  expect((await askWeb()).AUTH_SECRET).toBe(readFileSync(path.join(dataDir, 'auth-secret'), 'utf8').trim())
})

test('a web server that crashes is started again, and a line says so', async () => {
  const launched = await startLauncher()
  const before = await askWeb()
  await fetch(`http://127.0.0.1:${port}/crash`).catch(() => undefined)
  await launched.hasPrinted('The web server ended with code 7; it is started again in 0.05 s.')
  await vi.waitFor(async () => expect((await askWeb()).pid).not.toBe(before.pid), {
    timeout: 30_000,
    interval: 50,
  })
})

test('a database that is killed is started again under the same address', async () => {
  const launched = await startLauncher()
  const { DATABASE_URL } = await askWeb()
  await countUsers(DATABASE_URL.replace(/:[^:@]*@/, ':wrong@')).catch(() => undefined) // PostgreSQL logs it as FATAL
  process.kill(postmasterPid(), 'SIGKILL')
  await launched.hasPrinted('The database was ended by SIGKILL; it is started again in 1 s.\n')
  await vi.waitFor(async () => expect(await countUsers(DATABASE_URL)).toEqual([{ users: 0 }]), {
    timeout: 30_000,
    interval: 100,
  })
})

test('a launcher killed outright takes everything with it, and the next start works', async () => {
  const launched = await startLauncher()
  const { pid } = await askWeb()
  const aggregator = Number(/aggregator (\d+) started/.exec(launched.output())?.[1])
  launched.child.kill('SIGKILL')
  await launched.exited
  await startLauncher()
  expect((await askWeb()).pid).not.toBe(pid)
  await vi.waitFor(() => expect([isAlive(pid), isAlive(aggregator)]).toEqual([false, false]), {
    timeout: 30_000,
  })
})

test('a port in use is named, and no database is left behind', async () => {
  const other = createServer().listen(port, '127.0.0.1')
  try {
    const launched = run([launcher])
    expect(await launched.exited).toBe(1)
    expect(launched.output()).toBe(`Port ${port} is in use. Stop what uses it, or set PORT.\n`)
  } finally {
    await new Promise((resolve) => other.close(resolve))
  }
})

test('all problems of the configuration are told together', async () => {
  const launched = run([launcher], { PORT: '70000', DATABASE_URL: 'mysql://here' })
  expect(await launched.exited).toBe(1)
  expect(launched.output()).toMatch(/DATABASE_URL must look like postgresql:.*\n.*PORT/)
})

test("another version's data folder is refused by both numbers", async () => {
  const other = path.join(dataDir, 'old')
  mkdirSync(path.join(other, 'postgres'), { recursive: true })
  writeFileSync(path.join(other, 'postgres/PG_VERSION'), '14\n')
  const launched = run([launcher], { DATA_DIR: other })
  expect(await launched.exited).toBe(1)
  expect(launched.output()).toMatch(
    /old\/postgres was made by PostgreSQL 14; this Skylark brings PostgreSQL 18\. Make a backup with .*npm run backup/,
  )
})
