import { ApiError } from '#lib/api/http/errors.ts'
import { answer, readBody, route } from '#lib/api/http/route.ts'
import { passkeyRequest } from '#lib/api/accounts/sign-in.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { addPasskey, toPasskeyItem } from '#lib/auth/sign-in/passkeys.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { listPasskeys } from '#lib/store/accounts/passkeys.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request) => {
  const { subscriber } = await requireSession(request)
  return { passkeys: (await listPasskeys(serverDatabase(), subscriber.id)).map(toPasskeyItem) }
})

export const POST = route(async (request) => {
  const { subscriber, sessionId } = await requireSession(request)
  const passkey = await readBody(request, passkeyRequest)
  const now = new Date()
  const added = await openWay(subscriber, async (database) =>
    addPasskey(database, { userId: subscriber.id, sessionId }, passkey, now),
  )
  if (added === null) throw new ApiError('invalid_input', 'passkeyNotMade')
  await recordRequest(request, 'passkey-added', subscriber.id, { detail: added.name })
  return answer(201, toPasskeyItem(added))
})
