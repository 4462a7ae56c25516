import { ApiError } from '#lib/api/errors.ts'
import { readParam, route } from '#lib/api/route.ts'
import { utcDay } from '#lib/api/shadow.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { cancelShadowDay } from '#lib/store/shadow-days.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

/** Leaves a day out: the one that is being compared, or comes next. */
export const DELETE = route(async (request, context) => {
  await requireAdmin(request)
  const day = Date.parse(await readParam(context, 'day', utcDay))
  if (!(await cancelShadowDay(serverDatabase(), day, systemClock.now())))
    throw new ApiError('not_found', 'noShadowDay')
})
