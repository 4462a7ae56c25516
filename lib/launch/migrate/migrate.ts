import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { inTodaysNames, type NamedMigration } from './first-migration.ts'
import { listMigrations, type Migration } from './migration-folder.ts'

/** Key of the advisory lock that lets one process at a time migrate a database ("skylark" in ASCII, shortened). */
export const migrationLockKey = 0x736b79
const lookEveryMs = 200
/**
 * A migration waits so long at most for a backup, say, which may take an hour: all who come after it wait, too, though they only read.
 * Then it lets the others go first for as long, and tries again.
 */
const lockPatienceMs = 2_000

type AppliedMigration = NamedMigration & { readonly isFinished: boolean }

/** As Prisma makes it. */
const migrationTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`

/**
 * Brings a database to the schema of this checkout and returns the names of the migrations applied now, in order.
 * Works without network, keeps Prisma's own `_prisma_migrations`, and may be called by several processes at once; who waits for another
 * ends with `signal`. Each migration is a transaction: one that fails leaves nothing of itself, and those before it stay.
 * @throws LaunchError when the database has migrations that are unknown here, edited since, or half applied, or when the waiting is ended
 */
export async function migrate(
  databaseUrl: string,
  migrations?: readonly Migration[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const wanted = migrations ?? (await listMigrations())
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined) // reported by the next statement
  await client.connect()
  try {
    await lockMigrations(client, signal)
    const applied = await listApplied(client)
    const known = checkHistory(wanted, applied)
    if (known !== applied) await inTransaction(client, () => sumUpHistory(client, known))
    const names = new Set(known.map(({ name }) => name))
    const missing = wanted.filter(({ name }) => !names.has(name)) // one with an earlier name than the last may be new
    for (const migration of missing) await applyWhenFree(client, migration, signal)
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** @throws LaunchError when the migration fails, or `signal` ends the waiting for what it changes */
async function applyWhenFree(
  client: pg.Client,
  migration: Migration,
  signal: AbortSignal | undefined,
): Promise<void> {
  const apply = async () => {
    await client.query(`SET LOCAL lock_timeout = ${lockPatienceMs}`)
    await applyMigration(client, migration)
  }
  const waits = `others used what the migration ${migration.name} changes`
  for (;;) {
    try {
      return await inTransaction(client, apply)
    } catch (error) {
      if (!isBusy(error)) {
        throw new LaunchError(
          `The migration ${migration.name} failed, and the database is as it was before: ${messageOf(error)}.`,
          { cause: error },
        )
      }
    }
    await pause(lockPatienceMs, signal, waits)
  }
}

/** 55P03: lock_not_available, 40P01: deadlock_detected, where another host's statement waits for what the migration has changed already. */
function isBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')
}

/** @throws LaunchError when `signal` aborts */
async function pause(ms: number, signal: AbortSignal | undefined, why: string): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined) // rejects when stopped
  if (signal?.aborted === true) throw new LaunchError(`Stopped while ${why}.`)
}

/** Runs a migration and notes it, within the caller's transaction. */
export async function applyMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(migrationTable)
  await client.query(sql)
  await noteMigration(client, { name, checksum })
}

async function noteMigration(client: pg.Client, { name, checksum }: NamedMigration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES (gen_random_uuid()::text, $1, $2, clock_timestamp(), clock_timestamp(), 1)`,
    [checksum, name],
  )
}

/** Writes a history anew in today's names. */
async function sumUpHistory(client: pg.Client, history: readonly NamedMigration[]): Promise<void> {
  await client.query('DELETE FROM _prisma_migrations')
  for (const migration of history) await noteMigration(client, migration)
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined) // the connection may be gone
    throw error
  }
}

/**
 * Waits until nobody migrates or restores the database, and keeps others from it as long as the connection lasts. It asks again and again:
 * a statement that waits would hold up the end of a process until another host's migration is over.
 * @throws LaunchError when `signal` ends the waiting
 */
export async function lockMigrations(client: pg.Client, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isMine: boolean }>('SELECT pg_try_advisory_lock($1) AS "isMine"', [
      migrationLockKey,
    ])
    if (rows[0]?.isMine === true) return
    await pause(lookEveryMs, signal, 'another process of Skylark migrated or restored the database')
  }
}

async function listApplied(client: pg.Client): Promise<readonly AppliedMigration[]> {
  const table = await client.query<{ found: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
  )
  if (table.rows[0]?.found !== true) return []
  const result = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  )
  return result.rows
}

/** The database's history in today's names. */
function checkHistory(
  wanted: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly NamedMigration[] {
  const known = inTodaysNames(applied, wanted[0])
  const checksums = new Map(wanted.map(({ name, checksum }) => [name, checksum]))
  const unknown = known.filter(({ name }) => !checksums.has(name)).map(({ name }) => name)
  if (unknown.length > 0) {
    throw new LaunchError(
      `The database was made by a newer Skylark: this one does not know the migration ${unknown.join(', ')}. ` +
        'Start that version or a later one.',
    )
  }
  const half = applied.find(({ isFinished }) => !isFinished)
  if (half !== undefined) {
    throw new LaunchError(
      `The migration ${half.name} failed on this database earlier. Restore the backup made before it, or finish it ` +
        `by hand and run: npx prisma migrate resolve --applied ${half.name}`,
    )
  }
  const edited = known.find(({ name, checksum }) => checksum !== checksums.get(name))
  if (edited !== undefined) {
    throw new LaunchError(
      `The migration ${edited.name} was changed after it was applied to this database. Bring back its file as it was.`,
    )
  }
  return known
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
