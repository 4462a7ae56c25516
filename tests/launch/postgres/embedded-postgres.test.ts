import { spawn } from 'node:child_process'
import {
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { whyUnavailable } from '#lib/api/http/why-unavailable.ts'
import { startPostgres, type PostgresServer } from '#lib/launch/postgres/embedded-postgres.ts'
import { shortPlace } from '#lib/launch/postgres/socket-place.ts'
import { openDatabase } from '#lib/store/connection/database.ts'

/** Nothing of it has to survive the machine. */
const settings = { fsync: 'off' }
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-postgres-'))
let server: PostgresServer

beforeAll(async () => {
  vi.stubEnv('SMTP_URL', 'smtps://news:a-secret@mail.example.org')
  server = await startPostgres({ dataDir, settings }).finally(() => vi.unstubAllEnvs())
})
afterEach(() => vi.unstubAllEnvs())
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client.query(sql).then(
    async ({ rows }) => client.end().then(() => rows),
    async (error: unknown) => client.end().then(() => Promise.reject(error)),
  )
}

const socketFolderOf = (url: string) => new URL(url).searchParams.get('host') ?? ''

test('it is reached by a socket in a folder that others may not enter, and at no port', async () => {
  const [heard] = (await ask(server.url, 'SHOW listen_addresses')) as [{ listen_addresses: string }]
  expect(heard.listen_addresses).toBe('')
  expect(statSync(socketFolderOf(server.url)).mode & 0o077).toBe(0)
})

test.runIf(existsSync('/proc/self/environ'))('it is told none of our secrets', () => {
  const environment = readFileSync(`/proc/${server.pid}/environ`, 'utf8')
  expect(environment).toContain('PATH=')
  expect(environment).not.toMatch(/a-secret|AUTH_SECRET/)
})

test('killed, it is found at the same address by its next start, though its number is another program’s by then', async () => {
  process.kill(server.pid, 'SIGKILL')
  await server.exited
  const lock = path.join(socketFolderOf(server.url), '.s.PGSQL.5432.lock')
  const { uid, gid } = statSync(path.join(dataDir, 'postgres'))
  const other = spawn('sleep', ['1000'], { uid, gid, stdio: 'ignore' })
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(other.pid)))
  const before = server
  try {
    server = await startPostgres({ dataDir, settings })
  } finally {
    other.kill('SIGKILL')
  }
  expect(server.url).toBe(before.url)
  expect(await ask(before.url, 'SELECT 1 AS "one"')).toEqual([{ one: 1 }])
})

test('whoever asks while it is down is told that the database is silent', async () => {
  const url = new URL(server.url)
  url.searchParams.set('host', dataDir) // where there is no socket
  const database = openDatabase(url.href)
  const failure: unknown = await database.$queryRaw`SELECT 1`.catch((error: unknown) => error)
  await database.$disconnect()
  expect(whyUnavailable(failure)?.key).toBe('databaseSilent')
})

test('where its folder has a path too long for sockets, it has one in the folder for all, which others may not enter', async () => {
  const long = path.join(dataDir, 'd'.repeat(100))
  const place = shortPlace(long)
  const other = await startPostgres({ dataDir: long, settings })
  try {
    expect(socketFolderOf(other.url)).toBe(place)
    expect(statSync(place).mode & 0o077).toBe(0)
    expect(await ask(other.url, 'SELECT 1 AS "one"')).toEqual([{ one: 1 }])
  } finally {
    await other.stop()
    rmSync(place, { recursive: true })
  }
})

test.runIf(process.getuid?.() === 0)(
  'a folder for its socket that somebody else made is refused',
  async () => {
    const long = path.join(dataDir, 'd'.repeat(101))
    const place = shortPlace(long)
    mkdirSync(place)
    lchownSync(place, 12_345, 12_345)
    await expect(startPostgres({ dataDir: long, settings })).rejects.toThrow(/belongs to another user/)
    rmSync(place, { recursive: true })
  },
)
