import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'

/** A server at every address of 127.0.0.0/8 that counts its connections. */
let server: Server
let port: number
let made = 0
const open = new Set<Socket>()
const atOnce = { now: 0, most: 0 }

beforeAll(async () => {
  server = createServer((socket) => {
    made += 1
    open.add(socket)
    socket.once('close', () => open.delete(socket)).on('error', () => undefined)
    socket.on('data', () => {
      atOnce.most = Math.max(atOnce.most, ++atOnce.now)
      setTimeout(() => {
        atOnce.now -= 1
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<rss/>')
      }, 20)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
afterEach(() => void vi.restoreAllMocks())

/** Connections are kept until the clock goes on: on a busy machine their second is over before it is looked at. */
function stopClock(): void {
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
}

async function get(host: string): Promise<void> {
  const answer = await fetchFeed(
    { url: `http://${host}:${port}/`, etag: null, lastModified: null },
    { userAgent: 'Skylark/test', allowedPrivateNetworks: ['127.0.0.0/8'] },
  )
  expect(answer.kind).toBe('fetched')
}

describe('connections', () => {
  it('serve again within a second and end when nobody needs them', async () => {
    made = 0
    stopClock()
    await get('127.0.0.1')
    await get('127.0.0.1')
    expect([made, open.size]).toEqual([1, 1])
    vi.restoreAllMocks()
    await expect.poll(() => open.size).toBe(0)
    await get('127.0.0.1')
    expect(made).toBe(2)
  })

  it('carry one request at a time each, and few stay open however many hosts are asked', async () => {
    made = 0
    atOnce.most = 0
    stopClock()
    await Promise.all([get('127.0.0.2'), get('127.0.0.2'), get('127.0.0.2')])
    expect([made, atOnce.most]).toEqual([3, 3])
    await Promise.all(Array.from({ length: 400 }, (_, index) => get(`127.0.1.${1 + (index % 200)}`)))
    await expect.poll(() => open.size).toBe(128)
    vi.restoreAllMocks()
    await expect.poll(() => open.size).toBe(0)
  })

  it('are not used again after a request that was given up', async () => {
    const url = `http://127.0.0.3:${port}/`
    const options = { userAgent: 'Skylark/test', allowedPrivateNetworks: ['127.0.0.0/8'] }
    const given = await fetchFeed({ url, etag: null, lastModified: null }, { ...options, timeoutMs: 5 })
    expect(given).toMatchObject({ errorKind: 'timeout' })
    made = 0
    await get('127.0.0.3')
    expect(made).toBe(1)
  })
})
