import { readBody, route } from '#lib/api/http/route.ts'
import { settingsChange } from '#lib/api/accounts/subscriber-settings.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { changeSubscriberSettings, findSettings } from '#lib/store/ground/subscriber-settings.ts'
import type { Settings } from '#lib/api/accounts/declared-settings.ts'

export const GET = route(async (request): Promise<Settings> => {
  const { id } = await requireSubscriber(request)
  return findSettings(serverDatabase(), id)
})

export const PATCH = route(async (request): Promise<Settings> => {
  const { id } = await requireSubscriber(request)
  return changeSubscriberSettings(serverDatabase(), id, await readBody(request, settingsChange))
})
