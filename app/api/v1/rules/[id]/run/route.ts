import { noSuchRule } from '#lib/handlers/rules/refuse-rule.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { requireStillWithin, requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { runRule } from '#lib/store/rules/try-rule.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const ruleId = await readParam(context, 'id', id)
  const result = await runRule(serverDatabase(), subscriber.id, ruleId, systemClock.now(), (transaction) =>
    requireStillWithin(transaction, request, subscriber.id),
  )
  if (result === null) throw noSuchRule(ruleId)
  return result
})
