import { ApiError } from '#lib/api/errors.ts'
import { userId } from '#lib/api/parameters.ts'
import { readBody, readParam, route } from '#lib/api/route.ts'
import { userChange } from '#lib/api/sign-in.ts'
import { clientAddress } from '#lib/auth/client-address.ts'
import { requireAdminSession } from '#lib/auth/require-session.ts'
import { setLock } from '#lib/store/accounts.ts'
import { recordAct } from '#lib/store/audit-log.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const PATCH = route(async (request, context) => {
  const { subscriber: admin } = await requireAdminSession(request)
  const id = await readParam(context, 'id', userId)
  const { isLocked } = await readBody(request, userChange)
  if (id === admin.id) throw new ApiError('conflict', 'lockSelf')
  const act = isLocked ? 'account-locked' : 'account-unlocked'
  const address = clientAddress(request.headers)
  await serverDatabase().$transaction(async (transaction) => {
    if (!(await setLock(transaction, id, isLocked))) throw new ApiError('not_found', 'noAccount')
    await recordAct(transaction, { act, actorId: admin.id, subjectId: id, address }, new Date())
  })
  return { id, isLocked }
})
