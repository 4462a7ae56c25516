import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { boundConnections } from '#lib/web/bound-connections.ts'

let server: Server
const sockets: Socket[] = []

async function listen(bounds?: { readonly idle: number; readonly ahead: number }) {
  const begun: string[] = []
  server = createServer((request, response) => {
    if (!admits(request, response)) return
    begun.push(request.url ?? '')
    if (request.url !== '/slow') setImmediate(() => response.end('answered'))
  })
  const admits = boundConnections(server, bounds)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return begun
}

async function open(): Promise<Socket> {
  const accepted = once(server, 'connection')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await accepted
  return socket
}

const ask = (socket: Socket, path: string, times = 1) =>
  void socket.write(`GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`.repeat(times))

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
})

test('requests without end on one connection end it, and few of them are begun', async () => {
  const begun = await listen()
  const socket = await open()
  ask(socket, '/slow', 1_000)
  await once(socket.resume(), 'close')
  expect(begun.length).toBe(20)
})

test('a program that sends some requests ahead has all answers, again and again', async () => {
  await listen()
  const socket = await open()
  let text = ''
  socket.on('data', (part: Buffer) => {
    text += part.toString()
  })
  for (let turn = 1; turn <= 3; turn += 1) {
    ask(socket, '/', 20)
    await expect.poll(() => text.match(/answered/g)?.length).toBe(20 * turn)
  }
  expect(socket.destroyed).toBe(false)
})

test('of connections without a request the one that rests longest ends; one with a request stays', async () => {
  const begun = await listen({ idle: 2, ahead: 20 })
  const busy = await open()
  ask(busy, '/slow')
  await expect.poll(() => begun).toEqual(['/slow'])
  const first = await open()
  const second = await open()
  ask(first, '/')
  await once(first, 'data') // it rests for less long than the second now
  const ended = once(second.resume(), 'close')
  const third = await open()
  await ended
  expect([busy, first, third].map(({ destroyed }) => destroyed)).toEqual([false, false, false])
})
