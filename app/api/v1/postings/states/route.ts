import { statesRequest } from '#lib/api/postings/postings.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { readStateGroups } from '#lib/store/ground/state-groups.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request, 'read')
  const { ids } = await readBody(request, statesRequest)
  return { states: await readStateGroups(serverDatabase(), subscriber.id, ids.map(BigInt)) }
})
