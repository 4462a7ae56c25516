import { makeOnce } from '#lib/handlers/make-once.ts'
import { channelRequest, mostChannels } from '#lib/api/alerts/alerts.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireProvedEmail } from '#lib/auth/accounts/email-change.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const wanted = await readBody(request, channelRequest)
  if (wanted.kind === 'email' && !canSendMail())
    throw new ApiError('unavailable', 'noAlertMail', { field: 'kind' })
  if (wanted.kind === 'email') await requireProvedEmail(serverDatabase(), subscriber)
  // What a program adds by a token is in no browser's session.
  const isBrowser = wanted.kind === 'web-push' && !request.headers.has('authorization')
  const sessionId = isBrowser ? (await requireSession(request)).sessionId : null
  return makeOnce({ request, subscriber, wanted }, async (database) => {
    const created = await createChannel(database, subscriber.id, wanted, sessionId)
    if (created === 'too-many')
      throw new ApiError('conflict', 'alertChannelsFull', { values: { most: mostChannels } })
    if (created === 'mail-there') throw new ApiError('conflict', 'alertMailThere')
    return created
  })
})
