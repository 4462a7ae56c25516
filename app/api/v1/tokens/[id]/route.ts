import { ApiError } from '#lib/api/errors.ts'
import { id } from '#lib/api/parameters.ts'
import { readParam, route } from '#lib/api/route.ts'
import { recordRequest } from '#lib/auth/record-request.ts'
import { requireSession } from '#lib/auth/require-session.ts'
import { deleteToken } from '#lib/auth/tokens.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const DELETE = route(async (request, context) => {
  const { subscriber } = await requireSession(request)
  const tokenId = await readParam(context, 'id', id)
  if (!(await deleteToken(serverDatabase(), subscriber.id, tokenId)))
    throw new ApiError('not_found', 'noToken', { values: { id: tokenId } })
  await recordRequest(request, 'token-removed', subscriber.id)
})
