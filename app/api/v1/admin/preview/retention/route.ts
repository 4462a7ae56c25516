import { ApiError } from '#lib/api/http/errors.ts'
import { keepsUnreadShorter } from '#lib/api/parts/limits.ts'
import { retentionRules } from '#lib/api/server/retention.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { previewRetention } from '#lib/store/retention/preview-retention.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  const rules = await readBody(request, retentionRules)
  if (keepsUnreadShorter(rules))
    throw new ApiError('invalid_input', 'unreadKeptShorter', { field: 'keepUnreadDays' })
  return previewRetention(serverDatabase(), rules, systemClock.now())
})
