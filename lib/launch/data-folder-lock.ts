import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type DataFolderLock = {
  /** Tells those who ask (`askHolder`) where the database is. */
  readonly publish: (databaseUrl: string) => void
  readonly release: () => Promise<void>
}

/** A socket's path has room for 104 bytes on macOS, 108 on Linux. */
const longestSocketPath = 100

/**
 * Takes a data folder for this process alone; null when another process has it. The lock is a socket, which the
 * system closes however its process ends, so a killed holder never locks out its successor.
 */
export async function holdDataFolder(dataDir: string): Promise<DataFolderLock | null> {
  mkdirSync(dataDir, { recursive: true })
  const place = socketPath(dataDir)
  const free = await listen(place)
  if (free !== null) return toLock(free)
  if ((await ask(place)) !== null) return null
  rmSync(place, { force: true }) // its process was killed
  const server = await listen(place)
  if (server === null) return null
  const inode = statSync(place).ino
  await sleep(150) // long enough for another one that found the same dead socket to have replaced ours
  if (statSync(place, { throwIfNoEntry: false })?.ino === inode) return toLock(server)
  server.close()
  return null
}

/** Address of the database of the process that holds the data folder; null when none does, or it is still starting. */
export async function askHolder(dataDir: string): Promise<string | null> {
  const answer = await ask(socketPath(dataDir))
  return answer === '' ? null : answer
}

function toLock(server: Server): DataFolderLock {
  let databaseUrl = ''
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(databaseUrl)
  })
  return {
    publish: (url) => {
      databaseUrl = url
    },
    release: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function socketPath(dataDir: string): string {
  const inside = path.join(dataDir, 'skylark.sock')
  if (Buffer.byteLength(inside) <= longestSocketPath) return inside
  const name = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `skylark-${name}.sock`)
}

/** Null when the place is taken, by the living or the dead. */
function listen(place: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(place, () => {
      chmodSync(place, 0o600) // the address it tells has the password in it
      resolve(server)
    })
  })
}

/** What the process behind the socket says; null when there is none. */
function ask(place: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(place)
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    socket.once('end', () => resolve(answer))
    socket.once('error', () => resolve(null)) // ENOENT or ECONNREFUSED: nobody listens
  })
}
