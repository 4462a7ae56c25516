import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/**
 * A process that serves ten thousand feeds and more over HTTP/1.1, each at an address of its own in 127.0.0.0/8, so that
 * each is a host: `node feed-farm.ts POSTINGS [EVERY_S]`. Each publishes a posting of words of its own every so many
 * seconds, spread evenly over the sources; without that, none, and all say the same. Sends its port to its parent. Answers
 * 304 to its own ETag. As lean as can be, because it works on the machine that is measured.
 */
const postings = Number(process.argv[2])
const everyMs = 1000 * Number(process.argv[3] ?? Infinity)
const paragraph =
  '<p>The quick brown fox <a href="https://example.org/fox?utm_source=feed">jumps</a> over the <em>lazy dog</em>, and ' +
  'what follows is text as feeds have it: <img src="https://example.org/i.png" alt="a picture"> some words, a ' +
  '<strong>list</strong> of things that nobody asked for, and a conclusion.</p>'
const startedAt = Date.now()
const newestAt = startedAt - 3_600_000
/** Between postings that were there at the start. */
const apartMs = 7_200_000
/** Turns numbers of sources into evenly spread shares of the interval (the golden ratio's fraction). */
const spread = 0.618034

/** The number of postings that a source has published since the start. */
function publishedBy(source: string): number {
  return Math.floor((Date.now() - startedAt) / everyMs + shareOf(source))
}

function shareOf(source: string): number {
  return (Number(source.slice(1)) * spread) % 1
}

function publishedAt(source: string, number: number): number {
  return number > 0 ? startedAt + (number - shareOf(source)) * everyMs : newestAt + number * apartMs
}

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ')

/** The same for the same posting: texts that many sources share would be taken for one story told by all. */
function drawWords(source: string, number: number, count: number): string {
  let state = (Number(source.slice(1)) * 2_654_435_761 + number * 40_503 + count) >>> 0
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const part = (shift: number) => syllables[(state >>> shift) % syllables.length] ?? ''
    return `${part(8)}${part(14)}${part(20)}`
  }).join(' ')
}

function titleOf(source: string, number: number): string {
  return Number.isFinite(everyMs) ? drawWords(source, number, 7) : `Posting ${number} of ${source}`
}

function textOf(source: string, number: number): string {
  return Number.isFinite(everyMs) ? `<p>${drawWords(source, number, 80)}</p>` : paragraph
}

function feedOf(source: string, newest: number): string {
  const items = Array.from({ length: postings }, (_, index) => {
    const number = newest - index
    const url = `https://example.org/${source}/${number}`
    return (
      `<item><guid isPermaLink="false">${source}-${number}</guid><title>${titleOf(source, number)}</title>` +
      `<link>${url}</link><pubDate>${new Date(publishedAt(source, number)).toUTCString()}</pubDate>` +
      `<dc:creator>Author</dc:creator><description><![CDATA[${textOf(source, number)}<p>Source ${source}, ${number}.</p>]]></description></item>`
    )
  })
  return (
    '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>' +
    `<title>Source ${source}</title><link>https://example.org/${source}</link><description>Of a farm</description>` +
    `${items.join('')}</channel></rss>`
  )
}

function answer(head: string): string {
  if (head.startsWith('GET /robots.txt')) return 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'
  const source = /^GET \/(\S+)/.exec(head)?.[1] ?? ''
  const newest = publishedBy(source)
  const etag = `"${newest}"`
  if (head.includes(`if-none-match: ${etag}`)) return `HTTP/1.1 304 Not Modified\r\nETag: ${etag}\r\n\r\n`
  const body = feedOf(source, newest)
  const headers = `Content-Type: application/rss+xml\r\nETag: ${etag}\r\nContent-Length: ${Buffer.byteLength(body)}`
  return `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`
}

function serve(socket: Socket): void {
  let received = ''
  socket.setEncoding('latin1').setNoDelay()
  socket.on('error', () => socket.destroy())
  socket.on('data', (text: string) => {
    received += text
    for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
      socket.write(answer(received.slice(0, end)))
      received = received.slice(end + 4)
    }
  })
}

const server = createServer(serve)
server.listen({ port: 0, host: '0.0.0.0', backlog: 4_096 }, () =>
  process.send?.((server.address() as AddressInfo).port),
)
process.once('disconnect', () => process.exit(0))
