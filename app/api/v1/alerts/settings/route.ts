import { alertSettingsChange, type AlertSettings } from '#lib/api/alerts.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { changeAlertSettings } from '#lib/store/alert-settings.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

/** Changes what the body names. Answer: all of it. */
export const PATCH = route(async (request): Promise<AlertSettings> => {
  const subscriber = await requireSubscriber(request)
  const change = await readBody(request, alertSettingsChange)
  return changeAlertSettings(serverDatabase(), subscriber.id, change)
})
