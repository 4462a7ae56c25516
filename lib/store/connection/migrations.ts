import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import type { Database } from './database.ts'

/** The state of a database against the migrations that this code has. */
type ComparedMigrations = {
  /** Not applied, or not to their end. */
  readonly missing: readonly string[]
  /** Applied, or being applied, by a newer version. */
  readonly unknown: readonly string[]
}

/** Names of the migrations of a folder. */
async function listMigrationNames(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/**
 * Those that this process knows: as they were when it first asked, for a newer version may be put into their folder while it runs. A process
 * runs in the folder of the project.
 */
export const knownMigrations = oncePerProcess(() => listMigrationNames(path.resolve('prisma/migrations')))

export async function compareMigrations(
  database: Database,
  known: readonly string[],
): Promise<ComparedMigrations> {
  const [table] = await database.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`
  if (table?.exists !== true) return { missing: known, unknown: [] }
  const rows = await database.$queryRaw<{ name: string; isFinished: boolean }[]>`
    SELECT "migration_name" AS "name", "finished_at" IS NOT NULL AS "isFinished" FROM "_prisma_migrations"
    WHERE "rolled_back_at" IS NULL ORDER BY "migration_name"`
  const applied = new Set(rows.flatMap(({ name, isFinished }) => (isFinished ? [name] : [])))
  return {
    missing: known.filter((name) => !applied.has(name)),
    unknown: rows.map(({ name }) => name).filter((name) => !known.includes(name)),
  }
}
