import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, type RouteContext } from '#lib/api/http/route.ts'
import { requireViewer } from '#lib/auth/requests/require-subscriber.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { canSeeSource } from '#lib/store/sources/sources.ts'

/**
 * The number of the source that a path names, for those who may see it: its subscribers, and admins.
 * @throws ApiError not_found for all others, as if there were no such source
 */
export async function requireSource(request: Request, context: RouteContext): Promise<number> {
  const viewer = await requireViewer(request)
  const sourceId = await readParam(context, 'id', id)
  if (!(await canSeeSource(serverDatabase(), viewer, sourceId)))
    throw new ApiError('not_found', 'notSubscribed')
  return sourceId
}
