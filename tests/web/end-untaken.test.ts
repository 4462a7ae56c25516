import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endUntaken } from '#lib/web/end-untaken.ts'

/** Instead of two minutes; longer than a busy machine lets this process wait. */
const untakenForMs = 2_000
/** More than two systems' buffers take. */
const large = Buffer.alloc(64_000_000, 'x')

const server = createServer((request, response) => {
  if (request.url === '/slow') setTimeout(() => response.end('late'), 1.5 * untakenForMs)
  else response.end(large)
})

beforeAll(async () => {
  endUntaken(server, untakenForMs)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

function ask(path: string) {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  return socket
}

test('an answer that nobody takes ends', async () => {
  const arrived = once(server, 'request') as Promise<[unknown, { socket: NodeJS.EventEmitter }]>
  const client = ask('/large').pause()
  const [, response] = await arrived
  await once(response.socket, 'close')
  client.destroy()
})

test('an answer that is taken slowly arrives whole', async () => {
  let bytes = 0
  let paused = 0
  for await (const part of ask('/large')) {
    bytes += (part as Buffer).length
    if (bytes < paused * 1_000_000) continue
    paused += 1
    await pause(untakenForMs / 40)
  }
  expect(bytes).toBeGreaterThan(large.length)
})

test('a route that says nothing for long is waited for', async () => {
  let text = ''
  for await (const part of ask('/slow')) text += String(part)
  expect(text).toMatch(/late$/)
})

test('a connection on which nothing is asked ends', async () => {
  const { port } = server.address() as AddressInfo
  await once(connect(port, '127.0.0.1').resume(), 'close')
})
