import { z } from 'zod'
import { takeBack } from '#lib/aggregator/take-back.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { changerOf } from '#lib/auth/requests/record-request.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request, context) => {
  const admin = await requireAdmin(request)
  const id = await readParam(context, 'id', z.string().regex(/^\d{1,18}$/))
  const result = await takeBack(serverDatabase(), BigInt(id), changerOf(request, admin))
  switch (result) {
    case 'reverted':
      return { reverted: true }
    case 'not-found':
      throw new ApiError('not_found', 'noEntry')
    case 'not-revertible':
      throw new ApiError('conflict', 'notRevertible')
    case 'changed-since':
      throw new ApiError('conflict', 'changedSince')
    default:
      return result satisfies never
  }
})
