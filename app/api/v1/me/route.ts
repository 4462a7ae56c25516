import { planAround } from '#lib/planning/plan-after-ties.ts'
import { deleteAccountRequest, meChange, type Me } from '#lib/api/accounts/account.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { clientAddress } from '#lib/api/http/client-address.ts'
import { confirmPassword } from '#lib/auth/accounts/confirm-password.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import type { Subscriber } from '#lib/auth/identity/subscriber.ts'
import { deleteAccount } from '#lib/store/subscriptions/delete-account.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { changeLanguage } from '#lib/store/accounts/users.ts'
import { languageCookie } from '#lib/words/languages.ts'

export const GET = route(async (request) => meOf(await requireSubscriber(request)))

export const PATCH = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const { language } = await readBody(request, meChange)
  await changeLanguage(serverDatabase(), subscriber.id, language)
  const age = language === null ? 0 : 31_536_000
  return Response.json(meOf({ ...subscriber, language }), {
    headers: {
      'cache-control': 'no-store',
      'set-cookie': `${languageCookie}=${language ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax`,
    },
  })
})

export const DELETE = route(async (request) => {
  const { subscriber } = await requireSession(request)
  const { password } = await readBody(request, deleteAccountRequest)
  await confirmPassword(request, subscriber, password)
  const address = clientAddress(request.headers)
  const deleted = await planAround(serverDatabase(), subscriber.id, () =>
    deleteAccount(serverDatabase(), subscriber.id, address, subscriber),
  )
  if (deleted === 'ended') throw new ApiError('not_signed_in', 'signIn')
  if (deleted === 'last-admin') throw new ApiError('conflict', 'lastAdmin')
})

function meOf({ id, name, email, role, language }: Subscriber): Me {
  return { id, name, email, role, language }
}
