import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** Stands before a database: shut, it is gone for whoever came through here, as one whose machine was taken away. */
export type DatabaseGate = {
  /** Of the database, through the gate. */
  readonly url: string
  /** Ends all connections and refuses new ones. */
  readonly shut: () => Promise<void>
  readonly open: () => Promise<void>
  /** Connections that were asked for while it was shut are not seen; those that came in since it was made are. */
  readonly entered: () => number
}

export async function openDatabaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const behind = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let entered = 0
  let server: Server | null = null
  let port = 0

  function enter(outer: Socket): void {
    entered += 1
    const inner = connect(Number(behind.port), behind.hostname)
    for (const [socket, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy()) // either end may be taken away
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }

  async function open(): Promise<void> {
    server = createServer(enter)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  await open()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    open,
    entered: () => entered,
    shut: async () => {
      const closed = server === null ? null : once(server, 'close')
      server?.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
