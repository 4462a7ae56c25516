import { noSuchRule, refuseRule } from '#lib/handlers/rules/refuse-rule.ts'
import { checkRuleText } from '#lib/handlers/rules/check-rule-text.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { ruleRequest, ruleSwitch } from '#lib/api/rules/rules.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { deleteRule, replaceRule, switchRule } from '#lib/store/rules/rules.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const PUT = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const ruleId = await readParam(context, 'id', id)
  const rule = await readBody(request, ruleRequest)
  checkRuleText(rule, request)
  const changed = await replaceRule(serverDatabase(), subscriber.id, ruleId, rule)
  if (changed === 'not-found') throw noSuchRule()
  if (typeof changed === 'string') throw refuseRule(changed)
  return changed
})

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const ruleId = await readParam(context, 'id', id)
  const { isOn } = await readBody(request, ruleSwitch)
  const changed = await switchRule(serverDatabase(), subscriber.id, ruleId, isOn)
  if (changed === 'not-found') throw noSuchRule()
  return changed
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const ruleId = await readParam(context, 'id', id)
  if (!(await deleteRule(serverDatabase(), subscriber.id, ruleId))) throw noSuchRule()
})
