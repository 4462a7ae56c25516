import { readServerHealth } from '#lib/handlers/server/read-server-health.ts'
import { ok, plain, syncRoute } from '#lib/sync/sync-answer.ts'

/** Clients of Miniflux ask here whether the server is there, outside of its API and by the text alone. */
export const GET = syncRoute(async (request: Request) => {
  const { database } = await readServerHealth(request)
  return database === 'ok' ? ok() : plain('Database Connection Error', 503)
})
