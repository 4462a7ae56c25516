import { countsAllQuery, type CountsAnswer } from '#lib/api/counts.ts'
import { readQuery, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { readCounts } from '#lib/store/counts.ts'
import { readDayStrip } from '#lib/store/day-strip.ts'
import { readFreshCount } from '#lib/store/fresh-count.ts'
import { readServer, serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request): Promise<CountsAnswer> => {
  const { id } = await requireSubscriber(request)
  const { fresh, day } = readQuery(request, countsAllQuery)
  const now = systemClock.now()
  return {
    counts: await readServer((database) => readCounts(database, id)),
    ...(fresh === undefined ? {} : { fresh: await readFreshCount(serverDatabase(), id, fresh, now) }),
    ...(day === 'true' ? { day: await readDayStrip(serverDatabase(), id, now) } : {}),
  }
})
