import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { signUpThroughApi } from '#tests/support/browser/app-accounts.ts'
import { startChaosWeb, type ChaosWeb } from '#tests/support/chaos/chaos-web.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { openDatabaseGate, type DatabaseGate } from '#tests/support/servers/database-gate.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

/** @throws DOMException where no answer comes in time */
async function statusOf(address: string, headers: Record<string, string>): Promise<number> {
  const signal = AbortSignal.timeout(20_000)
  const answer = await fetch(address, { headers, redirect: 'manual', signal })
  await answer.text()
  return answer.status
}

let [web, gate]: [ChaosWeb, DatabaseGate] = [] as never
let stop: () => Promise<void>

beforeEach(async () => {
  await buildWhenChanged(console.log, AbortSignal.timeout(280_000))
  const { url, drop } = await createTestDatabase()
  gate = await openDatabaseGate(url)
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-silent-pages-'))
  web = await startChaosWeb(gate.url, dataDir, {
    AUTH_SECRET: 'a secret of the tests, at least 32 characters',
    TRUSTED_PROXIES: '127.0.0.1,::1', // tests say from where they come
  })
  stop = async () => {
    gate.unhush()
    await web.drain()
    await gate.shut()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  await expect.poll(isUp, { timeout: 60_000 }).toBe(true)
})
afterEach(() => stop())

const isUp = () =>
  fetch(`${web.origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

test('a page that is asked for while the database says nothing fails within seconds, and is there when it speaks', async () => {
  const { cookies } = await signUpThroughApi(web.origin, 'Ada')
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const pages = ['/', '/sources', '/admin', '/sign-in']
  const ask = () => Promise.all(pages.map((page) => statusOf(`${web.origin}${page}`, headers)))
  expect(await ask()).toEqual([200, 200, 200, 307])
  gate.hush()
  expect(await ask()).toEqual([503, 503, 503, 503])
  gate.unhush()
  await expect.poll(ask, { timeout: 30_000 }).toEqual([200, 200, 200, 307])
})

testByNight(
  'a page that shows nothing of the database is there for a stranger while it says nothing, whatever cookies come',
  async () => {
    const page = `${web.origin}/about/crawler`
    const strangers: readonly Record<string, string>[] = [
      {},
      { cookie: 'timezone=Europe/Berlin; theme=dark' },
      { cookie: 'skylark.session_token=made.up' },
      { authorization: 'Basic bWFkZTp1cA==' },
    ]
    const ask = () => Promise.all(strangers.map((headers) => statusOf(page, headers)))
    expect(await ask()).toEqual([200, 200, 200, 200])
    gate.hush()
    expect(await ask()).toEqual([200, 200, 200, 200])
  },
)

test('a page that is one too many in a minute says when to ask again', async () => {
  const { cookies } = await signUpThroughApi(web.origin, 'Ada')
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const client = new pg.Client({ connectionString: gate.url })
  await client.connect()
  const ask = async () => {
    await client.query(
      `INSERT INTO "rate_limit" ("id", "key", "count", "lastRequest")
       SELECT 'used up', 'requests of sessions of ' || "id", 6000, $1 FROM "user"
       ON CONFLICT ("key") DO UPDATE SET "count" = 6000, "lastRequest" = $1`,
      [Math.floor(Date.now() / 60_000) * 60_000],
    )
    for (let page = 0; page < 12; page += 1) await statusOf(`${web.origin}/sources`, headers)
    const { status, headers: told } = await fetch(`${web.origin}/sources`, { headers })
    return { status, waits: Number(told.get('retry-after')) > 0 }
  }
  // A minute may end meanwhile.
  await expect.poll(ask, { timeout: 60_000 }).toEqual({ status: 429, waits: true })
  await client.end()
})

testByNight(
  'a page that is asked for while the database is gone says when to ask again, and how it says it is our own',
  async () => {
    await gate.shut()
    const asked = fetch(`${web.origin}/sign-in`, { headers: { 'x-skylark-request': 'made-up' } })
    const answer = await asked
    expect({ status: answer.status, after: answer.headers.get('retry-after') }).toEqual({
      status: 503,
      after: '5',
    })
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    await gate.open()
    await expect.poll(() => statusOf(`${web.origin}/sign-in`, {}), { timeout: 30_000 }).toBe(307) // nobody has an account yet
  },
)
