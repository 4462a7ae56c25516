import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { MigrationList } from '@prisma/schema-engine-wasm'
import { projectRoot } from '#lib/launch/program/project.ts'

export const migrationsFolder = path.join(projectRoot, 'prisma/migrations')

export type Migration = {
  readonly name: string
  readonly sql: string
  /** SHA-256 of the SQL, as Prisma keeps it in `_prisma_migrations`. */
  readonly checksum: string
}

/** The migrations in the order in which they are applied. */
export async function listMigrations(): Promise<readonly Migration[]> {
  const entries = await readdir(migrationsFolder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(migrationsFolder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Migrations in the form the schema engine reads. */
export function toMigrationList(migrations: readonly Migration[]): MigrationList {
  return {
    baseDir: migrationsFolder,
    lockfile: { path: './migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}
