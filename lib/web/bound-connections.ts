import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Beyond what proxies and browsers keep open, and far below the files that a process may open. One takes some 10 kB. */
const mostIdle = 2_000
/** Browsers send the next request once the answer to the last has come; a program may send a few ahead (RFC 9112, 9.3.2). */
const mostAhead = 20

type Bounds = { readonly idle: number; readonly ahead: number }

/**
 * Bounds what connections cost, which strangers open without limit: where too many are without a request, the one that has been so for longest
 * ends, and a connection that brings many requests at once ends with them. All of a read are begun before anything else is, which 60 kB can draw
 * out for seconds. By address nothing is counted: all readers may share that of a proxy or a network.
 * @returns whether a request is to be answered
 */
export function boundConnections(
  server: Server,
  { idle: most, ahead }: Bounds = { idle: mostIdle, ahead: mostAhead },
): (request: IncomingMessage, response: ServerResponse) => boolean {
  /** In the order in which they became so. */
  const idle = new Set<Socket>()
  const underWay = new WeakMap<Socket, number>()

  function rest(socket: Socket): void {
    if (socket.destroyed) return
    idle.add(socket)
    const [longest] = idle
    if (idle.size > most) longest?.destroy()
    if (longest?.destroyed === true) idle.delete(longest)
  }

  server.on('connection', (socket) => {
    socket.once('close', () => idle.delete(socket))
    rest(socket)
  })
  return ({ socket }, response) => {
    if (socket.destroyed) return false
    const requests = (underWay.get(socket) ?? 0) + 1
    if (requests > ahead) {
      socket.destroy()
      return false
    }
    idle.delete(socket)
    underWay.set(socket, requests)
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1
      underWay.set(socket, left)
      if (left === 0) rest(socket)
    })
    return true
  }
}
