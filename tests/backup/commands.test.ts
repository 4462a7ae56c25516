import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdDataFolder } from '#lib/launch/postgres/data-folder-lock.ts'
import { findFreePort } from '#tests/support/servers/free-port.ts'
import { observe, type ObservedProcess } from '#tests/support/servers/child-process.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#tests/support/servers/database.ts'
import { contentOf, fillTables, namesOfTables, withClient } from '#tests/support/data/filled-tables.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-backup-command-'))
const at = (...names: string[]) => path.join(folder, ...names)
const authSecret = 'a'.repeat(64)
const pushKey = 'b'.repeat(64)
let source: TestDatabase
let target: TestDatabase

beforeAll(async () => {
  source = await createTestDatabase()
  await fillTables(source.url, 5)
  target = await createEmptyDatabase()
})
afterAll(async () => {
  await Promise.all([source.drop(), target.drop()])
  rmSync(folder, { recursive: true, force: true })
})

/** Nothing else lets it end meanwhile: the lock that it waits for is held. */
const endOf = ({ exited }: ObservedProcess) =>
  Promise.race([exited, sleep(30_000, 'still there', { ref: false })])

async function run(command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const file = path.resolve(`lib/backup/${command}-command.ts`)
  const secrets = { AUTH_SECRET: '', PUSH_KEY: '' } // empty counts as unset
  const observed = observe(process.execPath, [file, ...args], { ...process.env, ...secrets, ...env })
  return { code: await observed.exited, output: observed.output() }
}

test('a backup with secrets, restored on another machine, brings rows and secrets there', async () => {
  const env = { DATABASE_URL: source.url, DATA_DIR: at('here'), AUTH_SECRET: authSecret, PUSH_KEY: pushKey }
  const made = await run('backup', [at('full'), '--with-secrets'], env)
  expect(made.code, made.output).toBe(0)
  expect(made.output).toMatch(/full: \d+ rows of \d+ tables.*The file holds AUTH_SECRET and PUSH_KEY/s)

  const checked = await run('restore', [at('full'), '--check'], { DATA_DIR: at('nowhere') })
  expect(checked.output).toMatch(/^Whole: \d+ rows of \d+ tables, taken .* with secrets\.\n$/)
  expect(existsSync(at('nowhere'))).toBe(false)

  const restored = await run('restore', [at('full')], { DATABASE_URL: target.url, DATA_DIR: at('there') })
  expect(restored.code, restored.output).toBe(0)
  expect(readFileSync(at('there', 'auth-secret'), 'utf8')).toBe(`${authSecret}\n`)
  expect(readFileSync(at('there', 'push-key'), 'utf8')).toBe(`${pushKey}\n`)
  const before = await contentOf(source.url)
  expect(await contentOf(target.url)).toEqual(before)
})

test('a backup that was to hold secrets is refused where one is not known, and none is written', async () => {
  const env = { DATABASE_URL: source.url, DATA_DIR: at('elsewhere'), AUTH_SECRET: authSecret }
  expect(await run('backup', [at('lacking'), '--with-secrets'], env)).toEqual({
    code: 1,
    output:
      "PUSH_KEY is not known here, so the backup would lack it. Set PUSH_KEY, or DATA_DIR to the server's folder.\n",
  })
  expect(existsSync(at('lacking'))).toBe(false)
})

/** Sessions of a database that wait for somebody's lock. */
const countWaiting = (url: string) =>
  withClient(url, async (client) => {
    const who = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return (await client.query(who)).rowCount
  })

test('of two backups to one file at once the first is whole, and the other is refused', async () => {
  const write = () =>
    observe(process.execPath, [path.resolve('lib/backup/backup-command.ts'), at('twice')], {
      ...process.env,
      DATABASE_URL: source.url,
    })
  const { first, second } = await withClient(source.url, async (other) => {
    await other.query('BEGIN; ALTER SEQUENCE "source_id_seq" RENAME TO "moved"') // read after all rows
    const first = write()
    await expect.poll(() => countWaiting(source.url)).toBe(1)
    const second = write()
    await expect.poll(() => countWaiting(source.url)).toBe(2)
    second.child.kill('SIGSTOP')
    await other.query('ROLLBACK')
    return { first, second }
  })
  expect(await first.exited, first.output()).toBe(0)
  const checked = await run('restore', [at('twice'), '--check'], {})
  second.child.kill('SIGCONT')
  expect(checked.output).toMatch(/^Whole: /)
  expect(await second.exited).toBe(1)
  expect(second.output()).toBe(`${at('twice')} is there already. Name a new file.\n`)
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
})

test('a backup and a restore that wait for a lock end when they are asked to, and leave nothing', async () => {
  const waiting = await createEmptyDatabase()
  const env = { AUTH_SECRET: authSecret, PUSH_KEY: pushKey, DATA_DIR: at('waiting') }
  for (const [command, file, url, lock, said] of [
    ['backup', 'stopped', source.url, 'LOCK TABLE "user"', 'Stopped; no backup was written.\n'],
    ['restore', 'full', waiting.url, 'CREATE TABLE "user" ()', 'Stopped; the database was left empty.\n'],
  ] as const) {
    const output = await withClient(url, async (other) => {
      await other.query(`BEGIN; ${lock}`) // of a migration, say
      const program = path.resolve(`lib/backup/${command}-command.ts`)
      const waits = observe(process.execPath, [program, at(file)], {
        ...process.env,
        ...env,
        DATABASE_URL: url,
      })
      await expect.poll(() => countWaiting(url)).toBe(1)
      waits.child.kill('SIGTERM')
      expect(await endOf(waits)).toBe(1)
      return waits.output()
    })
    expect(output).toBe(said)
  }
  expect(existsSync(at('stopped'))).toBe(false)
  expect(await namesOfTables(waiting.url)).toEqual([])
  await waiting.drop()
})

test.each([
  ['asked to end', 'SIGTERM', 0],
  ['killed', 'SIGKILL', 'SIGKILL'],
] as const)(
  'a restore that is %s when all is there is one, and has brought the secrets, too',
  async (_, signal, code) => {
    const late = await createEmptyDatabase()
    const dataDir = at(`late-${signal}`)
    await withClient(late.url, async (other) => {
      await other.query('CREATE SCHEMA "other"; CREATE TABLE "other"."table" ()')
      await other.query('BEGIN; LOCK TABLE "other"."table"') // statistics wait for it
      const program = path.resolve('lib/backup/restore-command.ts')
      const restoring = observe(process.execPath, [program, at('full')], {
        ...process.env,
        AUTH_SECRET: '',
        PUSH_KEY: '',
        DATA_DIR: dataDir,
        DATABASE_URL: late.url,
      })
      await expect.poll(() => countWaiting(late.url)).toBe(1)
      restoring.child.kill(signal)
      expect(await endOf(restoring), restoring.output()).toBe(code)
    })
    expect(await contentOf(late.url)).toEqual(await contentOf(source.url))
    expect(readFileSync(path.join(dataDir, 'auth-secret'), 'utf8').trim()).toBe(authSecret)
    await late.drop()
  },
)

test('a backup holds no secret unless asked for, and says what that means', async () => {
  const env = { DATABASE_URL: source.url, DATA_DIR: at('here'), AUTH_SECRET: authSecret }
  const made = await run('backup', [at('bare')], env)
  expect(made.output).toMatch(/The file holds no secrets\. Keep AUTH_SECRET and PUSH_KEY/)
  const checked = await run('restore', [at('bare'), '--check'], {})
  expect(checked.output).toMatch(/without secrets\.\n$/)
})

test('a secret that differs from the backup is not replaced: the restore is refused before it begins', async () => {
  const empty = await createEmptyDatabase()
  const env = { DATABASE_URL: empty.url, DATA_DIR: at('there'), AUTH_SECRET: 'c'.repeat(64) }
  const refused = await run('restore', [at('full')], env)
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^AUTH_SECRET here is not the backup's/),
  })
  const kept = await run('restore', [at('full'), '--without-secrets'], env)
  expect(kept.code, kept.output).toBe(0)
  await empty.drop()
})

test('a file that is there already is not written over, and none is left half written', async () => {
  writeFileSync(at('mine'), 'mine')
  const env = { DATABASE_URL: source.url, DATA_DIR: at('here') }
  expect(await run('backup', [at('mine')], env)).toEqual({
    code: 1,
    output: `${at('mine')} is there already. Name a new file.\n`,
  })
  expect(readFileSync(at('mine'), 'utf8')).toBe('mine')
  const nowhere = await run('backup', [at('none', 'such')], env)
  expect(nowhere.output).toMatch(/such cannot be written: ENOENT/)
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
})

test('who restores needs no DATA_DIR where no secret has to be kept there, as another user of a container', async () => {
  const empty = await createEmptyDatabase()
  const env = { DATABASE_URL: empty.url, DATA_DIR: '/proc/none', AUTH_SECRET: authSecret, PUSH_KEY: pushKey }
  const restored = await run('restore', [at('full')], env)
  expect(restored, restored.output).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^Restored: \d+ rows/),
  })
  await empty.drop()
})

test('a restore beside which a server makes a secret of its own leaves the database empty, and says so', async () => {
  const empty = await createEmptyDatabase()
  const env = { DATABASE_URL: empty.url, DATA_DIR: at('raced') }
  const program = path.resolve('lib/backup/restore-command.ts')
  const restoring = await withClient(empty.url, async (other) => {
    await other.query('BEGIN; CREATE TABLE "user" ()')
    const restoring = observe(process.execPath, [program, at('full')], {
      ...process.env,
      AUTH_SECRET: '',
      PUSH_KEY: '',
      ...env,
    })
    await expect.poll(() => countWaiting(empty.url)).toBe(1)
    writeFileSync(at('raced', 'auth-secret'), `${'d'.repeat(64)}\n`)
    await other.query('ROLLBACK')
    return restoring
  })
  expect(await restoring.exited).toBe(1)
  expect(restoring.output()).toMatch(/^AUTH_SECRET here is not the backup's/)
  expect(await namesOfTables(empty.url)).toEqual([])
  await empty.drop()
})

test('a DATA_DIR that cannot take the secrets is told before the rows are in', async () => {
  const empty = await createEmptyDatabase()
  const refused = await run('restore', [at('full')], { DATABASE_URL: empty.url, DATA_DIR: '/proc/none' })
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^DATA_DIR \/proc\/none cannot be used/),
  })
  const again = await run('restore', [at('full')], { DATABASE_URL: empty.url, DATA_DIR: at('later') })
  expect(again.code, again.output).toBe(0) // it was still empty
  await empty.drop()
})

test('a database that runs in another container is said to be out of reach, not the file', async () => {
  mkdirSync(at('lent'))
  const lock = await holdDataFolder(at('lent'), 'launcher')
  lock?.lend(`postgresql://skylark:word@127.0.0.1:${await findFreePort()}/skylark`)
  const refused = await run('backup', [at('never')], { DATABASE_URL: '', DATA_DIR: at('lent') })
  await lock?.release()
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /^Skylark runs on .*lent, but its PostgreSQL cannot be reached from here\. .*docker exec/,
    ),
  })
})
