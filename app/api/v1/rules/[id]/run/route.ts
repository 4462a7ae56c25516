import { noSuchRule } from '#lib/handlers/rules/refuse-rule.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readParam, route } from '#lib/api/http/route.ts'
import { requireCredentials } from '#lib/auth/identity/open-way.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { runRule } from '#lib/store/rules/try-rule.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const ruleId = await readParam(context, 'id', id)
  const now = systemClock.now()
  const result = await runRule(serverDatabase(), subscriber.id, ruleId, now, (transaction) =>
    requireCredentials(transaction, subscriber),
  )
  if (result === null) throw noSuchRule()
  return result
})
