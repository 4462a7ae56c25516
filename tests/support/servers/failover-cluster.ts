import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from './free-port.ts'
import type { ChaosDatabase } from '#tests/support/chaos/chaos.ts'

const postgresFolder = '/usr/lib/postgresql/15/bin'
const programs = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', `${postgresFolder}/postgres`]
/** A primary that has said nothing for so long is taken for lost; Patroni allows no less. */
const lostAfterSeconds = 20
const patience = { withinMs: 120_000, everyMs: 200 }

/** The programs that a cluster needs and this machine has not. */
export function missingPrograms(): string[] {
  return programs.filter((file) => !existsSync(file))
}

type Node = { readonly name: string; readonly port: number; readonly apiPort: number; patroni: ChildProcess }

/**
 * Two PostgreSQL servers with synchronous commit, kept by Patroni and etcd, behind HAProxy, which leads to the primary. To lose the
 * database kills the primary and its Patroni with -9, as a machine that dies; the standby takes its place.
 */
export async function startFailoverCluster(dataDir: string): Promise<ChaosDatabase> {
  const folder = path.join(dataDir, 'cluster')
  const owner = ownerOfPostgres()
  mkdirSync(folder)
  for (const each of [dataDir, folder]) chmodSync(each, 0o755)
  if (owner !== null) chownSync(folder, owner.uid, owner.gid)
  const start = (name: string, command: string, args: readonly string[], as = owner) => {
    const log = openSync(path.join(dataDir, `${name}.log`), 'a')
    return spawn(command, args, { stdio: ['ignore', log, log], cwd: folder, ...as })
  }
  const [etcdPort, peerPort, proxyPort] = await freePorts(3)
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const etcd = start('etcd', '/usr/bin/etcd', [
    ...['--data-dir', path.join(folder, 'etcd'), '--advertise-client-urls', etcdUrl],
    ...['--listen-client-urls', etcdUrl, '--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
  ])
  const startNode = async (name: string): Promise<Node> => {
    const [port = 0, apiPort = 0] = await freePorts(2)
    const file = path.join(folder, `${name}.json`) // YAML takes JSON
    writeFileSync(file, JSON.stringify(patroniSettings(name, folder, { port, apiPort, etcdPort })))
    return { name, port, apiPort, patroni: start(name, '/usr/bin/patroni', [file]) }
  }
  const first = await startNode('first')
  await until('there is a primary', async () => (await roleOf(first)) === 'primary')
  const second = await startNode('second')
  const nodes = [first, second]
  await until('the standby is synchronous', async () => (await syncStandbys(first)) === 1)
  const proxyFile = path.join(folder, 'haproxy.cfg')
  writeFileSync(proxyFile, proxySettings(proxyPort ?? 0, nodes))
  const proxy = start('haproxy', '/usr/sbin/haproxy', ['-f', proxyFile], null)
  const url = `postgresql://postgres@127.0.0.1:${proxyPort}/skylark`
  await ask(first.port, 'CREATE DATABASE skylark')
  await until('the proxy leads to the primary', async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ leads: boolean }>('SELECT NOT pg_is_in_recovery() AS "leads"')
    await client.end()
    return rows[0]?.leads === true
  })
  return {
    url,
    lose: async () => {
      const roles = await Promise.all(nodes.map(roleOf))
      const primary = nodes[roles.indexOf('primary')]
      const standby = nodes.find((node) => node !== primary)
      if (primary === undefined || standby === undefined) throw new Error('There is no primary to lose.')
      const postmaster = Number(
        execFileSync('head', ['-1', path.join(folder, primary.name, 'postmaster.pid')]),
      )
      primary.patroni.kill('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      await until('the standby is the primary', async () => (await roleOf(standby)) === 'primary')
    },
    stop: async () => {
      const left = [...nodes.map(({ patroni }) => patroni), proxy, etcd]
      for (const child of left) await ended(child)
    },
  }
}

function patroniSettings(
  name: string,
  folder: string,
  {
    port,
    apiPort,
    etcdPort,
  }: { readonly port: number; readonly apiPort: number; readonly etcdPort?: number | undefined },
) {
  const address = `127.0.0.1:${port}`
  const api = `127.0.0.1:${apiPort}`
  return {
    scope: 'skylark',
    name,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: lostAfterSeconds,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { parameters: { max_connections: 200, max_locks_per_transaction: 512 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      bin_dir: postgresFolder,
      data_dir: path.join(folder, name),
      parameters: { unix_socket_directories: folder },
      pgpass: path.join(folder, `${name}.pgpass`),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
    },
  }
}

/**
 * Sessions with a server that is no primary any more are ended at once: who holds one asks anew. Until its first checks HAProxy takes both for
 * primaries, and would deal sessions out to them: so the first goes before the second.
 */
function proxySettings(port: number, nodes: readonly Node[]): string {
  return [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  balance first',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.apiPort}`),
    '',
  ].join('\n')
}

/** The role of a node, as Patroni tells it. */
async function roleOf({ apiPort }: Node): Promise<'primary' | 'other'> {
  const { ok } = await fetch(`http://127.0.0.1:${apiPort}/primary`)
  return ok ? 'primary' : 'other'
}

async function syncStandbys({ port }: Node): Promise<number> {
  const [row] = await ask(
    port,
    `SELECT count(*)::int AS "count" FROM pg_stat_replication WHERE sync_state = 'sync'`,
  )
  return Number(row?.['count'])
}

async function ask(port: number, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Waits until something is true; what fails meanwhile is not true yet. */
async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const endAt = Date.now() + patience.withinMs; Date.now() < endAt; await sleep(patience.everyMs))
    if (await isTrue().catch(() => false)) return
  throw new Error(`It took too long until ${what}.`)
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** PostgreSQL refuses to run as root; null: this process may run it. */
function ownerOfPostgres(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const [uid = 0, gid = 0] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])))
  return { uid, gid }
}
