import { makeOnce } from '#app/api/v1/make-once.ts'
import { ApiError } from '#lib/api/errors.ts'
import { readBody, route } from '#lib/api/route.ts'
import { ruleRequest } from '#lib/api/rules.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { mostOf } from '#lib/store/account-limits.ts'
import { createRule, listRules } from '#lib/store/rules.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { checkRuleText } from './check-rule-text.ts'
import { refuseRule } from './refuse-rule.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { rules: await listRules(serverDatabase(), subscriber.id) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const rule = await readBody(request, ruleRequest)
  checkRuleText(rule, request)
  return makeOnce({ request, subscriberId: subscriber.id, wanted: rule }, async (database) => {
    const created = await createRule(database, subscriber.id, rule)
    if (created === 'too-many')
      throw new ApiError('conflict', 'rulesFull', { values: { most: mostOf('rules') } })
    if (typeof created === 'string') throw refuseRule(created)
    return created
  })
})
