import { refuseAbout } from '#app/api/v1/alerts/refuse-alert.ts'
import { previewAlert } from '#lib/aggregator/preview-alert.ts'
import { alertPreviewRequest, type AlertPreview } from '#lib/api/alerts.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

/** Places that are not the caller's are empty ones. */
export const POST = route(async (request): Promise<AlertPreview> => {
  const subscriber = await requireSubscriber(request, 'read')
  const { about } = await readBody(request, alertPreviewRequest)
  refuseAbout(about, request)
  return previewAlert(serverDatabase(), subscriber.id, about, systemClock.now())
})
