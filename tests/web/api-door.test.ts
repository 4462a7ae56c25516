import { execFileSync } from 'node:child_process'
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Agent, createServer, request as ask, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createApiDoor } from '#lib/web/api-door.ts'
import { writeDoorRoutes } from '#tests/support/api/door-routes.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'skylark-door-'))
const holder = globalThis as { doorTest?: { ended: string[] } }

/** On a busy machine a module takes seconds to load. */
const patience = { timeout: 20_000 }
const failures: unknown[] = []
const server = createServer((request, response) => {
  delete request.headers['x-skylark-local']
  door(request, response, () => response.writeHead(404).end('of Next')).catch((error: unknown) => {
    failures.push(error)
    response.destroy()
  })
})
let door: ReturnType<typeof createApiDoor>

beforeAll(async () => {
  holder.doorTest = { ended: [] }
  writeDoorRoutes(root)
  door = createApiDoor(root)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(root, { recursive: true, force: true })
})

type Answer = {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

function send(
  address: string,
  options: { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent } = {},
) {
  const { port } = server.address() as AddressInfo
  const { method = 'GET', headers = {}, body, agent } = options
  return new Promise<Answer>((resolve, reject) => {
    const sent = ask(
      { port, host: '127.0.0.1', path: `/api/v1${address}`, method, headers, agent },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

test('a route gets the request as it came, without headers that were taken out, and its answer goes out as it is', async () => {
  const headers = { 'x-skylark-local': 'yes', 'x-told': 'this', host: 'reader.example' }
  const {
    status,
    headers: told,
    body,
  } = await send('/echo/a%2Fb?q=1', { method: 'POST', headers, body: '{"ä":1}' })
  expect([status, told['x-own']]).toEqual([201, 'yes'])
  const seen = JSON.parse(body.toString()) as { told: Record<string, string> }
  expect(seen).toMatchObject({
    id: 'a/b',
    url: 'http://reader.example/api/v1/echo/a%2Fb?q=1',
    body: '{"ä":1}',
  })
  expect(seen.told).toMatchObject({ 'x-told': 'this' })
  expect(seen.told).not.toHaveProperty('x-skylark-local')
  expect(await send('/echo/1')).toMatchObject({ status: 204, body: Buffer.alloc(0) })
})

test('what is no route, or not of this method, is left to others', async () => {
  for (const [address, method] of [
    ['/none', 'GET'],
    ['/long', 'POST'],
    ['/long', 'OPTIONS'],
    ['/long/', 'GET'],
  ] as const)
    expect(await send(address, { method })).toMatchObject({ status: 404, body: Buffer.from('of Next') })
  for (const host of ['two words', 'host:port', 'a@b:c', 'a@b', ':a@b', '[::'])
    expect(await send('/long', { headers: { host } })).toMatchObject({ status: 404 })
})

test('text is packed for who takes it, but not what is to stay as it is', async () => {
  const unpacked = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const packing of ['br', 'gzip'] as const)
    for (const address of ['/long', '/table']) {
      const plain = await send(address)
      const { headers, body } = await send(address, { headers: { 'accept-encoding': packing } })
      expect([plain.headers['content-encoding'], headers['content-encoding']]).toEqual([undefined, packing])
      expect([plain.headers.vary, headers.vary]).toEqual(['accept-encoding', 'accept-encoding'])
      expect(body.length).toBeLessThan(500)
      expect(unpacked[packing](body)).toEqual(plain.body)
    }
  const packedFor = async (accepted: string, address = '/long') =>
    (await send(address, { headers: { 'accept-encoding': accepted } })).headers['content-encoding']
  expect(await packedFor('gzip, br', '/as-it-is')).toBeUndefined()
  for (const accepted of ['gzip;q=0', 'gzip ; q=0.000, br;q=0.0', 'identity', 'brotli, x-gzip'])
    expect(await packedFor(accepted), accepted).toBeUndefined()
  for (const accepted of ['GZIP', 'gzip;q=0.5', 'br;q=0, gzip'])
    expect(await packedFor(accepted), accepted).toBe('gzip')
  for (const accepted of ['br', 'gzip, deflate, br', 'gzip;q=0, BR;q=0.1'])
    expect(await packedFor(accepted), accepted).toBe('br')
})

test('a stream comes as it goes, and ends when its reader leaves', async () => {
  const { port } = server.address() as AddressInfo
  const left = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/stream`, { signal: left.signal })
  const first = await response.body?.getReader().read()
  expect(Buffer.from(first?.value ?? []).toString()).toBe('first')
  left.abort()
  await vi.waitFor(() => expect(holder.doorTest?.ended.toSorted()).toEqual(['cancel', 'signal']), patience)
  expect(failures).toEqual([])
})

test('who leaves in the middle of a body is no failure of the server', async () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  holder.doorTest = { ended: [] }
  const { port } = server.address() as AddressInfo
  const options = { port, host: '127.0.0.1', path: '/api/v1/reads', method: 'POST' }
  const sent = ask({ ...options, headers: { 'content-length': '100' } }).on('error', () => undefined)
  sent.write('half')
  await new Promise((resolve) => server.once('request', resolve))
  sent.destroy()
  await vi.waitFor(() => expect(holder.doorTest?.ended).toEqual(['body']), patience)
  await new Promise((resolve) => setImmediate(resolve))
  expect(said).not.toHaveBeenCalled()
  expect(failures).toEqual([])
})

test('a body that is refused does not keep its sender from the answer, nor from the next one', async () => {
  const body = 'x'.repeat(20_000_000)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let connections = 0
  server.on('connection', () => (connections += 1))
  for (const [method, status] of [
    ['POST', 413],
    ['PUT', 403],
  ] as const) {
    expect((await send('/refuses', { method, body, agent })).status).toBe(status)
    expect((await send('/echo/1', { agent })).status).toBe(204)
  }
  expect(connections).toBe(1)
  agent.destroy()
})

test('what a route throws is told to who asked the door', async () => {
  await expect(send('/broken')).rejects.toThrow('socket hang up')
  expect(failures.splice(0).map(String)).toEqual(['Error: nobody caught this'])
})

test.skipIf(process.platform === 'win32')(
  'a small answer is packed while no thread of the pool is free',
  async () => {
    await send('/long') // its module is loaded
    const pipe = path.join(root, 'pipe')
    execFileSync('mkfifo', [pipe])
    // Whoever opens a pipe to read waits for somebody to write, and keeps a thread for that.
    const readers = Array.from({ length: 64 }, () => open(pipe))
    try {
      const { headers, body } = await send('/long', { headers: { 'accept-encoding': 'gzip' } })
      expect(headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(body).toString()).toContain('long long')
    } finally {
      openSync(pipe, constants.O_RDWR) // ends with this process: all of them find it open
      for (const reader of readers) await (await reader).close()
    }
  },
)
