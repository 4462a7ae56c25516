import { ApiError } from '#lib/api/http/errors.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import {
  passwordRequest,
  type SecondFactorSecret,
  type SecondFactorState,
} from '#lib/api/accounts/sign-in.ts'
import { serverAuth } from '#lib/auth/sign-in/auth.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { confirmPassword } from '#lib/auth/accounts/confirm-password.ts'
import { requireSession } from '#lib/auth/requests/require-session.ts'
import { beginSecondFactor, readSecondFactorState } from '#lib/auth/sign-in/second-factor.ts'
import { recordRequest } from '#lib/auth/requests/record-request.ts'
import { deleteSecondFactor } from '#lib/store/accounts/second-factors.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const GET = route(async (request): Promise<SecondFactorState> => {
  const { subscriber } = await requireSession(request)
  return readSecondFactorState(serverDatabase(), subscriber.id)
})

export const POST = route(async (request): Promise<SecondFactorSecret> => {
  const { subscriber } = await requireSession(request)
  const { password } = await readBody(request, passwordRequest)
  await confirmPassword(request, subscriber, password)
  const { secretConfig } = await serverAuth().$context
  const secret = await openWay(subscriber, async (database) =>
    beginSecondFactor(database, secretConfig, subscriber),
  )
  if (secret === null) throw new ApiError('conflict', 'secondStepOn')
  return secret
})

export const DELETE = route(async (request) => {
  const { subscriber } = await requireSession(request)
  const { password } = await readBody(request, passwordRequest)
  await confirmPassword(request, subscriber, password)
  const end = async (database: Database) => deleteSecondFactor(database, subscriber.id)
  if (!(await openWay(subscriber, end, 'alone'))) return
  await recordRequest(request, 'second-factor-off', subscriber.id)
})
