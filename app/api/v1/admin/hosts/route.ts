import { changeHostWish } from '#lib/planning/change-publisher-limit.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { hostWishRequest } from '#lib/api/server/hosts.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { changerOf } from '#lib/auth/requests/record-request.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { hostOf, normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import { findHostWish, listHostWishes, storeShippedWishes } from '#lib/store/hosts/publisher-limits.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import type { HostWish } from '#lib/store/ground/change-log.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  await storeShippedWishes(serverDatabase())
  return { wishes: await listHostWishes(serverDatabase()) }
})

export const POST = route(async (request) => {
  const admin = await requireAdmin(request)
  const { host: typed, ...wish } = await readBody(request, hostWishRequest)
  const address = normaliseSourceUrl(typed)
  if (address === null) throw new ApiError('invalid_input', 'giveDomain', { field: 'host' })
  const host = hostOf(address)
  if (wishesNothing(wish) && (await findHostWish(serverDatabase(), host))?.isShipped !== true)
    throw new ApiError('invalid_input', 'sayWish', { field: 'host', values: { host } })
  await changeHostWish(serverDatabase(), { host, ...wish }, changerOf(request, admin.id))
  return { wishes: await listHostWishes(serverDatabase()) }
})

function wishesNothing({ leastIntervalMs, requestsPerHour, isOptedOut }: Omit<HostWish, 'host'>): boolean {
  return leastIntervalMs === null && requestsPerHour === null && !isOptedOut
}
