import { shownSent } from '#lib/handlers/without-write.ts'
import { noIntegration } from '#lib/handlers/integrations/refuse-integration.ts'
import { readPostingId, requirePosting } from '#lib/handlers/postings/require-posting.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { sendRequest } from '#lib/api/integrations/integrations.ts'
import { answer, readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { enqueueSend } from '#lib/store/integrations/enqueue-sends.ts'
import { findSend } from '#lib/store/integrations/integration-sends.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/** Asks for a posting to be saved elsewhere, and answers 202 at once; the log has what became of it. */
export const POST = route(async (request, context) => {
  const { id: subscriberId } = await requireSubscriber(request)
  const postingId = await readPostingId(context)
  const { integrationId } = await readBody(request, sendRequest)
  const { url } = await requirePosting(subscriberId, postingId)
  if (!/^https?:/i.test(url ?? '')) throw new ApiError('conflict', 'postingHasNoAddress')
  const database = serverDatabase()
  const wanted = { integrationId, postingId }
  const id = await enqueueSend(database, subscriberId, wanted, systemClock.now())
  const send = id === null ? null : await findSend(database, subscriberId, id)
  if (send === null) throw noIntegration()
  return answer(202, shownSent(send, request))
})
