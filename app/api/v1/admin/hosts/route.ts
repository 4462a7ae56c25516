import { changePublisherLimit } from '#lib/planning/change-publisher-limit.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { publisherLimitRequest } from '#lib/api/server/hosts.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { changerOf } from '#lib/auth/requests/record-request.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { hostOf, normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import {
  findPublisherLimit,
  listPublisherLimits,
  storeShippedLimits,
} from '#lib/store/hosts/publisher-limits.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import type { PublisherLimit } from '#lib/store/ground/change-log.ts'

export const GET = route(async (request) => {
  await requireAdmin(request)
  await storeShippedLimits(serverDatabase())
  return { wishes: await listPublisherLimits(serverDatabase()) }
})

export const POST = route(async (request) => {
  const admin = await requireAdmin(request)
  const { host: typed, ...limit } = await readBody(request, publisherLimitRequest)
  const address = normaliseSourceUrl(typed)
  if (address === null) throw new ApiError('invalid_input', 'giveDomain', { field: 'host' })
  const host = hostOf(address)
  if (limitsNothing(limit) && (await findPublisherLimit(serverDatabase(), host))?.isShipped !== true)
    throw new ApiError('invalid_input', 'sayLimit', { field: 'host', values: { host } })
  await changePublisherLimit(serverDatabase(), { host, ...limit }, changerOf(request, admin))
  return { wishes: await listPublisherLimits(serverDatabase()) }
})

function limitsNothing({
  leastIntervalMs,
  requestsPerHour,
  isOptedOut,
}: Omit<PublisherLimit, 'host'>): boolean {
  return leastIntervalMs === null && requestsPerHour === null && !isOptedOut
}
