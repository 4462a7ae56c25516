import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { createNameServer } from '#tests/support/servers/name-server.ts'
import { madeUp, type MadeUp } from './publishers.ts'
import { longRead, machineRead } from './texts.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const window = 25

type Article = {
  readonly title: string
  readonly path: string
  readonly html: string
  readonly publishedAt: number
  readonly picture: string | null
}

export type Sites = {
  readonly feedUrl: (publisher: MadeUp) => string
  readonly siteUrl: (publisher: MadeUp) => string
  /** '127.0.0.1:port' of the name server that knows their hosts. */
  readonly names: string
  /** The articles published by then are shown from now on. */
  readonly setNow: (now: number) => void
  /** Drawn pictures by their path, e.g. '/1.png'. */
  readonly setPicture: (path: string, png: Buffer) => void
  readonly close: () => Promise<void>
}

/** Serves the made-up publishers, each on a host of its own, with all that they publish from `startAt` until `endAt`. */
export async function startSites(startAt: number, endAt: number): Promise<Sites> {
  const hosts = new Map(madeUp.map((publisher) => [publisher.host, publisher]))
  const articles = new Map(madeUp.map((one, index) => [one.host, articlesOf(one, index, startAt, endAt)]))
  const pictures = new Map<string, Buffer>()
  let now = startAt
  const server = createServer((request, response) => {
    const host = request.headers.host?.split(':')[0] ?? ''
    const publisher = hosts.get(host)
    const path = request.url ?? '/'
    response.setHeader('date', new Date(now).toUTCString()) // by it times that lie in the future are doubted
    const png = pictures.get(path.startsWith('/icon') ? `/icon-${host}.png` : path)
    if (publisher === undefined) return response.writeHead(404).end()
    if (png !== undefined) return response.writeHead(200, { 'content-type': 'image/png' }).end(png)
    if (path === '/feed') {
      const shown = (articles.get(host) ?? []).filter(({ publishedAt }) => publishedAt <= now).slice(-window)
      response.setHeader('etag', `"${shown.at(-1)?.path ?? 'none'}"`)
      if (request.headers['if-none-match'] === response.getHeader('etag'))
        return response.writeHead(304).end()
      return response
        .writeHead(200, { 'content-type': 'application/rss+xml' })
        .end(rss(publisher, base(host), shown))
    }
    if (path === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(homePage(publisher))
    return response.writeHead(404).end()
  })
  const port = await listen(server)
  const names = await createNameServer((name, type) => {
    const index = madeUp.findIndex(({ host }) => host === name)
    if (index === -1) return 'not-found'
    return type === 'A' ? [`127.77.0.${index + 1}`] : []
  })
  const base = (host: string) => `http://${host}${port === 80 ? '' : `:${port}`}`
  return {
    feedUrl: ({ host }) => `${base(host)}/feed`,
    siteUrl: ({ host }) => `${base(host)}/`,
    names: names.address,
    setNow: (at) => {
      now = at
    },
    setPicture: (path, png) => void pictures.set(path, png),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await names.close()
    },
  }
}

/** At port 80, so that addresses look as they do elsewhere; where that is not allowed, at another. */
async function listen(server: Server): Promise<number> {
  const at = (port: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '0.0.0.0', resolve))
  await at(80).catch(() => at(0))
  return (server.address() as AddressInfo).port
}

function articlesOf(publisher: MadeUp, index: number, startAt: number, endAt: number): Article[] {
  const random = seededRandom(index + 1)
  const days = Math.ceil((endAt - startAt) / dayMs) + 1
  const first = Math.floor(startAt / dayMs) * dayMs
  const times = Array.from({ length: days }, (_, day) => first + day * dayMs)
    .filter((day) => publisher.weekdays.includes(new Date(day).getUTCDay()))
    .flatMap((day) =>
      publisher.hours.map((hour) => Math.round(day + hour * hourMs + (random() - 0.5) * 0.3 * hourMs)),
    )
    .filter((at) => at <= endAt)
    .sort((a, b) => a - b)
  const titles = mixed(
    publisher.titles.reduce((made, next) => made.flatMap((one) => next.map((part) => `${one} ${part}`))),
    random,
  )
  return times.map((publishedAt, number) => {
    const title = titles[number % titles.length] ?? ''
    const picture =
      publisher.kind === 'pictures' && number % 3 < 2 ? `/${(number * 7 + index) % 24}.png` : null
    return { title, path: `/${number + 1}`, html: htmlOf(publisher, random), publishedAt, picture }
  })
}

function mixed<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function htmlOf({ name, texts }: MadeUp, random: () => number): string {
  if (name === 'Small Machines') return machineRead
  if (name === 'Field Notes') return longRead
  const start = Math.floor(random() * texts.length)
  return texts.map((_, at) => `<p>${texts[(start + at) % texts.length] ?? ''}</p>`).join('')
}

function rss(publisher: MadeUp, base: string, shown: readonly Article[]): string {
  const items = shown.toReversed().map(({ title, path, html, publishedAt, picture }) => {
    const image =
      picture === null ? '' : `<p><img src="${base}${picture}" width="960" height="600" alt=""></p>`
    const sound =
      publisher.kind === 'sound'
        ? `<enclosure url="${base}${path}.mp3" type="audio/mpeg" length="31457280"/><itunes:duration>31:40</itunes:duration>`
        : ''
    return `<item><title>${escape(title)}</title><link>${base}${path}</link><guid>${base}${path}</guid><author>${publisher.author}</author>
<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>${sound}<description>${escape(image + html)}</description></item>`
  })
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
<title>${publisher.name}</title><link>${base}/</link><description>${publisher.about}</description><language>${publisher.language}</language>
${publisher.kind === 'sound' ? `<itunes:image href="${base}/3.png"/>` : ''}${items.join('\n')}</channel></rss>`
}

function homePage({ name }: MadeUp): string {
  return `<!doctype html><title>${name}</title><link rel="icon" type="image/png" sizes="64x64" href="/icon.png">
<link rel="alternate" type="application/rss+xml" title="${name}" href="/feed"><h1>${name}</h1>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
