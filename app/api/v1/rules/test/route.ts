import { checkRuleText } from '#lib/handlers/rules/check-rule-text.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { ruleTestRequest } from '#lib/api/rules/rules.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { testRule } from '#lib/store/rules/try-rule.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request, 'read')
  const rule = await readBody(request, ruleTestRequest)
  checkRuleText(rule, request)
  return testRule(serverDatabase(), subscriber.id, rule, systemClock.now())
})
