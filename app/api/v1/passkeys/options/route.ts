import { readBody, route } from '#lib/api/http/route.ts'
import { passwordRequest } from '#lib/api/accounts/sign-in.ts'
import { confirmPassword } from '#lib/auth/accounts/confirm-password.ts'
import { passkeyRegistration } from '#lib/auth/sign-in/passkeys.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const { subscriber, sessionId } = await requireSession(request)
  const { password } = await readBody(request, passwordRequest)
  await confirmPassword(request, subscriber, password)
  return passkeyRegistration(serverDatabase(), subscriber, sessionId, new Date())
})
