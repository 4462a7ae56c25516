import { chmodSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataFolder } from './data-folder.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { fitsSocket, refuseForeign, shortPlace } from './socket-place.ts'

/** A launcher runs until it is stopped and lends its database to others; a command ends soon and lends nothing. */
export type HolderKind = 'launcher' | 'command'

export type Holder = {
  readonly kind: HolderKind
  /** Null while there is none to lend. */
  readonly databaseUrl: string | null
}

export type DataFolderLock = {
  /** Sets what those are told who ask (`askHolder`) for the database. */
  readonly lend: (databaseUrl: string | null) => void
  readonly release: () => Promise<void>
}

/** A holder answers at once, unless it is making PostgreSQL's folder or is suspended. */
const answerMs = 5000

/**
 * Takes a data folder for this process alone; null when another process has it. The lock is a socket, which the
 * system closes however its process ends, so a killed holder never locks out its successor.
 * @throws LaunchError when the folder cannot be used
 */
export async function holdDataFolder(dataDir: string, kind: HolderKind): Promise<DataFolderLock | null> {
  makeDataFolder(dataDir)
  const place = socketPath(dataDir)
  const free = await listen(place)
  if (free !== null) return toLock(free, kind)
  const found = identityOf(place)
  if ((await ask(place)) !== null) return null
  if (found === null || identityOf(place) !== found) return null // given back just now, and perhaps taken again
  rmSync(place, { force: true }) // its process was killed
  const server = await listen(place)
  if (server === null) return null
  const ours = identityOf(place)
  await sleep(150) // long enough for another one that found the same dead socket to have replaced ours
  if (identityOf(place) === ours) return toLock(server, kind)
  server.unref() // Closing it would take away the socket that is there now, and let a third one have the folder, too. All callers exit.
  return null
}

/** The holder of the data folder; null when there is none, or it is too busy to answer. */
export async function askHolder(dataDir: string): Promise<Holder | null> {
  const [kind, databaseUrl] = (await ask(socketPath(dataDir)))?.split(' ') ?? []
  if (kind !== 'launcher' && kind !== 'command') return null
  return { kind, databaseUrl: databaseUrl ?? null }
}

/** Tells one socket from its successor at the same place, which may get the number of its inode. */
function identityOf(place: string): string | null {
  const found = statSync(place, { throwIfNoEntry: false })
  return found === undefined ? null : `${found.ino} ${found.ctimeMs}`
}

function toLock(server: Server, kind: HolderKind): DataFolderLock {
  let databaseUrl: string | null = null
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(databaseUrl === null ? kind : `${kind} ${databaseUrl}`)
  })
  return {
    lend: (url) => {
      databaseUrl = url
    },
    release: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function socketPath(dataDir: string): string {
  const inside = path.join(dataDir, 'skylark.sock')
  if (fitsSocket(inside)) return inside
  const place = `${shortPlace(dataDir)}.sock`
  refuseForeign(place, dataDir)
  return place
}

/** Null when the place is taken, by the living or the dead. */
function listen(place: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE'
        ? resolve(null)
        : reject(new LaunchError(`DATA_DIR cannot be used: ${error.message}.`, { cause: error })),
    )
    server.listen(place, () => {
      chmodSync(place, 0o600) // the address it tells has the password in it
      resolve(server)
    })
  })
}

/** The kind of the process behind the socket, nothing when it does not answer; null when there is none. */
function ask(place: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(place)
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    socket.once('end', () => resolve(answer))
    socket.setTimeout(answerMs, () => {
      socket.destroy()
      resolve('')
    })
    socket.once('error', () => resolve(null)) // ENOENT or ECONNREFUSED: nobody listens
  })
}
