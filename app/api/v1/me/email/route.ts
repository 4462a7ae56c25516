import { ApiError } from '#lib/api/errors.ts'
import { answer, readBody, route } from '#lib/api/route.ts'
import { emailRequest } from '#lib/api/sign-in.ts'
import { confirmPassword } from '#lib/auth/confirm-password.ts'
import { askForNewEmail } from '#lib/auth/email-change.ts'
import { recordRequest } from '#lib/auth/record-request.ts'
import { requireSession } from '#lib/auth/require-session.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { isEmailProved } from '#lib/store/accounts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const { subscriber } = await requireSession(request)
  const { email, password } = await readBody(request, emailRequest)
  if (!canSendMail()) throw new ApiError('unavailable', 'noMail')
  const database = serverDatabase()
  if (email.toLowerCase() === subscriber.email && (await isEmailProved(database, subscriber.id)))
    throw new ApiError('conflict', 'sameEmail', { field: 'email' })
  await confirmPassword(request, subscriber, password)
  await askForNewEmail(database, subscriber, email.toLowerCase())
  await recordRequest(request, 'email-change-asked', subscriber.id)
  return answer(202, {})
})
