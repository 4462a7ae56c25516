import { ApiError } from '#lib/api/http/errors.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { passwordRequest, type RecoveryCodesAnswer } from '#lib/api/accounts/sign-in.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { confirmPassword } from '#lib/auth/accounts/confirm-password.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { renewRecoveryCodes } from '#lib/auth/sign-in/second-factor.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'

export const POST = route(async (request): Promise<RecoveryCodesAnswer> => {
  const { subscriber } = await requireSession(request)
  const { password } = await readBody(request, passwordRequest)
  await confirmPassword(request, subscriber, password)
  const codes = await openWay(subscriber, async (database) => renewRecoveryCodes(database, subscriber.id))
  if (codes === null) throw new ApiError('conflict', 'secondStepOff')
  await recordRequest(request, 'recovery-codes-made', subscriber.id)
  return { codes }
})
