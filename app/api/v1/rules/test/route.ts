import { checkRuleText } from '#app/api/v1/rules/check-rule-text.ts'
import { readBody, route } from '#lib/api/route.ts'
import { ruleTestRequest } from '#lib/api/rules.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { testRule } from '#lib/store/try-rule.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request, 'read')
  const rule = await readBody(request, ruleTestRequest)
  checkRuleText(rule, request)
  return testRule(serverDatabase(), subscriber.id, rule, systemClock.now())
})
