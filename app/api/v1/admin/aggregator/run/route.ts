import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { runOnce } from '#lib/aggregator/run-once.ts'
import { runPassRequest } from '#lib/api/server/admin.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import { compareMigrations, knownMigrations } from '#lib/store/connection/migrations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

// Kept on globalThis: Next loads this module once per bundle and again after each change while developing.
const holder = globalThis as { skylarkAggregator?: ReturnType<typeof aggregatorContext> }

export const POST = route(async (request) => {
  await requireAdmin(request)
  const { maxPolls } = await readBody(request, runPassRequest)
  await refuseNewer()
  holder.skylarkAggregator ??= aggregatorContext(serverDatabase(), serverParsePool())
  return runOnce(holder.skylarkAggregator, { maxPolls, signal: request.signal })
})

/** As an aggregator ends (lib/aggregator/newer-database.ts). @throws ApiError unavailable */
async function refuseNewer(): Promise<void> {
  const { unknown } = await compareMigrations(serverDatabase(), await knownMigrations())
  if (unknown.length > 0)
    throw new ApiError('unavailable', 'migrationsUnknown', { values: { names: unknown.join(', ') } })
}
