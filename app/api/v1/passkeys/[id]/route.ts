import { ApiError } from '#lib/api/http/errors.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { passkeyChange, passwordRequest } from '#lib/api/accounts/sign-in.ts'
import { confirmPassword } from '#lib/auth/accounts/confirm-password.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { toPasskeyItem } from '#lib/auth/sign-in/passkeys.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { deletePasskey, renamePasskey } from '#lib/store/accounts/passkeys.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const PATCH = route(async (request, context) => {
  const { subscriber } = await requireSession(request)
  const passkeyId = await readParam(context, 'id', id)
  const { name } = await readBody(request, passkeyChange)
  const renamed = await renamePasskey(serverDatabase(), subscriber.id, passkeyId, name)
  if (renamed === null) throw notFound()
  return toPasskeyItem(renamed)
})

export const DELETE = route(async (request, context) => {
  const { subscriber } = await requireSession(request)
  const passkeyId = await readParam(context, 'id', id)
  const { password } = await readBody(request, passwordRequest)
  // Also keeps the last way in: the password that was just given opens the account without any passkey.
  await confirmPassword(request, subscriber, password)
  const end = async (database: Database) => deletePasskey(database, subscriber.id, passkeyId)
  if (!(await openWay(subscriber, end, 'alone'))) throw notFound()
  await recordRequest(request, 'passkey-removed', subscriber.id)
})

function notFound(): ApiError {
  return new ApiError('not_found', 'noPasskey')
}
