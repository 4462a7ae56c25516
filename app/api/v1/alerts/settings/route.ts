import { alertSettingsChange, type AlertSettings } from '#lib/api/alerts/alerts.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { changeAlertSettings } from '#lib/store/alerts/alert-settings.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/** Changes what the body names. Answer: all of it. */
export const PATCH = route(async (request): Promise<AlertSettings> => {
  const subscriber = await requireSubscriber(request)
  const change = await readBody(request, alertSettingsChange)
  return changeAlertSettings(serverDatabase(), subscriber.id, change)
})
