import { ApiError } from '#lib/api/errors.ts'
import { keepsUnreadShorter, retentionRules } from '#lib/api/retention.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { previewRetention } from '#lib/store/preview-retention.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  const rules = await readBody(request, retentionRules)
  if (keepsUnreadShorter(rules))
    throw new ApiError('invalid_input', 'unreadKeptShorter', { field: 'keepUnreadDays' })
  return previewRetention(serverDatabase(), rules, systemClock.now())
})
