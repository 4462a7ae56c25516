import pg from 'pg'
import { LaunchError } from './launch-error.ts'
import { listMigrations, toMigrationList, type Migration } from './migration-folder.ts'
import { withSchemaEngine } from './schema-engine.ts'

/** Key of the advisory lock that lets one process at a time migrate a database ("skylark" in ASCII, shortened). */
export const migrationLockKey = 0x736b79

type AppliedMigration = {
  readonly name: string
  readonly checksum: string
  readonly isFinished: boolean
}

/**
 * Brings a database to the schema of this checkout and returns the names of the migrations applied now, in order.
 * Works without network, keeps Prisma's own `_prisma_migrations`, and may be called by several processes at once.
 * @throws LaunchError when the database has migrations that are unknown here, edited since, or half applied
 */
export async function migrate(
  databaseUrl: string,
  migrations?: readonly Migration[],
): Promise<readonly string[]> {
  const wanted = migrations ?? (await listMigrations())
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLockKey])
    const applied = await listApplied(client)
    refuseForeignHistory(wanted, applied)
    if (applied.length === wanted.length) return []
    return await applyWithEngine(databaseUrl, wanted)
  } finally {
    await client.end()
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
