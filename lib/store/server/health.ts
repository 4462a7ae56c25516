import type { Health, HealthCode } from '#lib/api/accounts/account.ts'
import { isRunningStill, readLastPassAt, type ClockReading } from './aggregator-status.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { compareMigrations } from '#lib/store/connection/migrations.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'

/** A database that does not answer within this time fails. */
const patienceMs = 5_000

/** Why the server cannot do its work, or does not; with what the sentence needs. */
export type HealthProblem = {
  readonly code: HealthCode
  readonly values: Readonly<Record<string, string>>
}
/** As `Health`, before it is put into words. */
export type HealthFound = Omit<Health, 'codes' | 'reasons'> & { readonly problems: readonly HealthProblem[] }

/**
 * Whether the server can do its work: the database answers, has all migrations that this process knows and no others, and an aggregator is at
 * work. That an admin has paused all polling is told and no failure: readers are served as ever, and a load balancer that
 * took the server out would only take that from them. What is told is for anybody: it holds no address, name or secret.
 */
export async function readHealth(
  database: Database,
  known: readonly string[],
  clock: ClockReading,
): Promise<HealthFound> {
  try {
    return await withinPatience(inspect(database, known, clock))
  } catch {
    // The cause would name the database's address; it is in the log of whatever else fails with it.
    return {
      status: 'failing',
      database: 'failing',
      migrations: 'failing',
      aggregator: 'failing',
      problems: [{ code: 'databaseSilent', values: {} }],
    }
  }
}

async function inspect(
  database: Database,
  known: readonly string[],
  clock: ClockReading,
): Promise<HealthFound> {
  const { missing, unknown } = await compareMigrations(database, known)
  if (unknown.length > 0) return ofNewerVersion(unknown)
  const isMigrated = missing.length === 0
  // Without its tables nothing can be known of the aggregator.
  const lastPassAt = isMigrated ? await readLastPassAt(database) : null
  const isPaused = isMigrated && (await getSettings(database)).isPaused
  const isRunning = isRunningStill(lastPassAt, clock)
  const failures = [
    ...(isMigrated ? [] : [problem('migrationsMissing', { names: missing.join(', ') })]),
    ...(isRunning ? [] : [aggregatorProblem(lastPassAt)]),
  ]
  const pauses = isPaused ? [problem('pollingPaused', {})] : []
  return {
    status: statusOf(failures, isPaused),
    database: 'ok',
    migrations: isMigrated ? 'ok' : 'failing',
    aggregator: isRunning ? 'ok' : 'failing',
    problems: [...failures, ...pauses],
  }
}

/** Nothing more can be asked for: the tables may be others. */
function ofNewerVersion(unknown: readonly string[]): HealthFound {
  return {
    status: 'failing',
    database: 'ok',
    migrations: 'failing',
    aggregator: 'failing',
    problems: [problem('migrationsUnknown', { names: unknown.join(', ') })],
  }
}

function statusOf(failures: readonly HealthProblem[], isPaused: boolean): Health['status'] {
  if (failures.length > 0) return 'failing'
  return isPaused ? 'paused' : 'ok'
}

function problem(code: HealthCode, values: HealthProblem['values']): HealthProblem {
  return { code, values }
}

function aggregatorProblem(lastPassAt: Date | null): HealthProblem {
  if (lastPassAt === null) return problem('noAggregatorYet', {})
  return problem('noAggregatorSince', { since: lastPassAt.toISOString() })
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
