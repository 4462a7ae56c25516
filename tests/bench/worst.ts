/**
 * `npm run bench -- worst`: how long another reader's list takes while one account does its worst, against the application as `npm start` runs
 * it. All requests of a line come at once, as many as the limits allow. Goal: 300 ms at the 95th percentile. It fills an empty database.
 */
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import { config } from '#lib/runtime/config.ts'
import { runApp } from '#tests/support/servers/running-app.ts'
import { openBenchDatabase, quantile } from './bench-database.ts'
import { atMost, tellClaim } from './claims.ts'
import { readerCookies } from './load-world.ts'
import { tableLines } from './traces.ts'

const goalMs = 300
/** A line ends after so long, whatever is left to answer: that is then none. */
const longestLineMs = 40_000
const postings = 4_000
/** Subscriptions of the account that does its worst; with a posting each, but for the first. */
const sources = 5_000
/** Of an article of 1.5 MB. */
const paragraphs = 10_400

const { database, client, close } = await openBenchDatabase(2)
if ((await database.source.count()) > 0) throw new Error('The database holds sources: give it an empty one.')
const { authSecret, databaseUrl } = config()
if (authSecret === null || databaseUrl === null) throw new Error('AUTH_SECRET or DATABASE_URL is missing.')
const [one = '', other = ''] = readerCookies(2, authSecret)
for (const statement of [
  `INSERT INTO "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
   SELECT 'reader-' || n, 'Reader', 'reader-' || n || '@example.org', true, now(), now() FROM generate_series(1, 2) n`,
  `INSERT INTO "session" ("id", "token", "expiresAt", "userId", "createdAt", "updatedAt")
   SELECT 'session-' || n, 'a-session-of-the-bench-of-' || n, now() + interval '1 day', 'reader-' || n, now(), now()
   FROM generate_series(1, 2) n`,
  `INSERT INTO "host" ("name") SELECT 'many.example'`,
  `INSERT INTO "source" ("url", "title", "hostName")
   SELECT 'https://many.example/' || n, 'Source ' || n, 'many.example' FROM generate_series(1, ${sources}) n`,
  `INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
   SELECT n::text, 'Posting ' || n || ' ' || md5(n::text), (SELECT string_agg(md5(concat(n, m)), ' ') FROM generate_series(1, 60) m), '',
     md5(n::text), now(), false, now(), (SELECT min("id") FROM "source")
   FROM generate_series(1, ${postings}) n`,
  `INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
   SELECT 'only', 'The only one', 'Text', '', '', now(), false, now() - interval '1 day', "id" FROM "source"`,
  // Older than what lists and bundles hold, with a link in each of its paragraphs.
  `INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
   SELECT 'long', 'A long one', (SELECT string_agg(format('<p>%s <a href="https://many.example/%s">%s</a></p>', repeat(md5(n::text), 2), n, md5(n::text)), '')
     FROM generate_series(1, ${paragraphs}) n), '', 'long', now(), false, now() - interval '2 days', (SELECT max("id") FROM "source")`,
  `INSERT INTO "subscription" ("subscriberId", "sourceId", "readThrough")
   SELECT 'reader-1', "id", 0 FROM "source" UNION SELECT 'reader-2', min("id"), 0 FROM "source"`,
  // Autovacuum comes within a minute of such an import, and counts are planned by what it leaves.
  'VACUUM ANALYZE',
])
  await client.query(statement)
const { id: longId } = await database.posting.findFirstOrThrow({ where: { key: 'long' } })
const owner = await database.user.findUniqueOrThrow({ where: { id: 'reader-1' } })
const { token: appToken } = await createAppPassword(database, owner, 'bench', false)
const app = await runApp({ DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret })
const agent = new Agent({ keepAlive: true })

type Asked = { readonly method?: string; readonly body?: unknown; readonly headers?: Record<string, string> }
type Answer = { readonly status: number; readonly bytes: Buffer }
/** The end of the line that is measured. */
let lineEnd: AbortSignal | undefined
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Status and length of an answer, which is taken as it comes: to unpack and read it is not what is measured. */
async function ask(
  who: string,
  path: string,
  { method = 'GET', body, headers }: Asked = {},
): Promise<Answer> {
  const asked = request(`${app.listensAt}${path}`, {
    method,
    agent,
    ...(who === other || lineEnd === undefined ? {} : { signal: lineEnd }),
    headers: {
      cookie: who,
      'sec-fetch-site': 'same-origin',
      'accept-encoding': 'gzip',
      // Each is at home behind an address of its own.
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.100.${who === other ? 2 : 1}`,
      ...headers,
    },
  })
  asked.end(body instanceof URLSearchParams ? body.toString() : JSON.stringify(body))
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const parts: Buffer[] = []
    for await (const part of answer) parts.push(part as Buffer)
    return { status: answer.statusCode ?? 0, bytes: Buffer.concat(parts) }
  } catch (error) {
    if (lineEnd?.aborted !== true) throw error
    return { status: 0, bytes: Buffer.alloc(0) }
  }
}

const plain = { 'accept-encoding': 'identity' }
const post = (path: string, body?: unknown) => ask(one, path, { method: 'POST', body, headers: plain })
const lines = Array.from({ length: 500 }, (_, at) => `like:*${at}a*${at}b*never`)
const rule = await post('/api/v1/rules', { name: 'All', kind: 'block', query: lines.join('\n') })
const { id: ruleId } = JSON.parse(rule.bytes.toString()) as { readonly id: number }
for (let at = 0; at < 100; at += 1)
  await post('/api/v1/views', { name: `View ${at}`, query: `is:unread posting ${at}` })

const signIn = new URLSearchParams({ Email: owner.email, Passwd: appToken })
const signedIn = await ask('', '/accounts/ClientLogin', {
  method: 'POST',
  body: signIn,
  headers: { ...form, ...plain },
})
const byApp = {
  authorization: `GoogleLogin auth=${/^Auth=(.+)$/m.exec(signedIn.bytes.toString())?.[1] ?? ''}`,
}
const stream = '/reader/api/0/stream/contents/user/-/state/com.google/reading-list?n=1000'
const worst: readonly (readonly [string, number, () => Promise<{ status: number }>])[] = [
  ['runs of a block list', 24, () => post(`/api/v1/rules/${ruleId}/run`)],
  ['offline bundles', 40, () => ask(one, '/api/v1/offline', { method: 'POST', body: { count: 1000 } })],
  ['counts of 100 views', 40, () => ask(one, '/api/v1/views/counts')],
  ['lists', 500, () => ask(one, '/api/v1/postings?limit=200')],
  ['pages', 100, () => ask(one, '/')],
  [`lists of ${sources} subscriptions`, 100, () => ask(one, '/api/v1/subscriptions')],
  ['exports', 10, () => ask(one, '/api/v1/export')],
  ['articles of 1.5 MB', 200, () => ask(one, `/api/v1/postings/${longId}`)],
  ['texts of 1,000 by an app', 40, () => ask('', stream, { headers: byApp })],
]

/** The time that lists take, one after another, until `ends` does; at least 20 of them. */
async function timeLists(ends: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void ends.finally(() => (isOver = true))
  while (!isOver || times.length < 20) {
    const startedAt = performance.now()
    const { status } = await ask(other, '/api/v1/postings?limit=50')
    if (status !== 200) throw new Error(`A list was answered with ${status}.`)
    times.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return times
}

/** The work that a line left to the database goes on after its answers, and is not to count for the next one. */
async function waitForRest(): Promise<void> {
  const until = performance.now() + longestLineMs
  while (performance.now() < until) {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE "datname" = current_database() AND "pid" <> pg_backend_pid()
       AND "backend_type" = 'client backend' AND "state" <> 'idle'`,
    )
    if (rowCount === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The database worked on for ${longestLineMs} ms after a line.`)
}

try {
  await timeLists(Promise.resolve())
  const alone = quantile(await timeLists(Promise.resolve()), 0.95)
  const rows = [['nothing', '', '', alone.toFixed(0), '']]
  for (const [what, count, act] of worst) {
    await waitForRest()
    const startedAt = performance.now()
    lineEnd = AbortSignal.timeout(longestLineMs)
    const answers = Promise.all(Array.from({ length: count }, act))
    const times = await timeLists(answers)
    const statuses = Map.groupBy(await answers, ({ status }) => status)
    const said = [...statuses]
      .map(([status, { length }]) => `${status === 0 ? 'unanswered' : status}: ${length}`)
      .join(', ')
    const value = quantile(times, 0.95)
    console.error(`${said}; another's list ${value.toFixed(0)} ms at the 95th percentile: ${count} ${what}`)
    rows.push([
      ...[`${count} ${what}`, said, ((performance.now() - startedAt) / 1000).toFixed(1)],
      ...[value.toFixed(0), Math.max(...times).toFixed(0)],
    ])
    tellClaim({
      what: `another's list during ${count} ${what}`,
      value,
      unit: 'ms',
      goal: atMost(value, goalMs, 'ms'),
      bare: { what: "another's list alone", value: alone },
    })
  }
  console.log(tableLines([['meanwhile', 'answers', 's', "another's list, p95 ms", 'most ms'], ...rows]))
} finally {
  agent.destroy()
  await app.stop()
  await close()
}
