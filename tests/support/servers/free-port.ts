import { randomInt } from 'node:crypto'
import { whyNotListen } from '#lib/launch/program/free-port.ts'

/** Linux gives outgoing connections the ports from 32,768 on, other systems those from 49,152 on (RFC 6335). */
const leastPort = 10_000
const portsEnd = 32_768
const mostTries = 100
/** Browsers and `fetch` refuse to ask it ("bad port" of the Fetch standard). */
const forbiddenPort = 10_080

/**
 * A port of 127.0.0.1 that nobody uses now. No outgoing connection takes it before the caller does, as one may take a port that
 * the system chooses; another server could.
 * @throws Error where a hundred ports in a row are in use
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < mostTries; tries++) {
    const port = randomInt(leastPort, portsEnd)
    if (port !== forbiddenPort && (await whyNotListen('127.0.0.1', port)) === null) return port
  }
  throw new Error('No free port was found on 127.0.0.1.')
}
