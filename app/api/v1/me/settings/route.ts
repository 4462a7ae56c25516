import { readBody, route } from '#lib/api/route.ts'
import { settingsChange, type Settings } from '#lib/api/settings.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { changeSettings, findSettings } from '#lib/store/user-settings.ts'

export const GET = route(async (request): Promise<Settings> => {
  const { id } = await requireSubscriber(request)
  return findSettings(serverDatabase(), id)
})

export const PATCH = route(async (request): Promise<Settings> => {
  const { id } = await requireSubscriber(request)
  return changeSettings(serverDatabase(), id, await readBody(request, settingsChange))
})
