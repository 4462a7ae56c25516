import { readBody, route } from '#lib/api/route.ts'
import { ruleOrder } from '#lib/api/rules.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { arrangeRules } from '#lib/store/rules.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { ids } = await readBody(request, ruleOrder)
  await arrangeRules(serverDatabase(), subscriber.id, ids)
})
