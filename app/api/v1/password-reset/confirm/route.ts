import { readBody, route } from '#lib/api/route.ts'
import { newPasswordRequest } from '#lib/api/sign-in.ts'
import { clientAddress } from '#lib/auth/client-address.ts'
import { limitLinks } from '#lib/auth/limit-attempts.ts'
import { resetPassword } from '#lib/auth/password-reset.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route((request) =>
  limitLinks(request, async () => {
    const reset = await readBody(request, newPasswordRequest)
    await resetPassword(serverDatabase(), reset, clientAddress(request.headers), new Date())
  }),
)
