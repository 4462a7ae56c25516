import { languageOf } from '#lib/api/http/request-language.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { emailConfirmation } from '#lib/api/accounts/sign-in.ts'
import { clientAddress } from '#lib/api/http/client-address.ts'
import { confirmNewEmail } from '#lib/auth/accounts/email-change.ts'
import { limitLinks } from '#lib/auth/identity/limit-attempts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route((request) =>
  limitLinks(request, async () => {
    const { token } = await readBody(request, emailConfirmation)
    const address = clientAddress(request.headers)
    const email = await confirmNewEmail(serverDatabase(), token, address, new Date(), languageOf(request))
    return { email }
  }),
)
