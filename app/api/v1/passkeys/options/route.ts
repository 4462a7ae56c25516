import { readBody, route } from '#lib/api/route.ts'
import { passwordRequest } from '#lib/api/sign-in.ts'
import { confirmPassword } from '#lib/auth/confirm-password.ts'
import { passkeyRegistration } from '#lib/auth/passkeys.ts'
import { requireSession } from '#lib/auth/require-session.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const { subscriber, sessionId } = await requireSession(request)
  const { password } = await readBody(request, passwordRequest)
  await confirmPassword(request, subscriber, password)
  return passkeyRegistration(serverDatabase(), subscriber, sessionId, new Date())
})
