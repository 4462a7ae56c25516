import pg from 'pg'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { applyMigration, lockMigrations } from '#lib/launch/migrate/migrate.ts'
import { inTodaysNames } from '#lib/launch/migrate/first-migration.ts'
import { listMigrations, type Migration } from '#lib/launch/migrate/migration-folder.ts'
import type { Head, Manifest } from './backup-format.ts'
import { copyIn } from './copy-rows.ts'
import { copyTarget, withSession } from './database-session.ts'
import { listTables } from './list-tables.ts'
import { moveIdsOn } from './move-ids-on.ts'
import { makeParts } from './parted-tables.ts'
import { readBackup, type Backup } from './read-backup.ts'

export type RestoreOptions = {
  /** What the caller has read already. */
  readonly backup?: Backup
  readonly migrations?: readonly Migration[]
  /** Ends the restore, which leaves the database empty until all is there. */
  readonly signal?: AbortSignal
  /** Comes when all rows are in and nobody sees them yet; whoever dies then, or throws, leaves the database empty. */
  readonly beforeCommit?: () => void
}

/**
 * Fills an empty database from a backup, in one transaction: the backup's own migrations, its rows, its sequences, then the
 * migrations since. What fails, fails as a whole. The file is read to its end before, so that a damaged one touches nothing.
 * @throws LaunchError when the database holds tables, the file is damaged, or was made by a newer version
 */
export async function restoreBackup(
  databaseUrl: string,
  file: string,
  known: RestoreOptions = {},
): Promise<Backup> {
  const backup = known.backup ?? (await readBackup(file))
  const [before, since] = splitMigrations(backup.head, known.migrations ?? (await listMigrations()))
  await withSession(databaseUrl, known.signal, async (client) => {
    await lockMigrations(client, known.signal) // a server that is being started waits
    await refuseUsedDatabase(client)
    await client.query('BEGIN')
    await applyOrEnd(client, before, 'cannot be made')
    await withoutTies(client, () => loadRows(client, file, backup))
    await applyOrEnd(client, since, 'does not upgrade')
    await moveIdsOn(client, backup.head.takenAt)
    known.beforeCommit?.()
    await client.query('COMMIT')
    // All is there: who stops it now, or has no room for it, has a restored database. PostgreSQL makes statistics by itself, too.
    await client.query('ANALYZE').catch(() => undefined)
  })
  return backup
}

/** The backup's migrations and those since, by their names: a clock that was set back mixes up the order in which they were applied. */
function splitMigrations(head: Head, known: readonly Migration[]): [Migration[], Migration[]] {
  const names = new Set(known.map(({ name }) => name))
  const made = new Map(inTodaysNames(head.migrations, known[0]).map(({ name, checksum }) => [name, checksum]))
  const unknown = [...made.keys()].filter((name) => !names.has(name))
  if (unknown.length > 0) {
    throw new LaunchError(
      `The backup was made by a newer Skylark (${head.skylark}): this one does not know the migration ` +
        `${unknown.join(', ')}. Restore it with that version or a later one.`,
    )
  }
  const before = known.filter(({ name }) => made.has(name))
  const other = before.find(({ name, checksum }) => checksum !== made.get(name))
  if (other !== undefined) {
    throw new LaunchError(
      `The migration ${other.name} is not the one that the backup was made with. Bring back its file as it was.`,
    )
  }
  return [before, known.filter(({ name }) => !made.has(name))]
}

async function refuseUsedDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; encoding: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e')
     ORDER BY relname LIMIT 4`,
  )
  if (rows.length > 0) {
    throw new LaunchError(
      `The database is not empty (it has ${rows.map(({ name }) => name).join(', ')}…). A backup is restored into an ` +
        'empty database only: set DATABASE_URL to a new one, or DATA_DIR to a new folder.',
    )
  }
  const found = await client.query<{ server_encoding: string }>('SHOW server_encoding')
  if (found.rows[0]?.server_encoding !== 'UTF8')
    throw new LaunchError(`The database must have the encoding UTF8, not ${found.rows[0]?.server_encoding}.`)
}

async function applyOrEnd(
  client: pg.Client,
  migrations: readonly Migration[],
  failure: string,
): Promise<void> {
  for (const migration of migrations) {
    await applyMigration(client, migration).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new LaunchError(
        `The database ${failure} by the migration ${migration.name}: ${reason}. It was left empty.`,
        { cause: error },
      )
    })
  }
}

async function loadRows(client: pg.Client, file: string, { head, manifest }: Backup): Promise<void> {
  const tables = await listTables(client)
  const names = tables.map(({ name }) => pg.escapeIdentifier(name))
  await client.query(`TRUNCATE ${names.join(', ')}`) // migrations put rows of their own into some
  const absent = head.tables.filter(({ name }) => !tables.some((table) => table.name === name))
  if (absent.length > 0 || tables.length !== head.tables.length)
    throw new LaunchError(
      'The tables of the backup are not those that its migrations make. Nothing was changed.',
    )
  await makeParts(client, manifest.parted)
  const wanted = new Map(manifest.tables.map(({ name, rows }) => [name, rows]))
  await readBackup(file, async (table, parts) => {
    const taken = await copyIn(client, `COPY ${copyTarget(table)} FROM STDIN`, parts)
    if (taken !== wanted.get(table.name))
      throw new LaunchError(
        `Of ${table.name} ${taken} rows arrived, not ${wanted.get(table.name)}. Nothing was changed.`,
      )
  })
  await setSequences(client, manifest.sequences)
}

async function setSequences(client: pg.Client, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [name, value, isCalled])
}

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string }

/**
 * Does something while no foreign key and no trigger is in force, in the transaction under way. Tables point at each other in
 * circles, and rows that are loaded have been through the triggers already. Making the keys again checks every row; it needs
 * no more than the tables' owner may do. What PostgreSQL made for the parts of a table goes and comes with the table's own.
 */
async function withoutTies(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const keys = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS "name",
       pg_get_constraintdef(oid) AS "definition"
     FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace
     ORDER BY conrelid::regclass::text, conname`,
  )
  const triggered = await client.query<{ table: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS "table" FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
     WHERE NOT tgisinternal AND tgparentid = 0 AND c.relnamespace = current_schema()::regnamespace`,
  )
  for (const { table, name } of keys.rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { table } of triggered.rows) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await work()
  for (const { table } of triggered.rows) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  for (const { table, name, definition } of keys.rows)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
}
