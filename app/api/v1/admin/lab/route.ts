import { makeOnce } from '#lib/handlers/make-once.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { labRequest } from '#lib/api/server/lab.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { createLabRun, listLabRuns, mostWaiting } from '#lib/store/lab/lab-runs.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return listLabRuns(serverDatabase())
})

export const POST = route(async (request) => {
  const admin = await requireAdmin(request)
  const asked = await readBody(request, labRequest)
  const run = { request: asked, requestedById: admin.id, now: systemClock.now() }
  return makeOnce({ request, subscriber: admin, wanted: asked }, async (database) => {
    const created = await createLabRun(database, run)
    if (created === null) throw new ApiError('conflict', 'labBusy', { values: { count: mostWaiting } })
    return created
  })
})
