import { z } from 'zod'
import { ApiError } from '#lib/api/http/errors.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { endSession } from '#lib/store/accounts/sessions.ts'

export const DELETE = route(async (request, context) => {
  const { subscriber } = await requireSession(request)
  const id = await readParam(context, 'id', z.string().min(1).max(100))
  if (!(await endSession(serverDatabase(), subscriber.id, id)))
    throw new ApiError('not_found', 'sessionEnded')
  await recordRequest(request, 'session-ended', subscriber.id)
})
