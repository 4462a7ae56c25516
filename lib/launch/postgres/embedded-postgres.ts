import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { programEnvironment } from '#lib/runtime/config.ts'
import { makeDataFolder, storeNames } from './data-folder.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { choosePostgresAccount, type PostgresAccount } from './postgres-account.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { clearStalePostmaster } from './postmaster-file.ts'
import { keepSecret } from './secrets.ts'
import { fitsSocket, refuseForeign, shortPlace } from './socket-place.ts'

export type PostgresServer = {
  /** Address of the database `skylark`, with the password: the same at each start. */
  readonly url: string
  readonly pid: number
  /** Resolves with a sentence when the server has ended, whoever ended it. */
  readonly exited: Promise<string>
  /** Ends the server's sessions, writes everything down and stops; cut short after `graceMs` (20 s). */
  readonly stop: (graceMs?: number) => Promise<void>
}

type PostgresOptions = {
  readonly dataDir: string
  /** Settings on top of the server's own, e.g. `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>
}

/** No port of the machine: the number of the socket in its folder. */
const socketNumber = 5432

/**
 * Starts the PostgreSQL that comes with Skylark on `dataDir`/postgres, which is made on the first start. It listens
 * at a socket in a folder that only its user enters, and asks for a password kept in `dataDir`/postgres-password. A port of the machine
 * could be taken by another user while it is down, and whoever looked for it would tell that one the password.
 * The caller makes sure that one process at a time does this for a data folder.
 * @throws LaunchError when the folder belongs to another version or user, or the server does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { dataDir } = options
  makeDataFolder(dataDir)
  const binaries = findPostgresBinaries()
  const account = choosePostgresAccount(binaries, dataDir)
  const folder = path.join(dataDir, 'postgres')
  const passwordFile = path.join(dataDir, 'postgres-password')
  const password = keepSecret(passwordFile)
  if (account.owner !== null) chownSync(passwordFile, account.owner.uid, account.owner.gid)

  if (existsSync(folder)) refuseOtherVersion(folder, binaries)
  else initialise(folder, passwordFile, binaries, account)
  await clearStalePostmaster(folder)

  const sockets = clearedSocketFolder(dataDir, account)
  const child = launch(binaries, account, folder, { ...socketSettings(sockets), ...options.settings })
  const url = `postgresql://skylark:${password}@localhost:${socketNumber}/skylark?host=${encodeURIComponent(sockets)}`
  const server = await waitUntilReady(child, url)
  try {
    await createDatabase(server.url)
  } catch (error) {
    await server.stop() // nobody else knows that it runs
    if (!isRefused(error)) throw error
    throw new LaunchError(
      `The password in ${passwordFile} is not that of ${folder}. Bring back the file that belongs to the folder.`,
      { cause: error },
    )
  }
  return server
}

/** 28P01: invalid_password. */
function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '28P01'
}

function refuseOtherVersion(folder: string, binaries: PostgresBinaries): void {
  const options = { encoding: 'utf8', env: programEnvironment() } as const
  const ours = /(\d+)\./.exec(spawnSync(binaries.postgres, ['--version'], options).stdout)?.[1]
  let theirs: string
  try {
    theirs = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    throw new LaunchError(
      `${folder} cannot be used as PostgreSQL's data folder: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error },
    )
  }
  if (ours === theirs) return
  throw new LaunchError(
    `${folder} was made by PostgreSQL ${theirs}; this Skylark brings PostgreSQL ${ours ?? 'of another version'}. ` +
      'Make a backup with the Skylark that made it (npm run backup), and restore it with DATA_DIR set to a new folder.',
  )
}

/**
 * The folder of the server's socket, without what a killed server left there: its number may be another program's by now, and PostgreSQL
 * would refuse to start. It is the data folder, or one in the folder for all where the path would be too long.
 */
function clearedSocketFolder(dataDir: string, { owner }: PostgresAccount): string {
  const inside = path.resolve(dataDir, 'postgres')
  const folder = fitsSocket(socketIn(inside)) ? inside : shortPlace(dataDir)
  if (folder !== inside) {
    mkdirSync(folder, { mode: 0o700, recursive: true })
    refuseForeign(folder, dataDir, owner?.uid)
    if (owner !== null) chownSync(folder, owner.uid, owner.gid)
  }
  for (const file of [socketIn(folder), `${socketIn(folder)}.lock`]) rmSync(file, { force: true })
  return folder
}

function socketIn(folder: string): string {
  return path.join(folder, `.s.PGSQL.${socketNumber}`)
}

/** The setting is a list: what stands in quotes is one folder. */
function socketSettings(folder: string): Readonly<Record<string, string>> {
  const quoted = `"${folder.replaceAll('"', '""')}"`
  return { listen_addresses: '', unix_socket_directories: quoted, port: String(socketNumber) }
}

/** Makes the data folder under another name first, so that an interrupted start leaves no half-made one. */
function initialise(
  folder: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): void {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (account.owner !== null) chownSync(unfinished, account.owner.uid, account.owner.gid)
  // The built-in C.UTF-8 sorts alike on every machine, so an upgrade of the C library never breaks an index.
  const [command, args] = account.wrap(binaries.initdb, [
    `--pgdata=${unfinished}`,
    '--username=skylark',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])
  const result = spawnSync(command, args, { encoding: 'utf8', cwd: '/', env: programEnvironment() })
  if (result.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new LaunchError(`PostgreSQL could not make its data folder ${folder}:\n${result.stderr.trim()}`)
  }
  renameSync(unfinished, folder)
  storeNames(path.dirname(folder))
}

function launch(
  binaries: PostgresBinaries,
  account: PostgresAccount,
  folder: string,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const all = {
    max_locks_per_transaction: '512', // a statement on a table in parts locks each part and its indexes
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, args] = account.wrap(binaries.postgres, ['-D', folder, ...flags])
  // In a process group of its own: Ctrl-C in the terminal must reach the launcher alone, which stops things in order.
  return spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
    env: programEnvironment(),
  })
}

function waitUntilReady(child: ChildProcess, url: string): Promise<PostgresServer> {
  const lastLines: string[] = []
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) =>
      resolve(signal === null ? `ended with code ${code}${reasonIn(lastLines)}` : `was ended by ${signal}`),
    )
  })
  return new Promise((resolve, reject) => {
    void exited.then((how) => reject(new LaunchError(`PostgreSQL did not start: it ${how}`)))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastLines.push(...text.trimEnd().split('\n'))
      lastLines.splice(0, lastLines.length - 10)
      if (!/ready to accept (read-only )?connections/.test(text) || child.pid === undefined) return
      resolve({ url, pid: child.pid, exited, stop: (graceMs) => stop(child, exited, graceMs) })
    })
  })
}

/** The reason why PostgreSQL died, in one line: the last that says FATAL or PANIC, else the last; without its time stamp. */
function reasonIn(lastLines: readonly string[]): string {
  const line = lastLines.findLast((each) => /\b(FATAL|PANIC): /.test(each)) ?? lastLines.at(-1) ?? ''
  const reason = line.replace(/^.*?\b[A-Z]{3,}: +/, '').trim()
  return reason === '' ? '' : ` (${reason})`
}

/** SIGINT is PostgreSQL's "fast shutdown": sessions end, nothing is lost. SIGQUIT leaves the rest to the next start. */
async function stop(child: ChildProcess, exited: Promise<string>, graceMs = 20_000): Promise<void> {
  child.kill('SIGINT')
  const impatience = setTimeout(() => child.kill('SIGQUIT'), graceMs)
  await exited
  clearTimeout(impatience)
}

async function createDatabase(url: string): Promise<void> {
  const admin = new URL(url)
  admin.pathname = '/postgres'
  const client = new pg.Client({ connectionString: admin.href })
  await client.connect()
  try {
    const { rowCount } = await client.query(`SELECT FROM pg_database WHERE datname = 'skylark'`)
    if (rowCount === 0) await client.query('CREATE DATABASE skylark')
  } finally {
    await client.end()
  }
}
