import { ApiError } from '#lib/api/errors.ts'
import { answer, readBody, route } from '#lib/api/route.ts'
import { resetRequest } from '#lib/api/sign-in.ts'
import { askForReset } from '#lib/auth/password-reset.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const { email } = await readBody(request, resetRequest)
  if (!canSendMail()) throw new ApiError('unavailable', 'noMail')
  await askForReset(serverDatabase(), email, request.headers)
  return answer(202, {})
})
