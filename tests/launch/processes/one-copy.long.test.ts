import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { makeSignature } from 'better-auth/crypto'
import { afterEach, expect, test } from 'vitest'
import { operations, sampleOf, type NamedOperation } from '#lib/api/operations/all.ts'
import type { SampleIds } from '#lib/api/operations/operation.ts'
import { outputFeedRequest } from '#lib/api/outputs/output-feeds.ts'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import { outsideBundle } from '#lib/web/outside-bundle.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { createOutputFeed } from '#lib/store/outputs/output-feeds.ts'
import { findChild } from '#tests/bench/process-figures.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { ask, formOf } from '#tests/support/api/ask.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { endProcessState } from '#tests/support/measure/process-state.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { startSampleSite } from '#tests/support/world/sample-site.ts'
import { addSamples } from '#tests/support/world/sample-world.ts'
import { byTier, sampled } from '#tests/support/run/tier.ts'

/**
 * The application as it is built. Pages are answered by Next's bundle and all else by our own modules: whoever came first decided once which of
 * two copies lived, and what the other could not load failed for all.
 */
const secret = process.env['AUTH_SECRET'] ?? ''
const stops: (() => Promise<unknown>)[] = []
let app: RunningApp
let database: Database

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

async function start(): Promise<Awaited<ReturnType<typeof startSampleSite>>> {
  const [mails, site] = await Promise.all([startMailServer(), startSampleSite()])
  app = await startApp({ AUTH_SECRET: secret, SMTP_URL: mails.url })
  database = openDatabase(app.databaseUrl)
  process.env['DATABASE_URL'] = app.databaseUrl
  await endProcessState() // samples are made by routes that this process calls
  stops.push(mails.stop, site.close, app.stop, () => database.$disconnect(), endProcessState)
  return site
}

type Owner = Awaited<ReturnType<typeof addSubscriber>>

/** A request of each kind, by an account that was made beside the application. */
const kinds: Readonly<Record<string, (owner: Owner) => Promise<unknown>>> = {
  'a page': async ({ id }) => {
    const token = `page-${id}`
    const expiresAt = new Date(Date.now() + 3_600_000)
    await database.session.create({ data: { id: token, token, userId: id, expiresAt } })
    const value = encodeURIComponent(`${token}.${await makeSignature(token, secret)}`)
    const { status, text } = await ask(app.url, { headers: { cookie: `skylark.session_token=${value}` } })
    expect(status).toBe(200)
    expect(text).toContain('page-reader')
  },
  'a reader app': async (owner) => {
    const { token } = await createAppPassword(database, owner, 'Reader', false)
    const form = formOf({ Email: owner.email, Passwd: token })
    const { text } = await ask(`${app.url}/accounts/ClientLogin`, { method: 'POST', body: form })
    const authorization = `GoogleLogin auth=${/^Auth=(\S+)$/m.exec(text)?.[1] ?? ''}`
    const counts = await ask(`${app.url}/reader/api/0/unread-count`, { headers: { authorization } })
    expect(counts.status).toBe(200)
  },
  'an output feed': async ({ id }) => {
    const wanted = outputFeedRequest.parse({ name: 'All', place: { kind: 'all' } })
    const made = await createOutputFeed(database, id, wanted, Date.now())
    const address = typeof made === 'string' ? made : (made.address ?? '')
    const { pathname } = new URL(address, app.url)
    expect(await ask(`${app.url}${pathname}.atom`)).toMatchObject({ status: 200 })
  },
  'a stream of events': async ({ token }) => {
    const left = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    const stream = await fetch(`${app.url}/api/v1/events`, { headers, signal: left.signal })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    await stream.body?.getReader().read()
    left.abort()
  },
  // A host that names a user is none of ours, so that our door passes it on.
  'a call that Next passes to its route': async ({ token }) => {
    const { port } = new URL(app.listensAt)
    const headers = { authorization: `Bearer ${token}`, host: `user@localhost:${port}` }
    const sent = request({ port, host: '127.0.0.1', path: '/api/v1/counts', headers }).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect([answer.statusCode, String(await buffer(answer))]).toMatchObject([
      200,
      expect.stringContaining('all'),
    ])
  },
}

/** As described (`tests/api/accounts/every-operation.test.ts` looks at answers). What takes nothing away shares its samples. */
async function askAll(
  asked: readonly NamedOperation[],
  round: string,
  site: Pick<SampleIds, 'site' | 'image'>,
) {
  const readers = new Map<string, Promise<{ readonly owner: Owner; readonly ids: SampleIds }>>()
  const addOwner = async (name: string, role: 'admin' | 'subscriber') => {
    const owner = await addSubscriber(database, { name, role })
    return { owner, ids: await addSamples(database, owner, site) }
  }
  const answers: string[] = []
  for (const [n, operation] of asked.entries()) {
    const { method, path } = operation
    const role = operation.isAdmin === true ? 'admin' : 'subscriber'
    const name = method === 'GET' ? `${round}-${role}` : `${round}-${n}`
    const made = readers.get(name) ?? addOwner(name, role)
    readers.set(name, made)
    const { owner, ids } = await made
    const { params = {}, query = {}, body } = sampleOf(operation, ids)
    const place = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? ''))
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
    const left = new AbortController()
    const answer = await fetch(`${app.url}/api/v1${place}?${new URLSearchParams(query).toString()}`, {
      method,
      signal: left.signal,
      redirect: 'manual',
      headers: typeof body === 'string' ? { authorization: headers.authorization } : headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
    // The aggregator of the application may have checked the feed just now.
    const isChecked = path === '/sources/{id}/poll' && answer.status === 429
    if (answer.status !== operation.status && !isChecked)
      answers.push(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    else if (isStream) left.abort()
    else await answer.arrayBuffer()
  }
  expect(answers).toEqual([])
}

const byToken = operations.filter(({ access, without }) => access !== 'session' && without === undefined)

test.each(sampled(Object.keys(kinds), 9))(
  'after a start whose first request is %s every operation works, and so it does after all other kinds',
  async (first) => {
    const site = await start()
    const owner = await addSubscriber(database, { name: 'page-reader' })
    const asked = sampled(byToken, 8)
    await kinds[first]?.(owner)
    await askAll(asked, 'before', site)
    for (const [kind, send] of Object.entries(kinds)) if (kind !== first) await send(owner)
    await askAll(asked, 'after', site)
  },
  byTier({ night: 1_200_000, sample: 300_000 }),
)

test('the bundle for the server holds none of the modules that Node loads', async () => {
  await start() // builds where something changed
  const built = (ending: string) =>
    globSync(`.next/server/**/*${ending}`, { withFileTypes: true })
      .filter((entry) => entry.isFile()) // the route of /sw.js is in a folder of that name
      .map((entry) => path.join(entry.parentPath, entry.name))
  const held = built('.js.map').flatMap((file) =>
    sourcesOf(JSON.parse(readFileSync(file, 'utf8')) as SourceMap).map((source) =>
      path.relative('.', path.resolve(path.dirname(file), decodeURIComponent(source))),
    ),
  )
  expect(held).toContain(path.normalize('lib/words/translate.ts'))
  expect(held.filter((file) => outsideBundle.test(file.replaceAll(path.sep, '/')))).toEqual([])
  const calls = /\(["']\.\/lib\/store\/connection\/server-database\.ts["']\)/
  expect(built('.js').some((file) => calls.test(readFileSync(file, 'utf8')))).toBe(true)
})

test.runIf(process.platform === 'linux')('the web server has no compiler in its memory', async () => {
  await start()
  const maps = readFileSync(`/proc/${findChild('web-server.ts')}/maps`, 'utf8')
  expect(maps).toContain('/bin/node')
  expect(maps).not.toContain('next-swc')
})

type SourceMap = {
  readonly sources?: readonly string[]
  readonly sections?: readonly { readonly map: SourceMap }[]
}

function sourcesOf({ sources = [], sections = [] }: SourceMap): readonly string[] {
  return [...sources, ...sections.flatMap(({ map }) => sourcesOf(map))]
}
