import { planAround } from '#lib/planning/plan-after-ties.ts'
import { readingHoursChange, type ReadingHours } from '#lib/api/accounts/reading-hours.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { changeReadingHours, forgetReadingHours, getReadingHours } from '#lib/store/accounts/reading-hours.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request): Promise<ReadingHours> => {
  const subscriber = await requireSubscriber(request)
  return getReadingHours(serverDatabase(), subscriber.id)
})

/** Changes what the body names. Answer: all of it. */
export const PATCH = route(async (request): Promise<ReadingHours> => {
  const subscriber = await requireSubscriber(request)
  const change = await readBody(request, readingHoursChange)
  return planAround(serverDatabase(), subscriber.id, () =>
    changeReadingHours(serverDatabase(), subscriber.id, change, systemClock.now()),
  )
})

/** Deletes what was learned. */
export const DELETE = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  await planAround(serverDatabase(), subscriber.id, () =>
    forgetReadingHours(serverDatabase(), subscriber.id, systemClock.now()),
  )
})
