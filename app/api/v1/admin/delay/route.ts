import { delayQuery, type AdminDelay } from '#lib/api/admin.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { summariseDelays } from '#lib/store/delay-summary.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

const dayMs = 86_400_000

export const GET = route(async (request): Promise<AdminDelay> => {
  await requireAdmin(request)
  const { since } = readQuery(request, delayQuery)
  const from = since === undefined ? systemClock.now() - dayMs : Date.parse(since)
  return { ...(await summariseDelays(serverDatabase(), from)), since: new Date(from).toISOString() }
})
