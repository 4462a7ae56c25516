import { z } from 'zod'
import { withdrawPublisherLimit } from '#lib/planning/change-publisher-limit.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { changerOf } from '#lib/auth/requests/record-request.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const DELETE = route(async (request, context) => {
  const admin = await requireAdmin(request)
  const host = await readParam(context, 'host', z.string().min(1).max(300))
  if (!(await withdrawPublisherLimit(serverDatabase(), host, changerOf(request, admin))))
    throw new ApiError('not_found', 'noLimit', { values: { host } })
})
