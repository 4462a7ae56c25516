import { noSuchRule } from '#app/api/v1/rules/refuse-rule.ts'
import { id } from '#lib/api/parameters.ts'
import { readParam, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { runRule } from '#lib/store/try-rule.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const ruleId = await readParam(context, 'id', id)
  const result = await runRule(serverDatabase(), subscriber.id, ruleId, systemClock.now())
  if (result === null) throw noSuchRule(ruleId)
  return result
})
