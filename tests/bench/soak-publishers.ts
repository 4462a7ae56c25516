import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipBomb, status } from '#tests/support/servers/feed-answers.ts'
import { rssDocument } from '#tests/support/servers/feed-documents.ts'
import { faultRule, faults } from '#tests/support/chaos/faults.ts'
import { drawPicture, drawWords } from './soak-drawn.ts'

const hourMs = 3_600_000
const sourcesPerHost = 3
const faultShare = 0.04
/** The length of a document. Days of it, as nobody can store what left it unseen while a host failed. */
const shownCount = 40
/** Every so many postings are changed so long after they came. */
const editedEach = 5
const editedAfterMs = 7 * hourMs
/** From which hour of the run on sources move and end. */
const movesAfterMs = 12 * hourMs
const endsAfterMs = 30 * hourMs

/** `usual` ones fail for an hour now and then; the others stay as they are. */
export type Publisher = {
  readonly name: string
  readonly kind: 'usual' | 'edited' | 'moved' | 'gone' | 'slow' | 'hostile'
  readonly url: string
  readonly hostName: string
}

export type Publishers = {
  readonly all: readonly Publisher[]
  /** The number of postings that each readable feed has published by now, by the name that its document says; and their hosts. */
  readonly published: () => ReadonlyMap<string, number>
  readonly countedHosts: readonly string[]
  /** The postings that came since the start are published now, and from now on those that come: so the first documents, read somewhat later, lack nothing. */
  readonly begin: () => void
  /** No more is published, and nothing fails any more that need not. */
  readonly end: () => void
  readonly close: () => Promise<void>
}

/** Of twenty sources. */
const kinds: Readonly<Record<number, Publisher['kind']>> = {
  3: 'edited',
  4: 'edited',
  7: 'moved',
  17: 'gone',
  18: 'slow',
  19: 'hostile',
}
const isCounted = ({ kind }: Publisher) => kind === 'usual' || kind === 'edited' || kind === 'moved'

/**
 * So many sources by the clock `now`: most well-behaved, several on a host, with new postings and failing hours; some that edit, move, end,
 * never finish an answer or mean harm. Listens at hosts' own addresses in 127.0.0.0/8.
 */
export async function startPublishers(count: number, seed: number, now: () => number): Promise<Publishers> {
  const startAt = now()
  let endAt = Infinity
  let rule = faultRule(faultShare, seed)
  let hasBegun = false
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  const all = Array.from({ length: count }, (_, index) => publisherOf(index, port))

  const everyMs = (index: number) => (2 + (index % 5)) * hourMs
  const countAt = (index: number, at: number) => {
    const since = (Math.min(at, endAt) - startAt) / everyMs(index) + ((index * 0.618) % 1)
    return shownCount + (hasBegun ? Math.floor(since) : 0)
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const [, place = '', index = ''] = /^\/(feed|moved|picture)\/(\d+)/.exec(request.url ?? '') ?? []
    const publisher = all[Number(index)]
    if (publisher === undefined) return void response.writeHead(404).end()
    if (place === 'picture') return drawPicture(request.url ?? '', response)
    const at = now()
    // Whose first document comes late never showed what had left it by then.
    const fault = hasBegun && isCounted(publisher) ? rule(publisher.name, at) : null
    if (fault !== null) return faults[fault].route(request, response)
    const isOver = at - startAt > endsAfterMs
    if (publisher.kind === 'slow') return faults['slow body'].route(request, response)
    if (publisher.kind === 'hostile') return hostile(at)(request, response)
    if (publisher.kind === 'gone' && isOver) return status(410)(request, response)
    const hasMoved = publisher.kind === 'moved' && at - startAt > movesAfterMs
    if (hasMoved && place === 'feed') return status(301, { location: `/moved/${index}` })(request, response)
    show(publisher, Number(index), at, request, response)
  }

  function show(
    { name, kind, hostName }: Publisher,
    index: number,
    at: number,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const out = countAt(index, at)
    const postings = Array.from({ length: shownCount }, (_, back) => {
      const number = out - 1 - back
      const shareOfInterval = (index * 0.618) % 1
      const publishedAt = startAt + (number + 1 - shownCount - shareOfInterval) * everyMs(index)
      const isEdited =
        kind === 'edited' && number % editedEach === 0 && Math.min(at, endAt) > publishedAt + editedAfterMs
      const words = drawWords(`${name} ${number}`, 60)
      const picture = `<img src="http://${hostName}:${port}/picture/${index}/${number}.png" width="64" height="64" alt="">`
      const text = `<p>${isEdited ? 'Corrected: ' : ''}${words}</p>${picture}`
      const link = `http://${hostName}:${port}/page/${index}/${number}`
      return {
        guid: `${name}-${number}`,
        title: drawWords(`title ${name} ${number}`, 6),
        publishedAt,
        link,
        text,
      }
    })
    const body = rssDocument(name, postings)
    const etag = `"${createHash('sha1').update(body).digest('hex').slice(0, 16)}"`
    const headers = { etag, date: new Date(at).toUTCString(), 'content-type': 'application/rss+xml' }
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, headers).end()
    response.writeHead(200, headers).end(body)
  }

  return {
    all,
    countedHosts: [...new Set(all.filter(isCounted).map(({ hostName }) => hostName))],
    published: () =>
      new Map(
        all.flatMap((publisher, index) =>
          isCounted(publisher) ? [[publisher.name, countAt(index, now())]] : [],
        ),
      ),
    begin: () => (hasBegun = true),
    end: () => {
      endAt = now()
      rule = () => null
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Those that fail all the time have hosts of their own: three in a row and the host is left alone. */
function publisherOf(index: number, port: number): Publisher {
  const kind = kinds[index % 20] ?? 'usual'
  const host =
    kind === 'gone' || kind === 'slow' || kind === 'hostile'
      ? 400 + index
      : Math.floor(index / sourcesPerHost)
  const hostName = `127.60.${Math.floor(host / 250)}.${(host % 250) + 1}`
  return { name: `source ${index}`, kind, url: `http://${hostName}:${port}/feed/${index}`, hostName }
}

const bombs = [
  gzipBomb(30_000_000),
  faults['huge body'].route,
  faults['redirect loop'].route,
  status(
    200,
    { 'content-type': 'application/rss+xml' },
    `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(100)}">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${String.fromCharCode(97 + n)};`.repeat(10)}">`).join('')}]><rss><channel><title>&j;</title></channel></rss>`,
  ),
  status(200, { 'content-type': 'application/rss+xml' }, '<a>'.repeat(500_000)),
]

/** Another way to do harm each hour. */
function hostile(at: number) {
  return bombs[Math.floor(at / hourMs) % bombs.length] ?? status(500)
}
