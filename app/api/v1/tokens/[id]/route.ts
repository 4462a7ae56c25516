import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { deleteToken } from '#lib/auth/identity/tokens.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const DELETE = route(async (request, context) => {
  const { subscriber } = await requireSession(request)
  const tokenId = await readParam(context, 'id', id)
  if (!(await deleteToken(serverDatabase(), subscriber.id, tokenId)))
    throw new ApiError('not_found', 'noToken')
  await recordRequest(request, 'token-removed', subscriber.id)
})
