import { z } from 'zod'
import { withdrawHostWish } from '#lib/aggregator/change-host-wish.ts'
import { ApiError } from '#lib/api/errors.ts'
import { readParam, route } from '#lib/api/route.ts'
import { changerOf } from '#lib/auth/record-request.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const DELETE = route(async (request, context) => {
  const admin = await requireAdmin(request)
  const host = await readParam(context, 'host', z.string().min(1).max(300))
  if (!(await withdrawHostWish(serverDatabase(), host, changerOf(request, admin.id))))
    throw new ApiError('not_found', 'noWish', { values: { host } })
})
