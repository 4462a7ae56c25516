import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { runOnce } from '#lib/aggregator/run-once.ts'
import { runPassRequest } from '#lib/api/server/admin.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { compareMigrations, knownMigrations } from '#lib/store/connection/migrations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

const aggregator = oncePerProcess(() => aggregatorContext(serverDatabase(), serverParsePool()))

export const POST = route(async (request) => {
  await requireAdmin(request)
  const { maxPolls } = await readBody(request, runPassRequest)
  await refuseNewer()
  return runOnce(aggregator(), { maxPolls, signal: request.signal })
})

/** As an aggregator ends (lib/aggregator/main.ts). @throws ApiError unavailable */
async function refuseNewer(): Promise<void> {
  const { unknown } = await compareMigrations(serverDatabase(), await knownMigrations())
  if (unknown.length > 0)
    throw new ApiError('unavailable', 'migrationsUnknown', { values: { names: unknown.join(', ') } })
}
