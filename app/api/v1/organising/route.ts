import { organisingChange } from '#lib/api/organising/organising.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { changeOrganising, getOrganising } from '#lib/store/ground/organising.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return getOrganising(serverDatabase(), subscriber.id)
})

export const PATCH = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return changeOrganising(serverDatabase(), subscriber.id, await readBody(request, organisingChange))
})
