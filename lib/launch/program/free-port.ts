import { createServer } from 'node:net'

/** Why a server cannot listen at this place (EADDRINUSE, EACCES, …); null when it can. */
export function whyNotListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}
