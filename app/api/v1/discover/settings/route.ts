import { discoverSettings, type DiscoverSettings } from '#lib/api/sources/discover.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { changeIsCounted, readIsCounted } from '#lib/store/discover/recommendations.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request): Promise<DiscoverSettings> => {
  const subscriber = await requireSubscriber(request)
  return { isCounted: await readIsCounted(serverDatabase(), subscriber.id) }
})

export const PATCH = route(async (request): Promise<DiscoverSettings> => {
  const subscriber = await requireSubscriber(request)
  const { isCounted } = await readBody(request, discoverSettings)
  await changeIsCounted(serverDatabase(), subscriber.id, isCounted)
  return { isCounted }
})
