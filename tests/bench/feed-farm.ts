import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/**
 * A process that serves ten thousand feeds and more over HTTP/1.1, each at an address of its own in 127.0.0.0/8, so that
 * each is a host: `node feed-farm.ts POSTINGS`. Sends its port to its parent. Answers 304 to its own ETag. As lean as can
 * be, because it works on the machine that is measured.
 */
const postings = Number(process.argv[2])
const paragraph =
  '<p>The quick brown fox <a href="https://example.org/fox?utm_source=feed">jumps</a> over the <em>lazy dog</em>, and ' +
  'what follows is text as feeds have it: <img src="https://example.org/i.png" alt="a picture"> some words, a ' +
  '<strong>list</strong> of things that nobody asked for, and a conclusion.</p>'
const newestAt = Date.now() - 3_600_000
const etag = '"first"'
const notModified = Buffer.from(`HTTP/1.1 304 Not Modified\r\nETag: ${etag}\r\n\r\n`)

function feedOf(source: string): string {
  const items = Array.from({ length: postings }, (_, index) => {
    const url = `https://example.org/${source}/${index}`
    return (
      `<item><guid isPermaLink="false">${source}-${index}</guid><title>Posting ${index} of ${source}</title>` +
      `<link>${url}</link><pubDate>${new Date(newestAt - index * 7_200_000).toUTCString()}</pubDate>` +
      `<dc:creator>Author</dc:creator><description><![CDATA[${paragraph}<p>Source ${source}, ${index}.</p>]]></description></item>`
    )
  })
  return (
    '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>' +
    `<title>Source ${source}</title><link>https://example.org/${source}</link><description>Of a farm</description>` +
    `${items.join('')}</channel></rss>`
  )
}

function answer(head: string): Buffer | string {
  if (head.includes(`if-none-match: ${etag}`)) return notModified
  if (head.startsWith('GET /robots.txt')) return 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'
  const source = /^GET \/(\S+)/.exec(head)?.[1] ?? ''
  const body = feedOf(source)
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
