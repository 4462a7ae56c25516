import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { startAggregator } from '#lib/aggregator/main.ts'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import { createParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import { document, rssDocument } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import type { Answered } from '#tests/support/api/ask.ts'
import { answerShapes, writePaths } from '#tests/support/api/answer-shapes.ts'
import { withReaderApps } from '#tests/support/programs/reader-app.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { programRow, type Program, type Step } from '#tests/support/programs/program-table.ts'
import { expectDone, stepsOf } from '#tests/support/programs/recorded-acts.ts'
import { listRecordings, replay, type RecordedRequest } from '#tests/support/programs/recorded-requests.ts'

/** The requests of real programs, sent again: they are none of ours to smooth. */
const server = withReaderApps()
/** The account that was recorded: 19 sources, 1,900 postings, numbered from 1. */
const sources = 19
const postings = 1_900
const email = 'a@example.org'
let feeds: FeedServer
const parser = createParsePool()
let stopAggregator: () => Promise<void>
let password: string

beforeAll(async () => {
  feeds = await createFeedServer()
  const feed = document(
    rssDocument('Added', [{ guid: 'a', title: 'First', publishedAt: Date.now() - 3_600_000 }]),
    'application/rss+xml',
  )
  feeds.route('/russcox.atom', feed)
  // Threads load for seconds on a busy machine: who adds a feed waits for fourteen at most, and is not to wait for that.
  const read = { body: Buffer.from(rssDocument('Read', [])), contentType: 'text/xml', url: feeds.origin }
  await Promise.all([parser, serverParsePool()].map((pool) => pool.parse(read)))
  feeds.route(
    '/site',
    document('<link rel="alternate" type="application/rss+xml" href="/russcox.atom">', 'text/html'),
  )
})
afterAll(async () => {
  await parser.close()
  await feeds.close()
})

beforeEach(async () => {
  // Each program has an account of its own; while it sends, its requests count as any others.
  await server.database
    .$executeRaw`TRUNCATE "user", "source", "posting", "rate_limit" RESTART IDENTITY CASCADE`
  const id = await addReader(server.database, 'ada')
  await server.database.user.update({ where: { id }, data: { email } })
  for (let n = 0; n < sources; n += 1) await addSubscription(server.database, id, `site-${n}`)
  // Nobody polls these: they are addresses of no server.
  await server.database.source.updateMany({ data: { nextPollAt: new Date(Date.now() + 86_400_000) } })
  await server.database.$executeRaw`
    INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
    SELECT gen_random_uuid(), 'Posting ' || n, '<p>Text</p>', 'Text', 'hash', now(), false, now(), 1 + n % ${sources}::int
    FROM generate_series(1, ${postings}::int) n`
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  ;({ token: password } = await createAppPassword(server.database, { id, email }, 'Reader', true))
  stopAggregator = await startAggregator(
    aggregatorContext(server.database, parser),
    process.env['DATABASE_URL'] ?? '',
  )
})
// Before its tables are emptied for the next: both would wait for each other's locks.
afterEach(() => stopAggregator())

/** Some programs were recorded where they asked with a wrong name or without any: those alone are to be refused. */
function isRefusedRightly({ url, headers, body }: RecordedRequest): boolean {
  if (url.includes('ClientLogin')) return !/\ba(@|%40)example\.org/.test(url + body)
  const hasHeader = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  return url.includes('/reader/api/0/') && !hasHeader && !/(^|&)T=/.test(body)
}

/** Asked by hand with curl, between the requests of RSS Guard: Google Reader had it, FreshRSS and Miniflux have not, no program needs it. */
function isNotOffered({ url }: RecordedRequest): boolean {
  return url.includes('/stream/items/count')
}

/** Every program relies on these. */
function expectRight({ url }: RecordedRequest, { body, text }: Answered, place: string): void {
  const { pathname, searchParams } = new URL(url.replace(/^\/+/, '/'), server.url)
  const path = pathname.replace(/\/+$/, '').replace(/(stream\/contents)\/.*/, '$1')
  const [, shape] = Object.entries(answerShapes).find(([end]) => path.includes(end)) ?? []
  const isJson = !['atom', 'xml'].includes(searchParams.get('output') ?? '')
  if (shape !== undefined && isJson) expect(shape.safeParse(body).error?.issues ?? [], place).toEqual([])
  if (writePaths.test(path)) expect(text, place).toBe('OK')
  if (path.endsWith('/token')) expect(text, place).toMatch(/^[\w-]{57}\n$/)
  if (pathname.endsWith('/unread-count')) {
    const list = 'user/-/state/com.google/reading-list'
    expect(body['unreadcounts'], place).toContainEqual(
      expect.objectContaining({ id: list, count: body['max'] }),
    )
  }
  // Readrops reads no other member.
  const members = pathname.endsWith('/items/ids') ? (body['itemRefs'] as object[]).flatMap(Object.keys) : []
  expect(
    members.filter((name) => name !== 'id'),
    place,
  ).toEqual([])
  // Readrops and RSS Guard take what comes for all there is.
  const n = Number(searchParams.get('n'))
  if (n >= postings) expect(body, place).not.toHaveProperty('continuation')
  if (/\/atom\/feed/.test(pathname))
    expect([text.match(/<entry /g)?.length, text.match(/<title>/g)?.length], place).toEqual([n, 1 + 2 * n])
  if (searchParams.get('xt')?.endsWith('/unread') === true) expect(body['itemRefs'], place).toEqual([])
  if (searchParams.get('it')?.endsWith('/unread') === true && url.includes('reading-list')) {
    const found = body['itemRefs'] ?? body['items']
    expect((found as object[]).length, place).toBe(Number(searchParams.get('n')))
    expect(JSON.stringify(found), place).not.toContain('com.google/read"')
  }
}

async function replayAll(
  requests: readonly RecordedRequest[],
  proven: (...steps: readonly Step[]) => void,
): Promise<void> {
  const app = await server.app('reader-ada')
  let auth = ''
  let writeToken = ''
  const feverKey = createHash('md5').update(`${email}:${password}`).digest('hex')
  const publisher = feeds.origin
  for (const [at, recorded] of requests.entries()) {
    if (auth === '' && !recorded.url.includes('ClientLogin')) auth = app.auth
    const answer = await replay(server.url, recorded, { password, auth, writeToken, feverKey, publisher })
    const place = `request ${at + 1}: ${recorded.method} ${recorded.url} ${recorded.body.slice(0, 100)}`
    if (isNotOffered(recorded)) {
      expect(answer.status, place).toBe(404)
      continue
    }
    if (isRefusedRightly(recorded)) {
      expect(answer.status, place).toBe(401)
      continue
    }
    expect([answer.status, answer.text.slice(0, 60)], place).toEqual([200, answer.text.slice(0, 60)])
    expectRight(recorded, answer, place)
    await expectDone({ database: server.database, app }, recorded, place)
    proven(...stepsOf(recorded))
    if (recorded.url.includes('ClientLogin')) auth = /Auth"?[=:]"?([\w/-]+)/.exec(answer.text)?.[1] ?? ''
    if (recorded.url.endsWith('/token')) writeToken = answer.text.trimEnd()
    if (recorded.url.includes('fever')) expect(answer.body, place).toMatchObject({ auth: 1 })
  }
}

/** Labels that a program made, beside what each of its requests asks for. */
const made: Readonly<Record<string, readonly string[]>> = { readrops: ['Readrops Neu'] }

/** Programs of which there are recordings alone. */
const rows: Readonly<Record<string, Program>> = {
  'newsboat-2.36': 'newsboat-2.36',
  'capy-reader': 'capy',
  'read-you': 'read-you',
  readrops: 'readrops',
  'freshrss-mcp-0.1': 'freshrss-mcp',
  'freshrss-mcp-server-fever': 'freshrss-mcp-server',
  'elfeed-protocol-fever': 'elfeed',
}
/** Of some there is a second recording, in which the proxy took the line break off the token. */
const rowOf = (recording: string) => rows[recording.replace(/-token-trimmed$/, '')]

function startRow(program: Program) {
  const own = listRecordings().filter(([name]) => rowOf(name) === program)
  return programRow(program, { tried: own.flatMap(([, requests]) => requests.flatMap(stepsOf)) })
}
const started = new Map<Program, ReturnType<typeof programRow>>()

test.each(listRecordings())('%s: what it sent is answered, and done', async (program, requests) => {
  const row = rowOf(program)
  if (row !== undefined && !started.has(row)) started.set(row, startRow(row))
  await replayAll(requests, (row === undefined ? undefined : started.get(row)) ?? (() => undefined))
  const labels = (await server.database.label.findMany()).map(({ name }) => name)
  expect(labels).toEqual(expect.arrayContaining([...(made[program] ?? [])]))
})
