import { pollsQuery } from '#lib/api/sources/sources.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { listPolls } from '#lib/store/polling/source-polls.ts'
import { requireSource } from '#lib/handlers/sources/require-source.ts'

export const GET = route(async (request, context) => {
  const sourceId = await requireSource(request, context)
  const { limit } = readQuery(request, pollsQuery)
  return { polls: await listPolls(serverDatabase(), sourceId, limit) }
})
