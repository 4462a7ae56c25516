import { z } from 'zod'
import { ApiError } from '#lib/api/errors.ts'
import { readParam, route } from '#lib/api/route.ts'
import { recordRequest } from '#lib/auth/record-request.ts'
import { requireSession } from '#lib/auth/require-session.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { endSession } from '#lib/store/sessions.ts'

export const DELETE = route(async (request, context) => {
  const { subscriber } = await requireSession(request)
  const id = await readParam(context, 'id', z.string().min(1).max(100))
  if (!(await endSession(serverDatabase(), subscriber.id, id)))
    throw new ApiError('not_found', 'sessionEnded')
  await recordRequest(request, 'session-ended', subscriber.id)
})
