import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { listMigrations, toMigrationList, type Migration } from './migration-folder.ts'
import { withSchemaEngine } from './schema-engine.ts'

/** Key of the advisory lock that lets one process at a time migrate a database ("skylark" in ASCII, shortened). */
export const migrationLockKey = 0x736b79
const lookEveryMs = 200

type AppliedMigration = {
  readonly name: string
  readonly checksum: string
  readonly isFinished: boolean
}

/**
 * Brings a database to the schema of this checkout and returns the names of the migrations applied now, in order.
 * Works without network, keeps Prisma's own `_prisma_migrations`, and may be called by several processes at once; who waits for another
 * ends with `signal`.
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
    refuseForeignHistory(wanted, applied)
    if (applied.length === wanted.length) return []
    return await applyWithEngine(databaseUrl, wanted)
  } finally {
    await client.end()
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
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined) // rejects when stopped
    if (signal?.aborted === true)
      throw new LaunchError('Stopped while another process of Skylark migrated or restored the database.')
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

function refuseForeignHistory(wanted: readonly Migration[], applied: readonly AppliedMigration[]): void {
  const checksums = new Map(wanted.map(({ name, checksum }) => [name, checksum]))
  const unknown = applied.filter(({ name }) => !checksums.has(name)).map(({ name }) => name)
  if (unknown.length > 0) {
    throw new LaunchError(
      `The database was made by a newer Skylark: this one does not know the migration ${unknown.join(', ')}. ` +
        'Start that version or a later one.',
    )
  }
  for (const { name, checksum, isFinished } of applied) {
    if (!isFinished) {
      throw new LaunchError(
        `The migration ${name} failed on this database earlier. Restore the backup made before it, or finish it ` +
          `by hand and run: npx prisma migrate resolve --applied ${name}`,
      )
    }
    if (checksum !== checksums.get(name)) {
      throw new LaunchError(
        `The migration ${name} was changed after it was applied to this database. Bring back its file as it was.`,
      )
    }
  }
}

async function applyWithEngine(
  databaseUrl: string,
  wanted: readonly Migration[],
): Promise<readonly string[]> {
  const { appliedMigrationNames } = await withSchemaEngine(databaseUrl, (engine) =>
    engine.applyMigrations({
      migrationsList: toMigrationList(wanted),
      filters: { externalTables: [], externalEnums: [] },
    }),
  )
  return appliedMigrationNames
}
