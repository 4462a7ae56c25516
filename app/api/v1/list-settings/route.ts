import { ApiError } from '#lib/api/http/errors.ts'
import { listSettingsChange } from '#lib/api/lists/list-settings.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { changeListSettings, readListSettings } from '#lib/store/ground/list-settings.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return readListSettings(serverDatabase(), subscriber.id)
})

export const PATCH = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const change = await readBody(request, listSettingsChange)
  const settings = await changeListSettings(serverDatabase(), subscriber.id, change)
  if (settings === 'too-many') throw new ApiError('conflict', 'listsFull')
  return settings
})
