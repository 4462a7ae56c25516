import { csvLine, type CsvValue } from '#lib/api/http/csv.ts'
import { route } from '#lib/api/http/route.ts'
import { streamText } from '#lib/api/http/stream-text.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { exportAdminSources } from '#lib/store/sources/admin-sources.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readSourcesQuery } from '#lib/handlers/sources/read-sources-query.ts'
import type { AdminSourceRow } from '#lib/api/server/admin.ts'

/** All sources that GET /api/v1/admin/sources would list on its pages, in its order, as CSV. */
export const GET = route(async (request) => {
  await requireAdmin(request)
  const pages = exportAdminSources(serverDatabase(), readSourcesQuery(request), systemClock.now())
  const day = new Date(systemClock.now()).toISOString().slice(0, 10)
  return new Response(streamText(linesOf(pages)), {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="skylark-sources-${day}.csv"`,
      'cache-control': 'no-store',
    },
  })
})

async function* linesOf(pages: AsyncGenerator<readonly AdminSourceRow[]>): AsyncGenerator<string> {
  yield csvLine(Object.keys(columns))
  const read = Object.values(columns)
  for await (const page of pages)
    yield page.map((source) => csvLine(read.map((column) => column(source)))).join('')
}

/** Names and units of the API. */
const columns: Readonly<Record<string, (source: AdminSourceRow) => CsvValue>> = {
  id: (source) => source.id,
  title: (source) => source.title,
  url: (source) => source.url,
  host: (source) => source.host,
  subscribers: (source) => source.subscribers,
  weightFactor: (source) => source.weightFactor,
  weight: (source) => source.weight,
  postingsPerDay: (source) => source.postingsPerDay,
  pollsPerDay: (source) => source.pollsPerDay,
  predictedDelayMs: (source) => source.predictedDelayMs,
  delayCount: (source) => source.delay.count,
  delayMeanMs: (source) => source.delay.meanMs,
  delayMedianMs: (source) => source.delay.medianMs,
  delayP90Ms: (source) => source.delay.p90Ms,
  promiseMs: (source) => source.promise?.withinMs ?? null,
  promiseKeptShare: (source) => source.promise?.keptShare ?? null,
  promiseState: (source) => source.promise?.state ?? null,
  promiseSince: (source) => source.promise?.since ?? null,
  promiseCause: (source) => source.promise?.cause ?? null,
  health: (source) => source.health.kind,
  lastPolledAt: (source) => source.lastPolledAt,
  lastOutcome: (source) => source.lastOutcome,
  lastHttpStatus: (source) => source.lastHttpStatus,
  nextPollAt: (source) => source.nextPollAt,
}
