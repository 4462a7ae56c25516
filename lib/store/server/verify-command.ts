import { systemClock } from '#lib/runtime/clock.ts'
import { config, ConfigError } from '#lib/runtime/config.ts'
import { openDatabase } from '#lib/store/connection/database.ts'
import { compareMigrations, knownMigrations } from '#lib/store/connection/migrations.ts'
import { verifyDatabase, type Verified } from './verify.ts'

/** `npm run verify`: a line for each invariant with how many rows break it. @returns the exit code */
async function main(): Promise<number> {
  const { databaseUrl } = config()
  if (databaseUrl === null) throw new ConfigError('DATABASE_URL is not set.')
  const database = openDatabase(databaseUrl, { maxConnections: 2 })
  try {
    const { missing, unknown } = await compareMigrations(database, await knownMigrations())
    if (unknown.length > 0) return refuse(`unknown here: ${unknown.join(', ')}): use that version.`)
    if (missing.length > 0) return refuse(`missing: ${missing.join(', ')}): npm run migrate.`)
    const begun = performance.now()
    const verified = await verifyDatabase(database, { now: systemClock.now(), speed: systemClock.speed })
    for (const line of verified) print(line)
    const broken = verified.filter((one) => one.broken > 0).length
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    process.stdout.write(`${verified.length} invariants, ${broken} broken, in ${seconds} s\n`)
    return broken === 0 ? 0 : 1
  } finally {
    await database.$disconnect()
  }
}

function refuse(why: string): number {
  process.stderr.write(`The database is of another version (${why}\n`)
  return 1
}

function print({ name, broken, examples }: Verified): void {
  const shown =
    examples.length === 0 ? '' : ` (${examples.join('; ')}${broken > examples.length ? '; …' : ''})`
  process.stdout.write(
    `${broken === 0 ? 'ok    ' : 'BROKEN'} ${String(broken).padStart(6)}  ${name}${shown}\n`,
  )
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(
    error instanceof ConfigError
      ? `${error.message}\n`
      : `The database could not be verified: ${String(error)}\n`,
  )
  process.exitCode = 1
}
