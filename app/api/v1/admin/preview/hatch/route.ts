import { previewHatch } from '#lib/aggregator/preview-hatch.ts'
import { ApiError } from '#lib/api/errors.ts'
import { hatchPreviewRequest } from '#lib/api/hatch.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireAdmin } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  await requireAdmin(request)
  const { id, ...hatch } = await readBody(request, hatchPreviewRequest)
  const preview = await previewHatch(serverDatabase(), id, hatch, systemClock.now())
  if (preview === null) throw new ApiError('not_found', 'noSource', { values: { id } })
  return preview
})
