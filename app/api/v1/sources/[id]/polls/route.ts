import { pollsQuery } from '#lib/api/sources.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { listPolls } from '#lib/store/source-polls.ts'
import { requireSource } from '#app/api/v1/sources/require-source.ts'

export const GET = route(async (request, context) => {
  const sourceId = await requireSource(request, context)
  const { limit } = readQuery(request, pollsQuery)
  return { polls: await listPolls(serverDatabase(), sourceId, limit) }
})
