import { delayQuery, type AdminDelay } from '#lib/api/admin.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { summariseDelays, summariseLastDay } from '#lib/store/delay-summary.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request): Promise<AdminDelay> => {
  await requireAdmin(request)
  const { since } = readQuery(request, delayQuery)
  const from = since === undefined ? null : Date.parse(since)
  const found =
    from === null
      ? await summariseLastDay(serverDatabase(), systemClock.now())
      : { ...(await summariseDelays(serverDatabase(), from)), since: from }
  return { ...found, since: new Date(found.since).toISOString() }
})
