import { changeWeights, fixPolling } from '#lib/aggregator/change-weights.ts'
import { adminSourceChange } from '#lib/api/admin.ts'
import { ApiError } from '#lib/api/errors.ts'
import { id } from '#lib/api/parameters.ts'
import { readBody, readParam, route } from '#lib/api/route.ts'
import { changerOf } from '#lib/auth/record-request.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { findAdminSource } from '#lib/store/admin-sources.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const PATCH = route(async (request, context) => {
  const admin = await requireAdmin(request)
  const sourceId = await readParam(context, 'id', id)
  const { weightFactor, ...hatch } = await readBody(request, adminSourceChange)
  const database = serverDatabase()
  const by = changerOf(request, admin.id)
  if (weightFactor !== undefined) await changeWeights(database, [sourceId], weightFactor, by)
  if (Object.keys(hatch).length > 0) await fixPolling(database, { id: sourceId, ...hatch }, by)
  const row = await findAdminSource(database, sourceId, systemClock.now())
  if (row === null) throw new ApiError('not_found', 'noSource', { values: { id: sourceId } })
  return row
})
