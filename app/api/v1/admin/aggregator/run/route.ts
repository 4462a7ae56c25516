import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { runOnce } from '#lib/aggregator/run-once.ts'
import { runPassRequest } from '#lib/api/admin.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { createParsePool, type ParsePool } from '#lib/feeds/parse-in-worker.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

// Kept on globalThis: Next loads this module once per bundle and again after each change while developing.
const holder = globalThis as {
  skylarkParsePool?: ParsePool
  skylarkAggregator?: ReturnType<typeof aggregatorContext>
}

export const POST = route(async (request) => {
  await requireAdmin(request)
  const { maxPolls } = await readBody(request, runPassRequest)
  holder.skylarkParsePool ??= createParsePool()
  holder.skylarkAggregator ??= aggregatorContext(serverDatabase(), holder.skylarkParsePool)
  return runOnce(holder.skylarkAggregator, { maxPolls, signal: request.signal })
})
