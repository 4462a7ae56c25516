import { ApiError } from '#lib/api/http/errors.ts'
import { answer, readBody, route } from '#lib/api/http/route.ts'
import { emailRequest } from '#lib/api/accounts/sign-in.ts'
import { confirmPassword } from '#lib/auth/accounts/confirm-password.ts'
import { askForNewEmail } from '#lib/auth/accounts/email-change.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { isEmailProved } from '#lib/store/accounts/accounts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const { subscriber } = await requireSession(request)
  const { email, password } = await readBody(request, emailRequest)
  if (!canSendMail()) throw new ApiError('unavailable', 'noMail')
  const database = serverDatabase()
  if (email.toLowerCase() === subscriber.email && (await isEmailProved(database, subscriber.id)))
    throw new ApiError('conflict', 'sameEmail', { field: 'email' })
  await confirmPassword(request, subscriber, password)
  await askForNewEmail(database, subscriber, email.toLowerCase(), request)
  await recordRequest(request, 'email-change-asked', subscriber.id)
  return answer(202, {})
})
