import type { ReadingSettings } from '#lib/api/accounts/declared-reading.ts'
import { readingSettingsChange } from '#lib/api/accounts/reading-settings.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { changeReadingSettings, getReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request): Promise<ReadingSettings> => {
  const subscriber = await requireSubscriber(request)
  return getReadingSettings(serverDatabase(), subscriber.id)
})

/** Changes what the body names. Answer: all settings. */
export const PATCH = route(async (request): Promise<ReadingSettings> => {
  const subscriber = await requireSubscriber(request)
  const change = await readBody(request, readingSettingsChange)
  return changeReadingSettings(serverDatabase(), subscriber.id, change)
})
