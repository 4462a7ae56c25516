import type { Server } from 'node:http'

/** Longer than a phone loses its net for on the way. */
const longestMs = 120_000

/**
 * Ends a connection of which nobody takes the answer, once nothing of it was taken for so long: what is to be sent stays in memory.
 * A route that takes longer before it says anything is waited for.
 */
export function endUntaken(server: Server, untakenForMs = longestMs): void {
  server.timeout = untakenForMs
  server.on('request', (_request, response) => {
    response.on('timeout', () => {
      const { socket } = response
      if (socket !== null && socket.writableLength > 0) socket.destroy()
    })
  })
}
