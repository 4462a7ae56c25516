import { cpSync, lchownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { startPostgres, type PostgresServer } from '#lib/launch/postgres/embedded-postgres.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { choosePostgresAccount } from '#lib/launch/postgres/postgres-account.ts'
import { findPostgresBinaries } from '#lib/launch/postgres/postgres-binaries.ts'
import { makeQuickFolder } from '#tests/support/browser/quick-folder.ts'

/** A PostgreSQL with the tables of Skylark, and a second one that follows it by streaming, as in production. */
export type Replicated = {
  readonly url: string
  readonly replicaUrl: string
  /** Runs a statement at one of them. */
  readonly ask: (url: string, sql: string) => Promise<readonly Record<string, unknown>[]>
  readonly stopReplica: () => Promise<void>
  readonly startReplica: () => Promise<void>
  readonly stop: () => Promise<void>
}

const settings = { fsync: 'off' }

export async function startReplicated(): Promise<Replicated> {
  const folder = makeQuickFolder('skylark-replicated-')
  const primaryDir = path.join(folder, 'primary')
  const replicaDir = path.join(folder, 'replica')
  const primary = await startPostgres({ dataDir: primaryDir, settings })
  await migrate(primary.url)
  await copyWhileRunning(primary.url, primaryDir, replicaDir)
  const { searchParams, port, username, password } = new URL(primary.url)
  const conninfo = `host='${searchParams.get('host')}' port=${port} user=${username} password=${password}`
  const follow = () =>
    startPostgres({ dataDir: replicaDir, settings: { ...settings, primary_conninfo: conninfo } })
  let replica: PostgresServer | null = await follow()
  const { url: replicaUrl } = replica
  const stopReplica = async () => {
    await replica?.stop()
    replica = null
  }
  return {
    url: primary.url,
    replicaUrl,
    ask,
    stopReplica,
    startReplica: async () => {
      replica = await follow()
    },
    stop: async () => {
      await stopReplica()
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ask(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A base backup by copying files; PostgreSQL's manual, "Making a Base Backup Using the Low Level API". */
async function copyWhileRunning(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`SELECT pg_backup_start('replica', true)`)
  mkdirSync(to)
  cpSync(path.join(from, 'postgres-password'), path.join(to, 'postgres-password'))
  const folder = path.join(to, 'postgres')
  cpSync(path.join(from, 'postgres'), folder, {
    recursive: true,
    filter: (file) => !/postmaster\.(pid|opts)$|\.s\.PGSQL\.\d+(\.lock)?$/.test(file),
  })
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
  await client.end()
  writeFileSync(path.join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(path.join(folder, 'standby.signal'), '')
  giveToPostgres(to)
}

/** Copied by root, the files are root's. */
function giveToPostgres(folder: string): void {
  const { owner } = choosePostgresAccount(findPostgresBinaries(), folder)
  if (owner === null) return
  for (const file of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(path.join(folder, file), owner.uid, owner.gid)
}
