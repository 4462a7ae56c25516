import { refuseAbout } from '#lib/handlers/alerts/refuse-alert.ts'
import { previewAlert } from '#lib/sending/preview-alert.ts'
import { alertPreviewRequest, type AlertPreview } from '#lib/api/alerts/alerts.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireViewer } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/** Places that are not the caller's are empty ones. */
export const POST = route(async (request): Promise<AlertPreview> => {
  const viewer = await requireViewer(request, 'read')
  const { about } = await readBody(request, alertPreviewRequest)
  refuseAbout(about, request)
  const preview = await previewAlert(serverDatabase(), viewer.id, about, systemClock.now())
  return viewer.role === 'admin' ? preview : { ...preview, weight: null } // it tells how many read the source
})
