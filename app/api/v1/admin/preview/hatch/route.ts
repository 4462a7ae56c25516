import { previewOverride } from '#lib/planning/preview-override.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { overridePreviewRequest } from '#lib/api/server/poll-override.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireAdmin } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  const { id, ...override } = await readBody(request, overridePreviewRequest)
  const preview = await previewOverride(serverDatabase(), id, override, systemClock.now())
  if (preview === null) throw new ApiError('not_found', 'noSource')
  return preview
})
