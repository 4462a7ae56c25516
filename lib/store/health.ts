import { readdir } from 'node:fs/promises'
import type { Health } from '#lib/api/account.ts'
import { isRunningStill, readLastPassAt, type ClockReading } from './aggregator-status.ts'
import type { Database } from './database.ts'

/** A database that does not answer within this time fails. */
const patienceMs = 5_000

/**
 * Whether the server can do its work: the database answers, has every migration of that folder, and an aggregator is at
 * work. The reasons are for anybody: they hold no address, name or secret.
 */
export async function readHealth(
  database: Database,
  migrationsFolder: string,
  clock: ClockReading,
): Promise<Health> {
  try {
    return await withinPatience(inspect(database, migrationsFolder, clock))
  } catch {
    // The cause would name the database's address; it is in the log of whatever else fails with it.
    return {
      status: 'failing',
      database: 'failing',
      migrations: 'failing',
      aggregator: 'failing',
      reasons: ['The database does not answer.'],
    }
  }
}

async function inspect(database: Database, migrationsFolder: string, clock: ClockReading): Promise<Health> {
  const missing = await listMissingMigrations(database, migrationsFolder)
  // Without its tables nothing can be known of the aggregator.
  const lastPassAt = missing.length === 0 ? await readLastPassAt(database) : null
  const isRunning = isRunningStill(lastPassAt, clock)
  const reasons = [
    ...(missing.length === 0 ? [] : [`Migrations are missing: ${missing.join(', ')}.`]),
    ...(isRunning ? [] : [aggregatorReason(lastPassAt)]),
  ]
  return {
    status: reasons.length === 0 ? 'ok' : 'failing',
    database: 'ok',
    migrations: missing.length === 0 ? 'ok' : 'failing',
    aggregator: isRunning ? 'ok' : 'failing',
    reasons,
  }
}

function aggregatorReason(lastPassAt: Date | null): string {
  if (lastPassAt === null) return 'No aggregator has been at work yet.'
  return `No aggregator has been at work since ${lastPassAt.toISOString()}.`
}

/** Migrations of the folder that were not applied, or not to their end. */
async function listMissingMigrations(database: Database, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const [table] = await database.$queryRaw<{ exists: boolean }[]>`
    SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "exists"`
  if (table?.exists !== true) return names.sort()
  const rows = await database.$queryRaw<{ name: string }[]>`
    SELECT "migration_name" AS "name" FROM "_prisma_migrations"
    WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`
  const applied = new Set(rows.map((row) => row.name))
  return names.filter((name) => !applied.has(name)).sort()
}

async function withinPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
