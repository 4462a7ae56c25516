import { makeOnce } from '#lib/handlers/make-once.ts'
import { refusePlace } from '#lib/handlers/outputs/refuse-place.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { digestRequest } from '#lib/api/outputs/digests.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireProvedEmail } from '#lib/auth/accounts/email-change.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { createDigest, listDigests, mostDigests } from '#lib/store/digests/digests.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { digests: await listDigests(serverDatabase(), subscriber.id), canSend: canSendMail() }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const digest = await readBody(request, digestRequest)
  await requireProvedEmail(serverDatabase(), subscriber)
  return planAround(serverDatabase(), subscriber.id, () =>
    makeOnce({ request, subscriber, wanted: digest }, async (database) => {
      const created = await createDigest(database, subscriber.id, digest, systemClock.now())
      if (created === 'too-many')
        throw new ApiError('conflict', 'digestsFull', { values: { most: mostDigests } })
      if (typeof created === 'string') throw refusePlace(created)
      return created
    }),
  )
})
