import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#lib/runtime/log.ts'

/** A connection that hears nothing for so long makes it doubtful that the database is still there. */
const doubtAfterMs = 5_000
/** A database that is there greets a new connection at once; it has so many looks, a second each. */
const looks = 5
const lookEveryMs = 1_000
/** A look that took longer came late: this process, or the whole machine, was busy, and heard nothing for that reason. */
const lateAfterMs = 1_200
/** Late or not, after so many looks a database counts as silent. */
const mostLooks = 60

/**
 * Makes the sockets of a pool. Where one hears nothing for seconds while somebody waits for an answer, another connection is tried: a database
 * that does not greet it is silent (its machine is gone or stands still). Then all connections end, and new ones at once, until it greets
 * again, so that whoever waits is told. Without this a request waits until TCP gives up, a quarter of an hour, or for ever. A statement that
 * takes long is left alone.
 */
export function endingSilence(url: string, isAwaited: () => boolean): () => Socket {
  const sockets = new Set<Socket>()
  let looking: Promise<void> | null = null
  let isSilent = false

  async function look(): Promise<void> {
    while (!(await greets(url))) {
      if (!isSilent) log.warn('database-silent', { connections: sockets.size })
      isSilent = true
      for (const socket of sockets) socket.destroy()
      await sleep(lookEveryMs, undefined, { ref: false })
    }
    if (isSilent) log.info('database-speaks')
    isSilent = false
  }

  return () => {
    const socket = new Socket()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    if (isSilent) setImmediate(() => socket.destroy())
    socket.on('timeout', async () => {
      if (isAwaited()) looking ??= look().finally(() => (looking = null))
      await looking
      socket.setTimeout(doubtAfterMs) // it is told once, until something is heard again
    })
    return socket.setTimeout(doubtAfterMs)
  }
}

/** Whether the database answers one who comes new; that it refuses is an answer. */
async function greets(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  let hasAnswered: boolean | null = null
  client.on('error', () => undefined) // told by `connect`, too
  const answered = client.connect().then(
    () => {
      hasAnswered = true
      return client.end()
    },
    (error: unknown) => (hasAnswered = error instanceof pg.DatabaseError),
  )
  // Not in one go: a process that was busy itself for as long hears the answer before it looks again.
  for (let inTime = 0, all = 0; inTime < looks && all < mostLooks && hasAnswered === null; all++) {
    const beganAt = performance.now()
    await Promise.race([answered, sleep(lookEveryMs, undefined, { ref: false })])
    if (performance.now() - beganAt < lateAfterMs) inTime++
  }
  if (hasAnswered === null) client.connection.stream.destroy()
  return hasAnswered ?? false
}
