import { changeWeights, fixPolling } from '#lib/planning/change-weights.ts'
import { adminSourceChange } from '#lib/api/server/admin.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { changerOf } from '#lib/auth/requests/record-request.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { findAdminSource } from '#lib/store/sources/admin-sources.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const PATCH = route(async (request, context) => {
  const admin = await requireAdmin(request)
  const sourceId = await readParam(context, 'id', id)
  const { weightFactor, ...override } = await readBody(request, adminSourceChange)
  const database = serverDatabase()
  const by = changerOf(request, admin)
  if (weightFactor !== undefined) await changeWeights(database, [sourceId], weightFactor, by)
  if (Object.keys(override).length > 0) await fixPolling(database, { id: sourceId, ...override }, by)
  const row = await findAdminSource(database, sourceId, systemClock.now())
  if (row === null) throw new ApiError('not_found', 'noSource')
  return row
})
