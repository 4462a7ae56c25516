import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'

/** Answers byte for byte, as no library for HTTP would write them. `keepsOpen`: a server that forgets to end the connection. */
let server: Server
let asked = 0
let answer: { readonly text: string; readonly keepsOpen: boolean } = { text: '', keepsOpen: false }

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      asked += 1
      socket.write(Buffer.from(answer.text.replace(/200 OK(\r?\n)/, '200 OK$1Connection: close$1'), 'latin1'))
      if (!answer.keepsOpen) socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

const body = '<rss version="2.0"><channel><title>A feed</title></channel></rss>'
const length = `Content-Length: ${body.length}`

async function get(text: string, { keepsOpen = false, maxBytes = 100_000 } = {}) {
  ;[asked, answer] = [0, { text, keepsOpen }]
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const options = { userAgent: 'test', allowedPrivateNetworks: ['127.0.0.0/8'], timeoutMs: 10_000, maxBytes }
  const url = `http://127.0.0.1:${port}/feed`
  const got = await fetchFeed({ url, etag: null, lastModified: null }, options)
  if (got.kind === 'fetched') return got.body.toString()
  return got.kind === 'failed' ? got.errorKind : got.kind
}

const chunks = (end: string) =>
  [body.slice(0, 20), body.slice(20)]
    .map((part) => `${part.length.toString(16)}${end}${part}${end}`)
    .join('') + `0${end}${end}`

describe('what browsers read is read', () => {
  it.each([
    ['a line of the head that is folded', `HTTP/1.1 200 OK\r\nX-Note: a\r\n  b\r\n${length}\r\n\r\n${body}`],
    ['lines that end with line feeds alone', `HTTP/1.1 200 OK\nX-Note: a\n${length}\n\n${body}`],
    ['a name with a blank', `HTTP/1.1 200 OK\r\nX Note: a\r\n${length}\r\n\r\n${body}`],
    ['a name with brackets', `HTTP/1.1 200 OK\r\n[x]: a\r\n${length}\r\n\r\n${body}`],
    ['a line without a colon', `HTTP/1.1 200 OK\r\nhello\r\n${length}\r\n\r\n${body}`],
    ['a control character', `HTTP/1.1 200 OK\r\nX: a\x01b\r\n${length}\r\n\r\n${body}`],
    ['one length twice', `HTTP/1.1 200 OK\r\n${length}\r\n${length}\r\n\r\n${body}`],
    ['one length twice in a line', `HTTP/1.1 200 OK\r\n${length},${body.length}\r\n\r\n${body}`],
    [
      'a length beside chunks',
      `HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n${chunks('\r\n')}`,
    ],
    ['chunks that end with line feeds', `HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n${chunks('\n')}`],
    ['another coding that is none', `HTTP/1.1 200 OK\nTransfer-Encoding: identity\n${length}\n\n${body}`],
    [
      '"go on" that nobody asked for',
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n${length}\r\n\r\n${body}`,
    ],
    ['a length beyond the end of a feed', `HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n${body}`],
    ['the same behind an odd head', `HTTP/1.1 200 OK\nContent-Length: 999\n\n${body}`],
    [
      'chunks without the last one',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks('\r\n').slice(0, -5)}`,
    ],
    ['chunks that are none', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`],
    ['hints before it', `HTTP/1.1 103 Early Hints\nLink: </s>\n\nHTTP/1.1 200 OK\n${length}\n\n${body}`],
  ])('%s', async (_, text) => {
    expect(await get(text)).toBe(body)
  })

  it('where the server leaves the connection open', async () => {
    for (const head of [`${length}\n`, 'Transfer-Encoding: chunked\n'])
      expect(
        await get(`HTTP/1.1 200 OK\n${head}\n${head.startsWith('T') ? chunks('\n') : body}`, {
          keepsOpen: true,
        }),
      ).toBe(body)
  })
})

describe('what could mean two things, or is not whole, is refused as it was', () => {
  it.each([
    ['two lengths', `HTTP/1.1 200 OK\nContent-Length: 5\nContent-Length: 7\n\n${body}`],
    ['a length that is none', `HTTP/1.1 200 OK\nContent-Length: 0x10\n\n${body}`],
    ['another coding', `HTTP/1.1 200 OK\nTransfer-Encoding: gzip, chunked\n\n${chunks('\n')}`],
    ['a body that is cut', `HTTP/1.1 200 OK\n${length}\n\n${body.slice(0, -1)}`],
    ['chunks that are cut', `HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n${chunks('\n').slice(0, -9)}`],
    ['no HTTP', 'hello\n\nworld'],
    [
      'hints without end',
      `${'HTTP/1.1 103 Early Hints\n\n'.repeat(30)}HTTP/1.1 200 OK\n${length}\n\n${body}`,
    ],
    ['a head without an end', `HTTP/1.1 200 OK\n${'X: a\n'.repeat(20_000)}`],
  ])('%s', async (_, text) => {
    expect(await get(text)).toBe('broken-answer')
  })

  it('a body that is too large', async () => {
    const text = `HTTP/1.1 200 OK\nContent-Length: 500000\n\n${'a'.repeat(500_000)}`
    expect(await get(text)).toBe('too-large')
  })
})

it('an ordinary answer is asked for once, another one twice', async () => {
  await get(`HTTP/1.1 200 OK\r\n${length}\r\n\r\n${body}`)
  expect(asked).toBe(1)
  await get(`HTTP/1.1 200 OK\n${length}\n\n${body}`)
  expect(asked).toBe(2)
})
