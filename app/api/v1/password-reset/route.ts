import { ApiError } from '#lib/api/http/errors.ts'
import { answer, readBody, route } from '#lib/api/http/route.ts'
import { resetRequest } from '#lib/api/accounts/sign-in.ts'
import { askForReset } from '#lib/auth/accounts/password-reset.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const { email } = await readBody(request, resetRequest)
  if (!canSendMail()) throw new ApiError('unavailable', 'noMail')
  await askForReset(serverDatabase(), email, request.headers)
  return answer(202, {})
})
