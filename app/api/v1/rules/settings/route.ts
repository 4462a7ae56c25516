import { readBody, route } from '#lib/api/http/route.ts'
import { ruleSettings } from '#lib/api/rules/rules.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { getRuleSettings, setRuleSettings } from '#lib/store/rules/age-postings.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return getRuleSettings(serverDatabase(), subscriber.id)
})

export const PATCH = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const settings = await readBody(request, ruleSettings)
  return setRuleSettings(serverDatabase(), subscriber.id, settings)
})
