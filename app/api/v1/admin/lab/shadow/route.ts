import { ApiError } from '#lib/api/errors.ts'
import { readBody, route } from '#lib/api/route.ts'
import { shadowChange, type ShadowAnswer } from '#lib/api/shadow.ts'
import { changerOf } from '#lib/auth/record-request.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import type { Changer } from '#lib/store/change-log.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { readShadow } from '#lib/store/shadow-figures.ts'
import { endShadow, startShadow } from '#lib/store/shadows.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  return present()
})

export const PUT = route(async (request) => {
  const admin = await requireAdmin(request)
  const { policy } = await readBody(request, shadowChange)
  await startShadow(serverDatabase(), policy, changerNow(request, admin.id))
  return present()
})

export const DELETE = route(async (request) => {
  const admin = await requireAdmin(request)
  if (!(await endShadow(serverDatabase(), changerNow(request, admin.id))))
    throw new ApiError('not_found', 'noShadow')
  return present()
})

/** By the clock that polls and days go by. */
function changerNow(request: Request, adminId: string): Changer {
  return { ...changerOf(request, adminId), at: new Date(systemClock.now()) }
}

async function present(): Promise<ShadowAnswer> {
  return { shadow: await readShadow(serverDatabase(), systemClock.now()) }
}
