import { randomBytes } from 'node:crypto'
import { createServer, request as ask, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, createGunzip, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PackingResponse } from '#lib/web/packing-response.ts'

type Way = (response: PackingResponse) => unknown

const ways: Record<string, Way> = {}
const server = createServer({ ServerResponse: PackingResponse }, (request, response) => {
  response.packAnswer()
  response.setHeader('content-type', 'text/html; charset=utf-8')
  void ways[request.url ?? '']?.(response)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

let count = 0

function get(
  way: Way,
  options: { accepts?: string; method?: string; onBytes?: (bytes: Buffer) => void } = {},
) {
  const { accepts = 'gzip, br', method = 'GET', onBytes } = options
  const path = `/${(count += 1)}`
  ways[path] = way
  const { port } = server.address() as AddressInfo
  const headers = { 'accept-encoding': accepts, connection: 'close' }
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      ask({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => {
          parts.push(part)
          onBytes?.(part)
        })
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      })
        .once('error', reject)
        .end()
    },
  )
}

const long = 'a long page of many words, '.repeat(2_000)
const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

test('a page that comes in parts and turns is one packed piece', async () => {
  for (const packing of ['br', 'gzip'] as const) {
    const { headers, body } = await get(
      async (response) => {
        response.setHeader('vary', 'rsc')
        response.flushHeaders()
        expect(response.headersSent).toBe(true)
        for (let turn = 0; turn < 4; turn += 1) {
          expect(response.write(long)).toBe(true)
          await nextTurn()
        }
        response.end('the end', () => undefined)
      },
      { accepts: packing },
    )
    expect(headers).toMatchObject({ 'content-encoding': packing, vary: 'rsc, accept-encoding' })
    expect(headers['content-length']).toBe(String(body.length))
    expect(unpack[packing](body).toString()).toBe(`${long.repeat(4)}the end`)
  }
})

test('what comes bit by bit is seen bit by bit, packed, from its headers on', async () => {
  let sendMore = () => {}
  const seen: string[] = []
  const unpacked = createGunzip().on('data', (bytes: Buffer) => {
    seen.push(bytes.toString())
    if (seen.join('') === 'first') sendMore()
  })
  const { headers, body } = await get(
    async (response) => {
      response.write('first')
      await new Promise<void>((resolve) => (sendMore = resolve))
      response.write(Buffer.from(' second'))
      await sleep(20)
      response.end(long)
    },
    { accepts: 'gzip', onBytes: (bytes) => unpacked.write(bytes) },
  )
  expect([headers['content-encoding'], headers['content-length']]).toEqual(['gzip', undefined])
  expect(gunzipSync(body).toString()).toBe(`first second${long}`)
})

test('who sends more than is taken is told to wait, and goes on', async () => {
  const random = Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * 7919 + (n >> 3) * 104_729) & 255))
  let waits = 0
  const { body } = await get(async (response) => {
    response.write('x')
    await sleep(20)
    for (let part = 0; part < 40; part += 1)
      if (!response.write(random)) {
        waits += 1
        await new Promise((resolve) => response.once('drain', resolve))
      }
    response.end()
  })
  expect(waits).toBeGreaterThan(0)
  expect(
    brotliDecompressSync(body).equals(Buffer.concat([Buffer.from('x'), ...Array<Buffer>(40).fill(random)])),
  ).toBe(true)
})

test('what is small, no text, packed already, a part, or not to be changed goes as it is', async () => {
  const plain = async (way: Way, options = {}) => {
    const answer = await get(way, options)
    expect(answer.headers['content-encoding']).not.toBe('br')
    return answer
  }
  const small = await plain((response) => response.end('small'))
  expect([small.headers['content-length'], String(small.body)]).toEqual(['5', 'small'])
  const headersOf: Record<string, string | number>[] = [
    { 'content-type': 'image/png' },
    { 'content-encoding': 'zstd' },
    { 'cache-control': 'no-store, no-transform' },
  ]
  for (const headers of headersOf) {
    const answer = await plain((response) => response.writeHead(200, headers).end(long))
    expect([answer.headers.vary, String(answer.body)]).toEqual([undefined, long])
  }
  expect(String((await plain((response) => response.writeHead(206).end(long))).body)).toBe(long)
  const none = await plain((response) => response.end(long), { accepts: 'identity' })
  expect([none.headers.vary, String(none.body)]).toEqual(['accept-encoding', long])
  const head = await plain((response) => response.writeHead(200, { 'content-length': 54_000 }).end(), {
    method: 'HEAD',
  })
  expect([head.headers['content-length'], head.headers.vary, head.body.length]).toEqual([
    '54000',
    'accept-encoding',
    0,
  ])
  expect(await plain((response) => response.writeHead(204).end())).toMatchObject({ status: 204 })
})

test('status and headers are those that were given, in each way that Node has', async () => {
  const object = await get((response) =>
    response.writeHead(404, 'Gone fishing', { 'x-way': 'object' }).end(long),
  )
  expect([object.status, object.headers['x-way'], object.headers['content-encoding']]).toEqual([
    404,
    'object',
    'br',
  ])
  const list = await get((response) => {
    response.setHeader('x-way', 'before')
    response.writeHead(500, ['x-way', 'list', 'set-cookie', 'a=1', 'set-cookie', 'b=2']).end(long)
  })
  expect([list.status, list.headers['x-way'], list.headers['set-cookie']]).toEqual([
    500,
    'list',
    ['a=1', 'b=2'],
  ])
})

test('what is done too late fails where it is done, and changes nothing of the answer', async () => {
  const { headers, body } = await get((response) => {
    expect([response.headersSent, response.writableEnded]).toEqual([false, false])
    response.write(long)
    expect([response.headersSent, response.writableEnded]).toEqual([true, false])
    expect(() => response.writeHead(500)).toThrow('after they are sent')
    response.end()
    expect([response.headersSent, response.writableEnded]).toEqual([true, true])
    response.end()
  })
  expect([headers['content-encoding'], brotliDecompressSync(body).toString()]).toEqual(['br', long])
  const large = await get((response) => {
    response.end(long.repeat(20))
    expect([response.headersSent, response.writableEnded]).toEqual([true, true])
    response.end('more')
  })
  expect(brotliDecompressSync(large.body).toString()).toBe(long.repeat(20))
  await expect(
    get((response) => {
      response.statusMessage = 'of two\nlines'
      expect(() => response.end(long)).toThrow('Invalid character')
      response.destroy()
    }),
  ).rejects.toThrow(/hang up|aborted/)
})

test('who sends without end and is not read is told to wait', async () => {
  let taken = 0
  const path = `/${(count += 1)}`
  const ended = new Promise<void>((resolve) => {
    ways[path] = async (response) => {
      while (response.write(randomBytes(20_000)) && taken < 400) {
        taken += 1
        await nextTurn()
      }
      response.destroy()
      resolve()
    }
  })
  const { port } = server.address() as AddressInfo
  const asked = ask({ port, host: '127.0.0.1', path, headers: { 'accept-encoding': 'br' } }, (answer) => {
    answer.pause().on('error', () => undefined)
  })
  asked.on('error', () => undefined).end()
  await ended
  expect(taken).toBeLessThan(400)
})

test('an answer that breaks off is not taken for whole', async () => {
  await expect(
    get(async (response) => {
      response.write(long)
      await sleep(20)
      response.destroy()
    }),
  ).rejects.toThrow(/hang up|aborted/)
  await expect(
    get((response) => {
      response.write(long)
      response.destroy()
    }),
  ).rejects.toThrow(/hang up|aborted/)
})
