import { organisingChange } from '#lib/api/organising.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { changeOrganising, getOrganising } from '#lib/store/organising.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return getOrganising(serverDatabase(), subscriber.id)
})

export const PATCH = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return changeOrganising(serverDatabase(), subscriber.id, await readBody(request, organisingChange))
})
