import { changeHostWish } from '#lib/aggregator/change-host-wish.ts'
import { ApiError } from '#lib/api/errors.ts'
import { hostWishRequest } from '#lib/api/hosts.ts'
import { readBody, route } from '#lib/api/route.ts'
import { changerOf } from '#lib/auth/record-request.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { hostOf, normaliseSourceUrl } from '#lib/feeds/normalise-url.ts'
import { findHostWish, listHostWishes, storeShippedWishes, type HostWish } from '#lib/store/host-wishes.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

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
