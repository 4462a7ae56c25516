import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { whyNotListen } from '#lib/launch/program/free-port.ts'
import { findFreePort } from '#tests/support/servers/free-port.ts'

test('a free port is one that no outgoing connection takes meanwhile', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()))
  // RFC 6335 and Linux's ip_local_port_range
  expect(ports.filter((port) => port < 1024 || port >= 32_768)).toEqual([])
  expect(new Set(ports).size).toBeGreaterThan(15)
})

test('a server can listen there, and nobody else then', async () => {
  const port = await findFreePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect(await whyNotListen('127.0.0.1', port)).toBe('EADDRINUSE')
  await new Promise((resolve) => server.close(resolve))
  expect(await whyNotListen('127.0.0.1', port)).toBeNull()
})
