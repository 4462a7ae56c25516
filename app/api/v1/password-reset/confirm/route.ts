import { readBody, route } from '#lib/api/http/route.ts'
import { newPasswordRequest } from '#lib/api/accounts/sign-in.ts'
import { clientAddress } from '#lib/api/http/client-address.ts'
import { limitLinks } from '#lib/auth/identity/limit-attempts.ts'
import { resetPassword } from '#lib/auth/accounts/password-reset.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route((request) =>
  limitLinks(request, async () => {
    const reset = await readBody(request, newPasswordRequest)
    await resetPassword(serverDatabase(), reset, clientAddress(request.headers), new Date())
  }),
)
