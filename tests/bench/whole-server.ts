import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '#tests/support/servers/free-port.ts'
import { parseConfig } from '#lib/runtime/config.ts'
import { withCommandDatabase } from '#lib/launch/postgres/command-database.ts'
import type { AppAccount } from '#tests/support/browser/app-accounts.ts'
import { createNameServer } from '#tests/support/servers/name-server.ts'
import { withClient } from '#tests/support/data/filled-tables.ts'
import { readStat } from './process-figures.ts'
import { tableLines } from './traces.ts'

const partNames = ['npm', 'launcher', 'web', 'aggregator', 'PostgreSQL'] as const
type Part = (typeof partNames)[number]

export type PartFigures = {
  readonly part: Part
  readonly processes: number
  readonly cpuSeconds: number
  /** Proportional set size: what processes share counts once, divided among them. */
  readonly memoryMb: number
}

export type WholeServer = {
  readonly url: string
  readonly figures: () => readonly PartFigures[]
  /** The first row of a question to its database, over a connection that ends with it. */
  readonly ask: <Row>(sql: string) => Promise<Row>
  readonly stop: () => Promise<void>
}

const ready = 'Skylark is ready at'
const patienceMs = 600_000

/** Starts everything with `npm start` in an empty folder. All names below .test lead to this machine. */
export async function startWholeServer(env: Readonly<Record<string, string>> = {}): Promise<WholeServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-whole-'))
  chmodSync(folder, 0o755) // PostgreSQL may run as another user
  const names = await createNameServer((_, type) => (type === 'A' ? ['127.0.0.1'] : []))
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const places = {
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: '',
  }
  const child = spawn('npm', ['start'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...places,
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      LOG_LEVEL: 'warn',
      BENCH_NAME_SERVER: names.address,
      NODE_OPTIONS: `--import=${path.resolve('tests/bench/own-names.mjs')}`,
      ...env,
    },
  })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  process.once('exit', () => child.kill('SIGTERM')) // also where a bench fails or is broken off
  process.once('SIGTERM', () => process.exit(143))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    await names.close()
    rmSync(folder, { recursive: true, force: true })
  }
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes(ready)) resolve()
    })
    void exited.then(() => reject(new Error(`It ended before it was ready:\n${output}`)))
  })
  const { pid = 0 } = child
  const owned = { config: parseConfig(places), signal: AbortSignal.timeout(patienceMs) }
  const ask = <Row>(sql: string) =>
    withCommandDatabase(owned, (database) =>
      withClient(database.url, async (client) => (await client.query(sql)).rows[0] as Row),
    )
  return { url, figures: () => figuresBelow(pid), ask, stop }
}

/** Addresses of `feed-farm.ts`, each of a site of its own: one site is asked once at a time. */
export function feedUrls(count: number, port: number): string[] {
  return Array.from({ length: count }, (_, index) => `http://s${index}.test:${port}/s${index}`)
}

/** Imports feeds as an OPML file. */
export async function importFeeds(account: AppAccount, urls: readonly string[]): Promise<void> {
  const outlines = urls.map((url) => `<outline type="rss" text="Feed" xmlUrl="${url}"/>`)
  const response = await fetch(`${account.appUrl}/api/v1/opml`, {
    method: 'POST',
    headers: { cookie: cookieOf(account), origin: account.appUrl, 'content-type': 'text/x-opml' },
    body: `<opml version="2.0"><body>${outlines.join('')}</body></opml>`,
  })
  if (!response.ok) throw new Error(`The import was answered ${response.status}: ${await response.text()}`)
}

export function cookieOf({ cookies }: AppAccount): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Of a process and all that it and its children have started. */
function figuresBelow(root: number): readonly PartFigures[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
  const family = new Set([root])
  for (let size = 0; size !== family.size;) {
    size = family.size
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid)
  }
  const members = all
    .filter(({ pid }) => family.has(pid))
    .map((stat) => ({ ...stat, part: partOf(stat.pid) }))
  return partNames.map((part) => {
    const own = members.filter((member) => member.part === part)
    const sum = (of: (member: (typeof own)[number]) => number) => own.reduce((so, each) => so + of(each), 0)
    // Sessions that have ended are PostgreSQL's; the children of others are among the members.
    const cpuSeconds = sum((each) => each.own + (part === 'PostgreSQL' ? each.ended : 0))
    return { part, processes: own.length, cpuSeconds, memoryMb: sum(({ pid }) => proportionalMb(pid)) }
  })
}

function partOf(pid: number): Part {
  const command = readIfThere(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
  if (command.includes('lib/web/web-server.ts')) return 'web'
  if (command.includes('lib/aggregator/main.ts')) return 'aggregator'
  if (/postgres/.test(command)) return 'PostgreSQL'
  return /^npm|^sh -c node/.test(command) ? 'npm' : 'launcher'
}

function proportionalMb(pid: number): number {
  return Number(/^Pss: +(\d+) kB/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // it has ended
  }
}

export function totalMb(figures: readonly PartFigures[]): number {
  return figures.reduce((sum, { memoryMb }) => sum + memoryMb, 0)
}

/** A table of the parts, and their sum. */
export function partLines(figures: readonly PartFigures[]): string {
  const rows = figures.map(({ part, processes, cpuSeconds, memoryMb }) => [
    ...[part, String(processes), cpuSeconds.toFixed(1), memoryMb.toFixed(0)],
  ])
  const seconds = figures.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  const processes = figures.reduce((sum, each) => sum + each.processes, 0)
  const all = ['all', String(processes), seconds.toFixed(1), totalMb(figures).toFixed(0)]
  return tableLines([['', 'processes', 'CPU s', 'MiB'], ...rows, all])
}
