import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { findLabTrace } from '#lib/store/lab/lab-runs.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request, context) => {
  await requireAdmin(request)
  const runId = await readParam(context, 'id', id)
  const trace = await findLabTrace(serverDatabase(), runId)
  if (trace === null) throw new ApiError('not_found', 'noLabRun')
  return new Response(trace, {
    headers: {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="policy-lab-${runId}.json.gz"`,
      'cache-control': 'no-store',
    },
  })
})
