/**
 * `npm run bench -- worst`: how long another reader's list takes while one account does its worst: 24 runs of a block list of 500 `like:` lines
 * over 4,000 postings at once, 40 offline bundles, 40 counts of 100 views. Goal: 300 ms at the 95th percentile. It fills an empty database.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { openBenchDatabase, quantile } from './bench-database.ts'
import { atMost, tellClaim } from './claims.ts'
import { tableLines } from './traces.ts'

const goalMs = 300
const postings = 4_000

const { database, client, close } = await openBenchDatabase(2)
if ((await database.source.count()) > 0) throw new Error('The database holds sources: give it an empty one.')
const [one, other] = [await addReader('one'), await addReader('other')]
await client.query(`INSERT INTO "host" ("name") VALUES ('many.example')`)
await client.query(
  `INSERT INTO "source" ("id", "url", "hostName") VALUES (1, 'https://many.example/feed', 'many.example')`,
)
await client.query(
  `INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
   SELECT n::text, 'Posting ' || n || ' ' || md5(n::text), (SELECT string_agg(md5(concat(n, m)), ' ') FROM generate_series(1, 60) m), '',
     md5(n::text), now(), false, now(), 1
   FROM generate_series(1, $1::int) n`,
  [postings],
)
for (const { id } of [one, other])
  await client.query(
    `INSERT INTO "subscription" ("subscriberId", "sourceId", "readThrough") VALUES ($1, 1, 0)`,
    [id],
  )
await client.query('ANALYZE')

async function addReader(name: string) {
  const email = `${name}@example.org`
  const { id } = await database.user.create({ data: { id: name, email, emailVerified: true, name } })
  const { token } = await createToken(database, id, 'bench')
  return { id, token }
}

const server = spawn(process.execPath, ['lib/launch/bootstrap.mjs', 'tests/bench/worst-server.ts'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: process.env,
})
const [line] = (await once(server.stdout, 'data')) as [Buffer]
const root = `http://127.0.0.1:${/port (\d+)/.exec(line.toString())?.[1] ?? ''}/api/v1`

async function ask(token: string, method: string, path: string, body?: unknown): Promise<Response> {
  const answer = await fetch(`${root}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return new Response(await answer.text(), answer)
}

const lines = Array.from({ length: 500 }, (_, at) => `like:*${at}a*${at}b*never`)
const rule = await ask(one.token, 'POST', '/rules', { name: 'All', kind: 'block', query: lines.join('\n') })
const { id: ruleId } = (await rule.json()) as { readonly id: number }
for (let at = 0; at < 100; at += 1)
  await ask(one.token, 'POST', '/views', { name: `View ${at}`, query: `is:unread posting ${at}` })

const worst: readonly (readonly [string, number, () => Promise<Response>])[] = [
  ['24 runs of a block list', 24, () => ask(one.token, 'POST', `/rules/${ruleId}/run`)],
  ['40 offline bundles', 40, () => ask(one.token, 'POST', '/offline', { count: 1000 })],
  ['40 counts of 100 views', 40, () => ask(one.token, 'GET', '/views/counts')],
]

/** How long lists take, one after another, until `ends` does; at least 20 of them. */
async function timeLists(ends: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void ends.finally(() => (isOver = true))
  while (!isOver || times.length < 20) {
    const startedAt = performance.now()
    const answer = await ask(other.token, 'GET', '/postings?limit=50')
    if (!answer.ok) throw new Error(`A list was answered with ${answer.status}.`)
    times.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return times
}

try {
  await timeLists(Promise.resolve())
  const alone = quantile(await timeLists(Promise.resolve()), 0.95)
  const rows = [['nothing', '', '', alone.toFixed(0), '']]
  for (const [what, count, act] of worst) {
    const startedAt = performance.now()
    const answers = Promise.all(Array.from({ length: count }, act))
    const times = await timeLists(answers)
    const statuses = Map.groupBy(await answers, ({ status }) => status)
    const said = [...statuses].map(([status, { length }]) => `${status}: ${length}`).join(', ')
    const value = quantile(times, 0.95)
    rows.push([
      ...[what, said, ((performance.now() - startedAt) / 1000).toFixed(1)],
      ...[value.toFixed(0), Math.max(...times).toFixed(0)],
    ])
    tellClaim({
      ...{ what: `another's list during ${what}`, value, unit: 'ms', goal: atMost(value, goalMs, 'ms') },
      bare: { what: "another's list alone", value: alone },
    })
  }
  console.log(tableLines([['meanwhile', 'answers', 's', "another's list, p95 ms", 'most ms'], ...rows]))
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  await close()
}
