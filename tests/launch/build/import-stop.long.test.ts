import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportMessage } from '#lib/api/moving/imports.ts'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { startChaosWeb, type ChaosWeb } from '#tests/support/chaos/chaos-web.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

let [database, id, token]: [Database, string, string] = [] as never
let webs: ChaosWeb[]
let startWeb: () => Promise<ChaosWeb>
let stop: () => Promise<void>
/** Holds what each step of an import waits for: it takes as long as the test wants. */
let holder: pg.Client

beforeEach(async () => {
  await buildWhenChanged(console.log, AbortSignal.timeout(280_000))
  const { url, drop } = await createTestDatabase()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-import-stop-'))
  database = openDatabase(url)
  ;({ id, token } = await addSubscriber(database, { name: 'ada' }))
  holder = new pg.Client({ connectionString: url })
  await holder.connect()
  webs = []
  startWeb = async () => {
    const secret = { AUTH_SECRET: 'a secret of the tests, at least 32 characters' }
    const web = await startChaosWeb(url, dataDir, secret)
    webs.push(web)
    await expect.poll(() => isUp(web), { timeout: 60_000 }).toBe(true)
    return web
  }
  stop = async () => {
    await holder.end()
    await Promise.all(webs.map((web) => web.drain()))
    await database.$disconnect()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
afterEach(() => stop())

const isUp = (web: ChaosWeb) =>
  fetch(`${web.origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

function listOf(count: number): string {
  const line = (_: unknown, n: number) => `<outline text="F${n}" xmlUrl="https://h${n}.example/feed"/>`
  return `<opml version="2.0"><body>${Array.from({ length: count }, line).join('')}</body></opml>`
}

function importInto({ origin }: ChaosWeb, list: string, signal?: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${origin}/api/v1/import`, { method: 'POST', headers, body: list, signal: signal ?? null })
}

async function lastLine(response: Response): Promise<ImportMessage> {
  return JSON.parse((await response.text()).trimEnd().split('\n').at(-1) ?? '') as ImportMessage
}

/** As `lockAdding` has it. */
const lockName = () => [`skylark subscriptions ${id}`]
const hold = () => holder.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', lockName())
const letGo = () => holder.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', lockName())

const countStored = () => database.subscription.count({ where: { subscriberId: id } })

testByNight('a web server that is asked to end waits for an import whose sender has left', async () => {
  const web = await startWeb()
  await hold()
  const leaving = new AbortController()
  const response = await importInto(web, listOf(10), leaving.signal)
  await expect.poll(() => isWaitedFor(database)).toBe(true)
  leaving.abort()
  await expect(response.text()).rejects.toThrow('aborted')
  let hasEnded = false
  const ended = web.drain().finally(() => (hasEnded = true))
  await expect.poll(() => isUp(web)).toBe(false)
  await sleep(1_000)
  expect(hasEnded).toBe(false)
  await letGo()
  expect(await ended).toBe(0)
  expect(await countStored()).toBe(10)
})

test('a long import is broken off between two steps and says so, and the same file brings the rest to the next web server', async () => {
  const web = await startWeb()
  await hold()
  const response = await importInto(web, listOf(2_500))
  await expect.poll(() => isWaitedFor(database)).toBe(true)
  const ended = web.drain()
  await sleep(4_000) // longer than it is let go on
  await letGo()
  expect(await lastLine(response)).toMatchObject({ type: 'error', error: { code: 'unavailable' } })
  expect(await ended).toBe(0)
  expect(await countStored()).toBe(1_000)
  const again = await importInto(await startWeb(), listOf(2_500))
  expect(await lastLine(again)).toMatchObject({
    type: 'report',
    files: [{ added: 1_500, alreadyThere: 1_000 }],
  })
})
