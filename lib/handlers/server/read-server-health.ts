import type { Health } from '#lib/api/accounts/account.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { isDatabaseDiskFull } from '#lib/runtime/disk-free.ts'
import { shareFor } from '#lib/runtime/cache-for.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { readHealth, type HealthFound, type HealthProblem } from '#lib/store/server/health.ts'
import { knownMigrations } from '#lib/store/connection/migrations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { languageOfRequest } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** Whoever watches asks every few seconds; strangers may ask as often as they like, and cost the database one look in a second. */
const sharedReading = oncePerProcess(() => shareFor(1_000, readHealthNow))

/** The health of this server, now or a second ago, in the language of the request. */
export async function readServerHealth(request: Request): Promise<Health> {
  const { problems, ...health } = await sharedReading()()
  return { ...health, ...sayProblems(problems, request) }
}

async function readHealthNow(): Promise<HealthFound> {
  const known = await knownMigrations()
  const clock = { now: systemClock.now(), speed: systemClock.speed }
  const [found, isFull] = await Promise.all([
    readHealth(serverDatabase(), known, clock),
    isDatabaseDiskFull(),
  ])
  if (!isFull) return found
  // Readers are still shown what is there, but nothing is stored.
  const full = { code: 'databaseFull', values: {} } as const
  return { ...found, status: 'failing', database: 'failing', problems: [full, ...found.problems] }
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
