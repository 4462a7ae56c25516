import { makeOnce } from '#lib/handlers/make-once.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { ruleRequest } from '#lib/api/rules/rules.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { mostOf } from '#lib/store/ground/account-limits.ts'
import { createRule, listRules } from '#lib/store/rules/rules.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { checkRuleText } from '#lib/handlers/rules/check-rule-text.ts'
import { refuseRule } from '#lib/handlers/rules/refuse-rule.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { rules: await listRules(serverDatabase(), subscriber.id) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const rule = await readBody(request, ruleRequest)
  checkRuleText(rule, request)
  return makeOnce({ request, subscriber, wanted: rule }, async (database) => {
    const created = await createRule(database, subscriber.id, rule)
    if (created === 'too-many')
      throw new ApiError('conflict', 'rulesFull', { values: { most: mostOf('rules') } })
    if (typeof created === 'string') throw refuseRule(created)
    return created
  })
})
