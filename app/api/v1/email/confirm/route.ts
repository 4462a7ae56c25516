import { readBody, route } from '#lib/api/route.ts'
import { emailConfirmation } from '#lib/api/sign-in.ts'
import { clientAddress } from '#lib/auth/client-address.ts'
import { confirmNewEmail } from '#lib/auth/email-change.ts'
import { limitLinks } from '#lib/auth/limit-attempts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route((request) =>
  limitLinks(request, async () => {
    const { token } = await readBody(request, emailConfirmation)
    const address = clientAddress(request.headers)
    return { email: await confirmNewEmail(serverDatabase(), token, address, new Date()) }
  }),
)
