import { createServer } from 'node:net'

/** A port of 127.0.0.1 that nobody uses now. Another process may take it before the caller does. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** Why a server cannot listen at this place (EADDRINUSE, EACCES, …); null when it can. */
export function whyNotListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}
