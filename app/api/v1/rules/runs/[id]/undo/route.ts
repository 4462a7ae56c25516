import { ApiError } from '#lib/api/http/errors.ts'
import { postingId as longId } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { undoRun } from '#lib/store/rules/rule-runs.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const runId = await readParam(context, 'id', longId)
  const restored = await undoRun(serverDatabase(), subscriber.id, BigInt(runId), systemClock.now())
  if (restored === null) throw new ApiError('not_found', 'noRuleRun')
  return { restored }
})
