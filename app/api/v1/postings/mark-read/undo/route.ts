import { ApiError } from '#lib/api/errors.ts'
import { undoRequest } from '#lib/api/mark-read.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { undoMarkRead } from '#lib/store/mark-read.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { undoToken } = await readBody(request, undoRequest)
  const undone = await undoMarkRead(serverDatabase(), subscriber.id, undoToken, systemClock.now())
  if (undone === 'invalid') throw new ApiError('invalid_input', 'badUndoToken', { field: 'undoToken' })
  if (undone === 'expired') throw new ApiError('conflict', 'undoExpired', { field: 'undoToken' })
  return undone
})
