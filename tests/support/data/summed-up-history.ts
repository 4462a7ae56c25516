import { migrate } from '#lib/launch/migrate/migrate.ts'
import { listMigrations } from '#lib/launch/migrate/migration-folder.ts'
import summedUp from '#tests/fixtures/summed-up-migrations.json' with { type: 'json' }
import { withClient } from './filled-tables.ts'

/** Makes a database as the 48 migrations left it that the first one sums up, or as fewer of them did: with their names in its history. */
export async function migrateAsBefore(url: string, count = 48): Promise<void> {
  await migrate(url, (await listMigrations()).slice(0, 1))
  await withClient(url, async (client) => {
    await client.query('DELETE FROM _prisma_migrations')
    for (const [at, [name, checksum]] of Object.entries(summedUp).slice(0, count).entries()) {
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at)
         VALUES (gen_random_uuid()::text, $2, $3, to_timestamp($1::int), now())`,
        [at, checksum, name],
      )
    }
  })
}

/** The names of the migrations that a database notes as applied, oldest first. */
export function historyOf(url: string): Promise<readonly string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations ORDER BY started_at',
    )
    return rows.map(({ name }) => name)
  })
}
