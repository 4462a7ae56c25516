import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findFreePort } from '#lib/launch/free-port.ts'
import { isAlive, observe, type ObservedProcess } from '#tests/support/child-process.ts'

const launcher = path.join(import.meta.dirname, 'stand-in-launcher.ts')
const withDatabase = path.resolve('lib/launch/with-database.ts')
const askDatabase = path.join(import.meta.dirname, 'ask-database.ts')

let dataDir: string
let port: number
const started: ObservedProcess[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-launch-'))
  port = await findFreePort()
})
afterEach(async () => {
  for (const { child, exited } of started.splice(0)) {
    child.kill('SIGTERM')
    await exited
  }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): ObservedProcess {
  const observed = observe(process.execPath, args, {
    ...process.env,
    DATABASE_URL: '', // empty counts as unset
    AUTH_SECRET: '',
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'info',
    ...env,
  })
  started.push(observed)
  return observed
}

async function startLauncher(): Promise<ObservedProcess> {
  const observed = run([launcher])
  await Promise.all([
    observed.hasPrinted(`ready at http://localhost:${port}`),
    observed.hasPrinted('started\n'),
  ])
  return observed
}

type Answer = { readonly pid: number; readonly DATABASE_URL: string; readonly AUTH_SECRET: string }

async function askWeb(): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/`)
  return (await response.json()) as Answer
}

function postmasterPid(): number {
  return Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

async function countUsers(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query('SELECT count(*)::int AS users FROM "user"')).rows
  } finally {
    await client.end()
  }
}

async function expectRefused(folder: string): Promise<void> {
  const command = run([withDatabase, askDatabase, '0'], { DATA_DIR: folder })
  expect(await command.exited).toBe(1)
  expect(command.output()).toMatch(/^DATA_DIR .* cannot be used: .*\n$/)
  expect(command.output()).toContain(`DATA_DIR ${folder} cannot`)
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
    timeout: 10_000,
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
    timeout: 20_000,
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
    timeout: 10_000,
  })
})

test('a second launcher on the same data folder says so and leaves the first alone', async () => {
  await startLauncher()
  const second = run([launcher], { PORT: String(await findFreePort()) })
  expect(await second.exited).toBe(1)
  expect(second.output()).toBe(
    `Skylark is already running on ${dataDir}. Stop it, or set DATA_DIR to another folder.\n`,
  )
  expect(await countUsers((await askWeb()).DATABASE_URL)).toEqual([{ users: 0 }])
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
    /old\/postgres was made by PostgreSQL 14; this Skylark brings PostgreSQL 18\./,
  )
})

test('a command gets the database whether Skylark runs or not, and hands back the exit code', async () => {
  const alone = run([withDatabase, askDatabase, '5'])
  expect(await alone.exited).toBe(5)
  expect(alone.output()).toBe('users: 0\n')
  await startLauncher()
  const beside = run([withDatabase, askDatabase, '0'])
  expect(await beside.exited).toBe(0)
  expect(beside.output()).toBe('users: 0\n')
})

test('commands at once take turns, and none loses its database', async () => {
  const commands = ['3', '4', '5'].map((code) => run([withDatabase, askDatabase, code]))
  expect(await Promise.all(commands.map((each) => each.exited))).toEqual([3, 4, 5])
  for (const each of commands) expect(each.output()).toMatch(/^(Waiting for another command.*\n)?users: 0\n$/)
})

describe('while a command has the database', () => {
  let command: ObservedProcess

  beforeEach(async () => {
    command = run([withDatabase, askDatabase, '0', 'stay'])
    await command.hasPrinted('users: 0\n')
  })

  test('a launcher waits for it and then starts', async () => {
    const launched = run([launcher])
    await launched.hasPrinted(`Waiting for another command of Skylark, which uses ${dataDir}…\n`)
    command.child.kill('SIGTERM')
    expect(await command.exited).toBe(0)
    await launched.hasPrinted(`ready at http://localhost:${port}`)
    expect(await countUsers((await askWeb()).DATABASE_URL)).toEqual([{ users: 0 }])
  })

  test('a command that waits for it can be stopped', async () => {
    const waiting = run([withDatabase, askDatabase, '0'])
    await waiting.hasPrinted('Waiting for another command')
    waiting.child.kill('SIGTERM')
    expect(await waiting.exited).toBe(1)
    expect(waiting.output()).toContain(`\nStopped while another process of Skylark used ${dataDir}.\n`)
    command.child.kill('SIGTERM')
    expect(await command.exited).toBe(0)
  })
})

test.each(['a-file', 'a-file/below'])(
  'a DATA_DIR that cannot be a folder (%s) is named in one line',
  async (name) => {
    writeFileSync(path.join(dataDir, 'a-file'), '')
    await expectRefused(path.join(dataDir, name))
  },
)

test.runIf(process.platform === 'linux')('a DATA_DIR that cannot be made is named in one line', async () => {
  await expectRefused('/proc/skylark')
})
