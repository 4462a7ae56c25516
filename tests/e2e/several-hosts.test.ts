import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { until } from '#tests/support/measure/until.ts'

/** Two hosts as far as processes can tell: each with its own web server, port, data folder and aggregator; one PostgreSQL. */
let [one, two]: RunningApp[] = []
let publishers: FeedServer
let client: pg.Client
let admin: AppAccount

const requestTakesMs = 400
let asked = 0
let askedAtOnce = 0
const begunAt: number[] = []

beforeAll(async () => {
  const secret = { AUTH_SECRET: 'one secret that both of the hosts are given' }
  one = await startApp(secret)
  two = await startApp({ ...secret, PUBLIC_URL: one.url, DATABASE_URL: one.databaseUrl })
  publishers = await createFeedServer({ network: 91 })
  client = new pg.Client({ connectionString: one.databaseUrl })
  await client.connect()
  admin = await signUpThroughApi(one.url, 'Ada Admin')
})
afterAll(async () => {
  await client.end()
  await two?.stop()
  await one?.stop()
  await publishers.close()
})

const at = (app: RunningApp | undefined, account: AppAccount): AppAccount => ({
  ...account,
  appUrl: app?.listensAt ?? '',
})

const cookieOf = ({ cookies }: AppAccount) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

async function ask(app: RunningApp | undefined, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { origin: one?.url ?? '', 'content-type': 'application/json', ...init.headers }
  return fetch(`${app?.listensAt ?? ''}${path}`, { ...init, headers })
}

async function statusAt(app: RunningApp | undefined, account: AppAccount): Promise<number> {
  return (await ask(app, '/api/v1/counts', { headers: { cookie: cookieOf(account) } })).status
}

test('who signed in at one host reads at the other, and signing out at either ends it at both', async () => {
  const account = await signUpThroughApi(one?.url ?? '', 'Twofold Reader')
  expect([await statusAt(one, account), await statusAt(two, account)]).toEqual([200, 200])
  const left = await ask(two, '/api/auth/sign-out', {
    method: 'POST',
    body: '{}',
    headers: { cookie: cookieOf(account) },
  })
  expect(left.status).toBe(200)
  expect([await statusAt(one, account), await statusAt(two, account)]).toEqual([401, 401])
})

test('an act at one host is heard by a window at the other', async () => {
  const closing = new AbortController()
  const stream = await ask(two, '/api/v1/events', {
    headers: { cookie: cookieOf(admin) },
    signal: AbortSignal.any([closing.signal, AbortSignal.timeout(60_000)]),
  })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  const { id } = await callApi<{ id: number }>(at(one, admin), 'POST', '/folders', { name: 'Told' })
  await callApi(at(one, admin), 'DELETE', `/folders/${id}`)
  let heard = ''
  const hears = async () => (heard += (await reader?.read())?.value ?? '').includes('event: state')
  await until('the window is told of a change', hears)
  closing.abort()
})

test('what is set at one host holds at the other at once', async () => {
  await callApi(at(one, admin), 'PATCH', '/admin/settings', { signUp: 'closed' })
  const settings = await callApi<{ signUp: string }>(at(two, admin), 'GET', '/admin/settings')
  await expect(signUpThroughApi(two?.listensAt ?? '', 'Too Late')).rejects.toThrow(/got no account/)
  await callApi(at(two, admin), 'PATCH', '/admin/settings', { signUp: 'open' })
  await signUpThroughApi(one?.listensAt ?? '', 'In Time')
  expect(settings.signUp).toBe('closed')
})

test('tries at a password are counted together', async () => {
  const answers: number[] = []
  for (let index = 0; index < 24; index++) {
    const body = JSON.stringify({ email: admin.email, password: `wrong ${index}` })
    const headers = { 'x-forwarded-for': '198.18.200.9' }
    answers.push(
      (await ask(index % 2 === 0 ? one : two, '/api/auth/sign-in/email', { method: 'POST', body, headers }))
        .status,
    )
  }
  expect(answers.filter((status) => status !== 429).length).toBeLessThanOrEqual(20)
  expect(answers.slice(-2)).toEqual([429, 429])
})

/** The requests that a new token has left in its minute, and the seconds of that, as each host tells them in turn. */
async function leftAtBoth() {
  const { token } = await callApi<{ token: string }>(at(one, admin), 'POST', '/tokens', {
    name: 'Program',
    password: admin.password,
  })
  const left: number[] = []
  const seconds: number[] = []
  for (const app of [one, two]) {
    const response = await ask(app, '/api/v1/counts', { headers: { authorization: `Bearer ${token}` } })
    const told = /"token";r=(\d+);t=(\d+)/.exec(response.headers.get('ratelimit') ?? '')
    left.push(Number(told?.[1]))
    seconds.push(Number(told?.[2]))
  }
  return { left, seconds }
}

test('a token has one limit for both', async () => {
  const first = await leftAtBoth()
  const [before = 0, after = 0] = first.seconds
  // A new minute may begin between the two.
  const { left } = after > before ? await leftAtBoth() : first
  expect(left[1]).toBeLessThan(left[0] ?? 0) // the second host knows what the first one took
})

test('both aggregators poll, a host is asked by one of them at a time, and each posting is stored once', async () => {
  const document = rss({
    postings: [1, 2, 3].map((n) => ({
      guid: `g${n}`,
      title: `Posting ${n}`,
      publishedAt: Date.now() - n * 60_000,
    })),
  })
  publishers.route('*', (request, response) => {
    begunAt.push(Date.now())
    asked += 1
    askedAtOnce = Math.max(askedAtOnce, asked)
    setTimeout(() => {
      asked -= 1
      document(request, response)
    }, requestTakesMs)
  })
  const urls = Array.from({ length: 6 }, (_, n) => `${publishers.origin}/feed-${n}`)
  await client.query(`INSERT INTO "host" ("name") VALUES ($1) ON CONFLICT DO NOTHING`, [
    new URL(urls[0] ?? '').hostname,
  ])
  await client.query(
    `WITH made AS (
       INSERT INTO "source" ("url", "hostName", "nextPollAt") SELECT u, $2, now() FROM unnest($1::text[]) u RETURNING "id")
     INSERT INTO "subscription" ("subscriberId", "sourceId") SELECT (SELECT "id" FROM "user" WHERE "email" = $3), "id" FROM made`,
    [urls, new URL(urls[0] ?? '').hostname, admin.email],
  )
  await expect
    .poll(async () => (await client.query(`SELECT DISTINCT "sourceId" FROM "poll"`)).rowCount, {
      timeout: 40_000,
    })
    .toBe(6)
  const { rows } = await client.query<{ postings: number; sources: number; owners: number; polls: number }>(
    `SELECT count(*)::int AS "postings", count(DISTINCT ("sourceId", "key"))::int AS "sources",
       (SELECT count(*)::int FROM "aggregator_heartbeat" WHERE "holdsLock") AS "owners",
       (SELECT count(*)::int FROM "poll") AS "polls" FROM "posting"`,
  )
  expect(rows).toEqual([{ postings: 18, sources: 18, owners: 2, polls: 6 }])
  expect(askedAtOnce).toBe(1)
  const pauses = begunAt.slice(1).map((begun, index) => begun - (begunAt[index] ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(requestTakesMs + 900) // a second after the answer, but for rounding
})
