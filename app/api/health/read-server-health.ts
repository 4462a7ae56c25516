import type { Health } from '#lib/api/account.ts'
import { systemClock } from '#lib/clock.ts'
import { isDatabaseDiskFull } from '#lib/disk-free.ts'
import { readHealth, type HealthProblem } from '#lib/store/health.ts'
import { knownMigrations } from '#lib/store/migrations.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** How this server does, in the language of the request. */
export async function readServerHealth(request: Request): Promise<Health> {
  const known = await knownMigrations()
  const clock = { now: systemClock.now(), speed: systemClock.speed }
  const [{ problems, ...health }, isFull] = await Promise.all([
    readHealth(serverDatabase(), known, clock),
    isDatabaseDiskFull(),
  ])
  if (!isFull) return { ...health, ...sayProblems(problems, request) }
  // Readers are still shown what is there, but nothing is stored.
  const full = { code: 'databaseFull', values: {} } as const
  const failing = { status: 'failing', database: 'failing' } as const
  return { ...health, ...failing, ...sayProblems([full, ...problems], request) }
}

/** Problems as codes, and as sentences in the language of the request. */
export function sayProblems(
  problems: readonly HealthProblem[],
  request: Request,
): Pick<Health, 'codes' | 'reasons'> {
  const t = wordsOf(languageOfRequest(request.headers), 'errors')
  return {
    codes: problems.map(({ code }) => code),
    reasons: problems.map(({ code, values }) => t(code, values)),
  }
}
