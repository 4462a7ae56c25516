import { refusePlace } from '#lib/handlers/outputs/refuse-place.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { digestChange } from '#lib/api/outputs/digests.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { changeDigest, deleteDigest } from '#lib/store/digests/digests.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const digestId = await readParam(context, 'id', id)
  const change = await readBody(request, digestChange)
  const changed = await planAround(serverDatabase(), subscriber.id, () =>
    changeDigest(serverDatabase(), subscriber.id, digestId, change, systemClock.now()),
  )
  if (changed === 'not-found') throw noSuchDigest()
  if (typeof changed === 'string') throw refusePlace(changed)
  return changed
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const digestId = await readParam(context, 'id', id)
  const isDeleted = await planAround(serverDatabase(), subscriber.id, () =>
    deleteDigest(serverDatabase(), subscriber.id, digestId),
  )
  if (!isDeleted) throw noSuchDigest()
})

function noSuchDigest(): ApiError {
  return new ApiError('not_found', 'noDigest')
}
