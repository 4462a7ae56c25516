import { statesRequest } from '#lib/api/posting-states.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readToldStates } from '#lib/store/told-states.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request, 'read')
  const { ids } = await readBody(request, statesRequest)
  return { states: await readToldStates(serverDatabase(), subscriber.id, ids.map(BigInt)) }
})
