import { settingsChange, type ServerSettings } from '#lib/api/admin.ts'
import { ApiError } from '#lib/api/errors.ts'
import { readBody, route } from '#lib/api/route.ts'
import { recordRequest } from '#lib/auth/record-request.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { notify } from '#lib/store/notify.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { changeSettings, getSettings } from '#lib/store/settings.ts'

/** Settings that no plan depends on. */
const plannedWithout: ReadonlySet<string> = new Set(['signUp', 'recommends', 'isPaused'])

export const GET = route(async (request) => {
  await requireAdmin(request)
  return getSettings(serverDatabase())
})

export const PATCH = route(async (request) => {
  const admin = await requireAdmin(request)
  const change = await readBody(request, settingsChange)
  const database = serverDatabase()
  refuseCrossedBounds({ ...(await getSettings(database)), ...change })
  const settings = await changeSettings(database, change)
  if (Object.keys(change).some((name) => !plannedWithout.has(name))) await notify(database, { type: 'plan' })
  if (change.isPaused === false) await notify(database, { type: 'due' })
  await recordRequest(request, 'settings-changed', admin.id, {
    subjectId: null,
    detail: JSON.stringify(change),
  })
  return settings
})

function refuseCrossedBounds({ minIntervalMs, maxStalenessMs }: ServerSettings): void {
  if (minIntervalMs <= maxStalenessMs) return
  throw new ApiError('invalid_input', 'intervalTooLong', {
    field: 'minIntervalMs',
    values: { interval: minIntervalMs, staleness: maxStalenessMs },
  })
}
