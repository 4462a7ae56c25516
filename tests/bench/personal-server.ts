import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { callApi, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { cookieOf, feedUrls, importFeeds, startWholeServer, type PartFigures } from './whole-server.ts'

type PersonalOptions = {
  readonly feeds: number
  /** So long the reader reads, and so long nobody is there afterwards. */
  readonly readingMs: number
  readonly idleMs: number
}

type PersonalFigures = Readonly<Record<'started' | 'read' | 'idle', readonly PartFigures[]>> & {
  /** Connections of PostgreSQL when nobody has been there, but for the one that asks. */
  readonly idleConnections: number
}

const postings = 16
const connectionsSql = `SELECT count(*)::int AS "count" FROM pg_stat_activity
  WHERE "backend_type" = 'client backend' AND "pid" <> pg_backend_pid()`

/** Runs `npm start` for one reader who imports feeds, reads a while and goes away, and says what that took each time. */
export async function livePersonally(options: PersonalOptions): Promise<PersonalFigures> {
  const { feeds, readingMs, idleMs } = options
  const farm = fork(path.resolve('tests/bench/feed-farm.ts'), [String(postings), '10000000'])
  const [port] = (await once(farm, 'message')) as [number]
  const pictures = await startPictures()
  const server = await startWholeServer()
  try {
    const started = server.figures()
    const account = await signUpThroughApi(server.url, 'Reader')
    await importFeeds(account, [pictures.url, ...feedUrls(feeds, port)])
    await read(account, readingMs)
    const readFigures = server.figures()
    await sleep(idleMs)
    const idle = server.figures()
    const { count: idleConnections } = await server.ask<{ readonly count: number }>(connectionsSql)
    return { started, read: readFigures, idle, idleConnections }
  } finally {
    await server.stop()
    pictures.close()
    farm.disconnect()
  }
}

/** The picture feed may be polled so late. */
const firstPictureMs = 60_000

/** Opens the page and a stream of events, then lists, searches, reads and looks at pictures, again and again, and at one picture at least. */
async function read(account: AppAccount, forMs: number): Promise<void> {
  const headers = { cookie: cookieOf(account) }
  const closing = new AbortController()
  const page = await fetch(account.appUrl, { headers })
  await page.text()
  const stream = await fetch(`${account.appUrl}/api/v1/events`, { headers, signal: closing.signal })
  if (!page.ok || !stream.ok)
    throw new Error(`The page answered ${page.status}, the stream ${stream.status}.`)
  let pictures = 0
  const startedAt = performance.now()
  const isReading = (ms: number) => ms < forMs || (pictures === 0 && ms < firstPictureMs)
  while (isReading(performance.now() - startedAt)) {
    const list = await callApi<{ readonly postings: readonly { readonly id: string }[] }>(
      ...[account, 'GET', '/postings?limit=50'],
    )
    await callApi(account, 'GET', '/counts')
    await callApi(account, 'GET', '/subscriptions')
    await callApi(account, 'GET', '/postings?query=source')
    for (const { id } of list.postings.slice(0, 20)) {
      const { html } = await callApi<{ readonly html: string }>(account, 'GET', `/postings/${id}`)
      const picture = /src="(\/api\/v1\/images[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
      if (picture !== undefined) {
        const answer = await fetch(new URL(picture, account.appUrl), { headers })
        if (answer.ok) pictures++
        await answer.arrayBuffer()
      }
      await sleep(100)
    }
  }
  closing.abort()
  if (pictures === 0) throw new Error('The reader saw no picture.')
}

/** A feed whose articles have a photograph each. */
async function startPictures(): Promise<{ readonly url: string; readonly close: () => void }> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const blank = { width: 2400, height: 1600, channels: 3, background: '#888', noise } as const
  const photograph = await sharp({ create: blank }).jpeg().toBuffer()
  const openedAt = Date.now()
  const server = createServer((request, response) => {
    const { host = '' } = request.headers
    if (request.url?.startsWith('/photograph') === true)
      return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photograph)
    if (request.url !== '/feed') return response.writeHead(404).end()
    const items = Array.from({ length: postings }, (_, index) => {
      const text = `&lt;p&gt;A picture.&lt;/p&gt;&lt;img src="http://${host}/photograph${index}"&gt;`
      const publishedAt = new Date(openedAt - index * 1_000).toUTCString() // the newest, which the reader opens
      return `<item><guid>${index}</guid><title>Picture ${index}</title><pubDate>${publishedAt}</pubDate><description>${text}</description></item>`
    })
    response.writeHead(200, { 'content-type': 'application/rss+xml' })
    response.end(
      `<rss version="2.0"><channel><title>Pictures</title><link>http://${host}/</link><description>Of a bench</description>${items.join('')}</channel></rss>`,
    )
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://pictures.test:${port}/feed`, close: () => server.close() }
}
