import { countsAllQuery, type CountsAnswer } from '#lib/api/lists/counts.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import { readDayNumbers, readFreshCount } from '#lib/store/freshness/day-numbers.ts'
import { readServer, serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request): Promise<CountsAnswer> => {
  const { id } = await requireSubscriber(request)
  const { fresh, day } = readQuery(request, countsAllQuery)
  const counts = await readServer((database) => readCounts(database, id))
  const now = systemClock.now()
  if (day === 'true') {
    const numbers = await readDayNumbers(serverDatabase(), id, fresh ?? 0, now)
    return fresh === undefined ? { counts, day: numbers.day } : { counts, ...numbers }
  }
  return fresh === undefined
    ? { counts }
    : { counts, fresh: await readFreshCount(serverDatabase(), id, fresh, now) }
})
