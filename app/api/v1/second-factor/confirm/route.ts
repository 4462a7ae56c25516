import { ApiError } from '#lib/api/http/errors.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { codeRequest, type RecoveryCodesAnswer } from '#lib/api/accounts/sign-in.ts'
import { serverAuth } from '#lib/auth/sign-in/auth.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { switchOnSecondFactor } from '#lib/auth/sign-in/second-factor.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'

export const POST = route(async (request): Promise<RecoveryCodesAnswer> => {
  const { subscriber } = await requireSession(request)
  const { code } = await readBody(request, codeRequest)
  const { secretConfig } = await serverAuth().$context
  const now = new Date()
  const typed = code.replace(/\s/g, '')
  const codes = await openWay(subscriber, async (database) =>
    switchOnSecondFactor(database, secretConfig, subscriber.id, typed, now),
  )
  if (codes === null) throw new ApiError('invalid_input', 'wrongCode', { field: 'code' })
  await recordRequest(request, 'second-factor-on', subscriber.id)
  return { codes }
})
