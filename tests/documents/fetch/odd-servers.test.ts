import { createServer, type Server, type Socket } from 'node:net'
import zlib from 'node:zlib'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'

const feed = Buffer.from(
  '<?xml version="1.0"?><rss version="2.0"><channel><title>Größe</title></channel></rss>',
)

/** A server that writes bytes as they stand here: those of a path, by the head of the request and how often it came. */
type Answer = (head: string, times: number, socket: Socket) => Buffer | string
const answers = new Map<string, Answer>()
let asked: string[] = []
let server: Server

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      const head = data.toString('latin1')
      const path = head.split(' ')[1] ?? ''
      asked.push(path)
      const answer = answers.get(path)?.(head, asked.filter((one) => one === path).length, socket)
      if (answer === undefined) socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
      else if (answer.length > 0) socket.end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

function origin(): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

function get(path: string) {
  asked = []
  const options = { userAgent: 'test', allowedPrivateNetworks: ['127.0.0.0/8'], timeoutMs: 10_000 }
  return fetchFeed({ url: origin() + path, etag: null, lastModified: null }, options)
}

async function bodyOf(path: string): Promise<string> {
  const got = await get(path)
  if (got.kind === 'fetched') return got.body.toString()
  return got.kind === 'failed' ? got.errorKind : got.kind
}

const answerOf = (body: Buffer, ...headers: readonly string[]) =>
  Buffer.concat([
    Buffer.from(
      ['HTTP/1.1 200 OK', `Content-Length: ${body.length}`, 'Connection: close', ...headers, '', ''].join(
        '\r\n',
      ),
      'latin1',
    ),
    body,
  ])
const redirect = (...headers: readonly string[]) =>
  Buffer.from(
    ['HTTP/1.1 302 Found', 'Content-Length: 0', 'Connection: close', ...headers, '', ''].join('\r\n'),
    'latin1',
  )

const flushed = zlib.gzipSync(feed, { finishFlush: zlib.constants.Z_SYNC_FLUSH })
test.each([
  ['gzip that calls itself br', 'br', zlib.gzipSync(feed)],
  ['gzip that calls itself deflate', 'deflate', zlib.gzipSync(feed)],
  ['zlib that calls itself gzip', 'gzip', zlib.deflateSync(feed)],
  ['zstd without a name', 'identity', zlib.zstdCompressSync(feed)],
  ['zlib without a name', 'identity', zlib.deflateSync(feed)],
  ['a name in quotes', '"gzip"', zlib.gzipSync(feed)],
  ['a name with a weight', 'gzip;q=1.0', zlib.gzipSync(feed)],
  ['a name in full', 'brotli', zlib.brotliCompressSync(feed)],
  ['a name of old', 'x-deflate', zlib.deflateSync(feed)],
  ['gzip that never ends', 'gzip', flushed],
  ['zlib without its check sum', 'deflate', zlib.deflateSync(feed).subarray(0, -4)],
])('%s is unpacked', async (_, coding, packed) => {
  answers.set('/packed', () => answerOf(packed, `Content-Encoding: ${coding}`))
  expect(await bodyOf('/packed')).toBe(feed.toString())
})

test('a document that is cut is none, however it was packed', async () => {
  const cut = feed.subarray(0, -8)
  for (const [coding, packed] of [
    ['gzip', zlib.gzipSync(cut, { finishFlush: zlib.constants.Z_SYNC_FLUSH })],
    ['br', zlib.brotliCompressSync(feed).subarray(0, -4)],
    ['gzip', zlib.gzipSync(feed).subarray(0, -20)],
  ] as const) {
    answers.set('/packed', () => answerOf(packed, `Content-Encoding: ${coding}`))
    expect(await bodyOf('/packed')).toBe('encoding')
  }
  answers.set('/cut', () => `HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n${cut.toString()}`)
  expect(await bodyOf('/cut')).toMatch(/connect|broken-answer/)
})

test('gzip behind a wrong length or unfinished chunks is whole by its own check sum', async () => {
  const packed = zlib.gzipSync(feed)
  const head = 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n'
  answers.set('/long', () => Buffer.concat([Buffer.from(`${head}Content-Length: 9999\r\n\r\n`), packed]))
  answers.set('/chunks', () =>
    Buffer.concat([
      Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n${packed.length.toString(16)}\r\n`),
      packed,
    ]),
  )
  expect(await bodyOf('/long')).toBe(feed.toString())
  expect(await bodyOf('/chunks')).toBe(feed.toString())
})

it.each([
  ['bytes of another encoding', '/gr\xF6\xDFe', '/gr%F6%DFe'],
  ['bytes of UTF-8', Buffer.from('/größe').toString('latin1'), '/gr%C3%B6%C3%9Fe'],
  ['blanks inside', '/my end/a b', '/my%20end/a%20b'],
  ['a fragment', '/end#top', '/end'],
  ['back strokes', '\\end', '/end'],
])('a redirect with %s is followed', async (_, location, path) => {
  answers.set('/away', () => redirect(`Location: ${location}`))
  answers.set(path, () => answerOf(feed))
  expect(await bodyOf('/away')).toBe(feed.toString())
  expect(asked).toEqual(['/away', path])
})

test('a redirect that says the same twice is followed, one that says two things is not', async () => {
  answers.set('/end', () => answerOf(feed))
  answers.set('/twice', () => redirect('Location: /end', 'Location: /end'))
  answers.set('/two', () => redirect('Location: /end', 'Location: /other'))
  expect(await bodyOf('/twice')).toBe(feed.toString())
  expect(await bodyOf('/two')).toBe('bad-url')
})

test('eight redirects are followed, and a circle ends before it is asked often', async () => {
  for (let hop = 0; hop < 8; hop++) answers.set(`/hop/${hop}`, () => redirect(`Location: /hop/${hop + 1}`))
  answers.set('/hop/8', () => answerOf(feed))
  expect(await bodyOf('/hop/0')).toBe(feed.toString())
  answers.set('/one', () => redirect('Location: /other'))
  answers.set('/other', () => redirect('Location: /one'))
  expect(await bodyOf('/one')).toBe('too-many-redirects')
  expect(asked).toHaveLength(4)
})

test.each([
  [
    'one that ended is taken back',
    'a=2',
    ['a=1; Path=/; Expires=Thu, 01-Jan-1970 00:00:00 GMT', 'a=2; Path=/'],
  ],
  ['its age goes before its end', 'a=1', ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT']],
  ['its value may have blanks', 'a=b c', ['a=b c; Path=/']],
  ['its value may have bytes of any encoding', 'a=\xF6', ['a=\xF6; Path=/']],
])('of cookies %s', async (_, cookie, set) => {
  const heads: string[] = []
  answers.set('/cookie', (head, times) => {
    heads.push(/\r\ncookie: (.*)\r\n/i.exec(head)?.[1] ?? '')
    return times === 1
      ? redirect('Location: /cookie', ...set.map((one) => `Set-Cookie: ${one}`))
      : answerOf(feed)
  })
  expect(await bodyOf('/cookie')).toBe(feed.toString())
  expect(heads).toEqual(['', cookie])
})

test('a cookie without a path goes to the folder that set it alone (RFC 6265, 5.1.4)', async () => {
  const heads: string[] = []
  answers.set('/in/here', () => redirect('Location: /in/there', 'Set-Cookie: a=1'))
  answers.set('/in/there', (head) => {
    heads.push(/\r\ncookie: (.*)\r\n/i.exec(head)?.[1] ?? '')
    return redirect('Location: /out')
  })
  answers.set('/out', (head) => {
    heads.push(/\r\ncookie: (.*)\r\n/i.exec(head)?.[1] ?? '')
    return answerOf(feed)
  })
  expect(await bodyOf('/in/here')).toBe(feed.toString())
  expect(heads).toEqual(['a=1', ''])
})

test.each([
  ['a date to come', 'Last-Modified: Sat, 16 Nov 2041 19:11:00 GMT', { etag: null, lastModified: null }],
  [
    'a date in an odd form',
    'Last-Modified: Fri, 3 May 2024 10:15:00 +0200',
    { lastModified: 'Fri, 3 May 2024 10:15:00 +0200' },
  ],
  ['a date twice', 'Last-Modified: yesterday\r\nLast-Modified: yesterday', { lastModified: 'yesterday' }],
  ['a weak tag of packed bytes', 'ETag: W/"abc-gzip"', { etag: 'W/"abc-gzip"' }],
  ['a tag without quotes', 'ETag: abc', { etag: 'abc' }],
])('validators are kept as far as they are of use: %s', async (_, header, kept) => {
  answers.set('/dated', () => answerOf(feed, header))
  expect(await get('/dated')).toMatchObject({ kind: 'fetched', ...kept })
})

test('a part that nobody asked for is no document, unless it is all of it', async () => {
  const part = (range: string) =>
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 206 Partial Content\r\nContent-Range: ${range}\r\nContent-Length: ${feed.length}\r\n\r\n`,
      ),
      feed,
    ])
  answers.set('/part', () => part('bytes 0-9/100'))
  expect(await get('/part')).toMatchObject({ kind: 'failed', errorKind: 'http', httpStatus: 206 })
  answers.set('/part', () => part(`bytes 0-${feed.length - 1}/${feed.length}`))
  expect(await bodyOf('/part')).toBe(feed.toString())
})

test('a connection that was kept and that the server has ended meanwhile is no failure', async () => {
  answers.set('/first', (_head, _times, socket) => {
    socket.write(
      `HTTP/1.1 200 OK\r\nContent-Length: ${feed.length}\r\n\r\n${feed.toString('latin1')}`,
      'latin1',
    )
    return ''
  })
  answers.set('/second', (_head, times, socket) => {
    if (times > 1) return answerOf(feed)
    socket.destroy()
    return ''
  })
  expect(await bodyOf('/first')).toBe(feed.toString())
  expect(await bodyOf('/second')).toBe(feed.toString())
  expect(asked).toEqual(['/second', '/second'])
})

test('a fresh connection that the server ends without a word is asked once', async () => {
  answers.set('/silent', (_head, _times, socket) => {
    socket.destroy()
    return ''
  })
  expect(await bodyOf('/silent')).toBe('connect')
  expect(asked).toEqual(['/silent'])
})
