import { discoverSettings, type DiscoverSettings } from '#lib/api/discover.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { changeIsCounted, readIsCounted } from '#lib/store/recommendations.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

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
