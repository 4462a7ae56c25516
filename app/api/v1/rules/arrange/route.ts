import { readBody, route } from '#lib/api/http/route.ts'
import { ruleOrder } from '#lib/api/rules/rules.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { arrangeRules } from '#lib/store/rules/rules.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { ids } = await readBody(request, ruleOrder)
  await arrangeRules(serverDatabase(), subscriber.id, ids)
})
