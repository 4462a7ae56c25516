import { ApiError } from '#lib/api/errors.ts'
import { id } from '#lib/api/parameters.ts'
import { readParam, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { findLabTrace } from '#lib/store/lab-runs.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

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
