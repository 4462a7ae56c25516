import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { runOnce } from '#lib/aggregator/run-once.ts'
import { runPassRequest } from '#lib/api/admin.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverParsePool } from '#lib/feeds/server-parse-pool.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

// Kept on globalThis: Next loads this module once per bundle and again after each change while developing.
const holder = globalThis as { skylarkAggregator?: ReturnType<typeof aggregatorContext> }

export const POST = route(async (request) => {
  await requireAdmin(request)
  const { maxPolls } = await readBody(request, runPassRequest)
  holder.skylarkAggregator ??= aggregatorContext(serverDatabase(), serverParsePool())
  return runOnce(holder.skylarkAggregator, { maxPolls, signal: request.signal })
})
