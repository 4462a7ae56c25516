import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guardedConnections } from '#lib/documents/door/connections.ts'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'

/** A server at every address of 127.0.0.0/8 that counts its connections, and ends none of them. */
let server: Server
let port: number
let made = 0
const open = new Set<Socket>()
/** Requests that wait until so many are there. */
let wanted = 1
let waiting: ServerResponse[] = []

beforeAll(async () => {
  server = createServer((_request, response) => {
    waiting.push(response)
    if (waiting.length < wanted) return
    for (const each of waiting) each.end('<rss/>')
    waiting = []
  })
  server.keepAliveTimeout = 0
  server.on('connection', (socket) => {
    made += 1
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(async () => {
  await expect.poll(() => open.size).toBe(0)
  made = 0
  wanted = 1
  waiting = []
})

function ask(host: string, signal?: AbortSignal) {
  return fetchFeed(
    { url: `http://${host}:${port}/`, etag: null, lastModified: null, ...(signal && { signal }) },
    { userAgent: 'Skylark/test', allowedPrivateNetworks: ['127.0.0.0/8'] },
  )
}

describe('connections', () => {
  it('serve again, and end when nobody needs them', async () => {
    for (let n = 0; n < 10; n += 1) expect(await ask('127.0.0.1')).toMatchObject({ kind: 'fetched' })
    expect(made).toBeLessThan(10) // they are kept for a second: on a busy machine not each request comes in time
    await expect.poll(() => open.size).toBe(0)
  })

  it('carry one request at a time each', async () => {
    wanted = 3
    const answers = await Promise.all(['127.0.0.2', '127.0.0.2', '127.0.0.2'].map((host) => ask(host)))
    expect(answers).toMatchObject([{ kind: 'fetched' }, { kind: 'fetched' }, { kind: 'fetched' }])
    expect(made).toBe(3)
  })

  it('are lent to one at a time, and few are kept however many hosts are asked', async () => {
    const { take, giveBack } = guardedConnections([], () => Promise.reject(new Error('nobody is asked')))
    const [origin = '', ...others] = Array.from({ length: 400 }, (_, n) => `http://host-${n}.example`)
    const first = take(origin)
    giveBack(origin, first)
    expect(take(origin)).toBe(first)
    expect(take(origin)).not.toBe(first)
    const clients = others.map(take)
    for (const [n, client] of clients.entries()) giveBack(others[n] ?? '', client)
    const kept = () => clients.flatMap(({ destroyed }, n) => (destroyed ? [] : [n]))
    expect(kept()).toEqual([...clients.keys()].slice(-kept().length)) // the last ones
    expect(kept().length).toBeGreaterThan(50)
    expect(kept().length).toBeLessThanOrEqual(130)
    await expect.poll(kept).toEqual([])
  })

  it('end with a request that is given up', async () => {
    wanted = 2
    const given = new AbortController()
    const answer = ask('127.0.0.3', given.signal)
    await expect.poll(() => waiting.length).toBe(1)
    expect(open.size).toBe(1)
    given.abort()
    expect(await answer).toMatchObject({ errorKind: 'aborted' })
    await expect.poll(() => open.size).toBe(0)
  })
})
