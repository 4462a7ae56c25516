import { ApiError } from '#lib/api/http/errors.ts'
import { labCsv } from '#lib/api/server/lab-csv.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { findLabRun } from '#lib/store/lab/lab-runs.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request, context) => {
  await requireAdmin(request)
  const run = await findLabRun(serverDatabase(), await readParam(context, 'id', id))
  if (run === null || run.result === null) throw new ApiError('not_found', 'noLabRun')
  return new Response(labCsv(run.result), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="policy-lab-${run.id}.csv"`,
      'cache-control': 'no-store',
    },
  })
})
