import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { findFreePort } from './free-port.ts'

/** Stands before a database: shut, it is gone for whoever came through here, as one whose machine was taken away. */
export type DatabaseGate = {
  /** Of the database, through the gate. */
  readonly url: string
  /** Ends all connections and refuses new ones. */
  readonly shut: () => Promise<void>
  readonly open: () => Promise<void>
  /** Lets nothing through, neither of the connections that are there nor of new ones, and ends none: as a machine that stands still. */
  readonly hush: () => void
  readonly unhush: () => void
  /**
   * As where a machine is gone and another one has its address: those who come new are served, nobody else is. What the old one was in the
   * midst of is gone with it, so that its locks hold up nobody.
   */
  readonly replace: () => void
  /** Ends all connections as a process does that is killed with words unread: by a reset, whoever waits for an answer. */
  readonly reset: () => void
  /** Connections that were asked for while it was shut are not seen; those that came in since it was made are. */
  readonly entered: () => number
}

export async function openDatabaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const sockets = new Set<Socket>()
  let entered = 0
  let server: Server | null = null
  const port = await findFreePort() // shut, it must find its port free again
  let isHushed = false
  const pairs = new Set<readonly [Socket, Socket]>()
  const inners = new Set<Socket>()

  function enter(outer: Socket): void {
    entered += 1
    const inner = connect(placeOf(databaseUrl))
    inners.add(inner)
    inner.on('close', () => inners.delete(inner))
    for (const pair of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      const [socket, other] = pair
      sockets.add(socket)
      pairs.add(pair)
      socket.on('error', () => other.destroy()) // either end may be taken away
      socket.on('close', () => {
        sockets.delete(socket)
        pairs.delete(pair)
        other.destroy()
      })
      if (!isHushed) socket.pipe(other)
    }
  }

  async function open(): Promise<void> {
    server = createServer(enter)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  await open()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  url.searchParams.delete('host')
  return {
    url: url.href,
    open,
    entered: () => entered,
    hush: () => {
      isHushed = true
      for (const [socket, other] of pairs) socket.unpipe(other).pause()
    },
    replace: () => {
      isHushed = false
      for (const inner of inners) inner.removeAllListeners('close').destroy() // whoever waits is not told
      inners.clear()
    },
    reset: () => {
      for (const socket of sockets) if (!inners.has(socket)) socket.resetAndDestroy()
    },
    unhush: () => {
      isHushed = false
      for (const [socket, other] of pairs) socket.pipe(other)
    },
    shut: async () => {
      const closed = server === null ? null : once(server, 'close')
      server?.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** The embedded PostgreSQL has a socket in a folder that its address names. */
function placeOf(url: string) {
  const { searchParams, hostname, port } = new URL(url)
  const folder = searchParams.get('host')
  return folder === null ? { host: hostname, port: Number(port) } : { path: `${folder}/.s.PGSQL.${port}` }
}
