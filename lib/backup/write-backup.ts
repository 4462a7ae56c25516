import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import { copyOut } from './copy-rows.ts'
import { columnList, copyTarget, withSession } from './database-session.ts'
import { listSequences, listTables } from './list-tables.ts'
import { listPartedTables } from './parted-tables.ts'
import { endMark, format, sha256Of, startTableSum, type Head, type Manifest } from './backup-format.ts'
import { tarEnd, writeTarEntry, type TarEntry } from './tar.ts'

type BackupOptions = {
  readonly databaseUrl: string
  /** Must not be there yet. */
  readonly file: string
  /** By the names of their files in DATA_DIR. */
  readonly secrets: Readonly<Record<string, string>>
  /** Version of the program, for people. */
  readonly version: string
  readonly takenAt: Date
  readonly signal: AbortSignal
}

/**
 * Writes all rows of a database, as one transaction sees them, into a file, while everything runs: reads take the weakest
 * lock there is, which only a migration waits for. Memory does not grow with the database.
 */
export function writeBackup(options: BackupOptions): Promise<Manifest> {
  return withSession(options.databaseUrl, options.signal, async (client) => {
    await beginReading(client)
    const head = await readHead(client, options)
    const parted = await listPartedTables(client)
    const manifest: Manifest = { head: '', tables: [], parted, sequences: [], secrets: [] }
    const pack = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const file = createWriteStream(options.file, { flags: 'wx', mode: 0o600, flush: true })
    const entries = listEntries(client, head, manifest, options)
    await pipeline(archive(entries, options.takenAt), pack, addEndMark, file, { signal: options.signal })
    return manifest
  })
}

/**
 * The changes of the tables' shape wait from here until we are done. Parts are made and removed before or after: that locks
 * other tables, too, and would end in a deadlock. What we see begins with the first query, when all is locked: rows that
 * were moved while we waited would be nowhere.
 */
async function beginReading(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1)', [advisoryLocks.parts])
  const tables = await listTables(client)
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
  for (const { name } of tables)
    await client.query(`LOCK TABLE ${pg.escapeIdentifier(name)} IN ACCESS SHARE MODE`)
}

async function readHead(client: pg.Client, { version, takenAt }: BackupOptions): Promise<Head> {
  const tables = await listTables(client)
  const migrations = await client.query<Head['migrations'][number]>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY started_at`,
  )
  const server = await client.query<{ postgres: string }>(
    `SELECT current_setting('server_version') AS postgres`,
  )
  return {
    format,
    skylark: version,
    postgres: server.rows[0]?.postgres ?? '',
    takenAt: takenAt.toISOString(),
    migrations: migrations.rows,
    tables,
  }
}

/** Fills the manifest on the way. */
async function* listEntries(
  client: pg.Client,
  head: Head,
  manifest: Manifest,
  { secrets }: BackupOptions,
): AsyncGenerator<TarEntry> {
  const first = toJson(head)
  manifest.head = sha256Of(first)
  yield { name: 'head.json', content: first }
  for (const table of head.tables) {
    const sum = startTableSum(table.name)
    let number = 0
    for await (const content of copyOut(client, `COPY ${copySource(table, manifest)} TO STDOUT`)) {
      sum.add(content)
      yield { name: `tables/${table.name}/${++number}`, content }
    }
    manifest.tables.push(sum.end())
  }
  manifest.sequences = await listSequences(client)
  for (const [name, secret] of Object.entries(secrets)) {
    const content = Buffer.from(secret)
    manifest.secrets.push({ name, sha256: sha256Of(content) })
    yield { name: `secrets/${name}`, content }
  }
  yield { name: 'manifest.json', content: toJson(manifest) }
}

/** PostgreSQL before 18 copies a table that is in parts only as a query. By their ids the parts are read one after another. */
function copySource(table: Head['tables'][number], { parted }: Manifest): string {
  if (!parted.some(({ name }) => name === table.name)) return copyTarget(table)
  return `(SELECT ${columnList(table)} FROM ${pg.escapeIdentifier(table.name)} ORDER BY "id")`
}

async function* archive(entries: AsyncIterable<TarEntry>, at: Date): AsyncGenerator<Buffer> {
  for await (const entry of entries) yield* writeTarEntry(entry, Math.floor(at.getTime() / 1000))
  yield tarEnd
}

async function* addEndMark(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* packed
  yield endMark
}

function toJson(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
}
