import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { endLabRun, findLabRun } from '#lib/store/lab/lab-runs.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request, context) => {
  await requireAdmin(request)
  const run = await findLabRun(serverDatabase(), await readParam(context, 'id', id))
  if (run === null) throw new ApiError('not_found', 'noLabRun')
  return run
})

export const DELETE = route(async (request, context) => {
  const admin = await requireAdmin(request)
  const runId = await readParam(context, 'id', id)
  if (!(await openWay(admin, async (database) => endLabRun(database, runId, systemClock.now()))))
    throw new ApiError('not_found', 'noLabRun')
})
