import { ApiError } from '#lib/api/http/errors.ts'
import { undoRequest } from '#lib/api/lists/mark-read.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { undoMarkRead } from '#lib/store/marks/mark-read.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { undoToken } = await readBody(request, undoRequest)
  const undone = await undoMarkRead(serverDatabase(), subscriber.id, undoToken, systemClock.now())
  if (undone === 'invalid') throw new ApiError('invalid_input', 'badUndoToken', { field: 'undoToken' })
  if (undone === 'expired') throw new ApiError('conflict', 'undoExpired', { field: 'undoToken' })
  return undone
})
