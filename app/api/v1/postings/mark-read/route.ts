import { readActedAgo } from '#lib/api/late-act.ts'
import { markReadRequest } from '#lib/api/mark-read.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { markRead } from '#lib/store/mark-read.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const scope = await readBody(request, markReadRequest)
  return markRead(serverDatabase(), subscriber.id, scope, systemClock.now(), readActedAgo(request))
})
