import { planAfter } from '#lib/planning/plan-after.ts'
import { serverSettingsChange, settingsOutsidePlans, type ServerSettings } from '#lib/api/server/admin.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { keepsUnreadShorter } from '#lib/api/parts/limits.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { changerOf } from '#lib/auth/requests/record-request.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { changeSettingsBy } from '#lib/store/subscriptions/change-settings.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return getSettings(serverDatabase())
})

export const PATCH = route(async (request) => {
  const admin = await requireAdmin(request)
  const change = await readBody(request, serverSettingsChange)
  const database = serverDatabase()
  const settings = await changeSettingsBy(database, change, changerOf(request, admin), refuseCrossed)
  await planAfter(async () => {
    const isPlanned = Object.keys(change).some((name) => !settingsOutsidePlans.has(name))
    if (isPlanned) await notify(database, { type: 'plan' })
    if (change.isPaused === false) await notify(database, { type: 'due' })
  })
  return settings
})

function refuseCrossed(settings: ServerSettings): void {
  if (keepsUnreadShorter(settings))
    throw new ApiError('invalid_input', 'unreadKeptShorter', { field: 'keepUnreadDays' })
  const { minIntervalMs, maxStalenessMs } = settings
  if (minIntervalMs <= maxStalenessMs) return
  throw new ApiError('invalid_input', 'intervalTooLong', {
    field: 'minIntervalMs',
    values: { intervalMs: minIntervalMs, stalenessMs: maxStalenessMs },
  })
}
