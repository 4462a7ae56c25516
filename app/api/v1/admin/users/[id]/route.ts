import { planAround } from '#lib/planning/plan-after-ties.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { userId } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { userChange } from '#lib/api/accounts/sign-in.ts'
import { clientAddress } from '#lib/api/http/client-address.ts'
import { requireCredentials } from '#lib/auth/identity/open-way.ts'
import { requireAdminSession } from '#lib/auth/requests/require-session.ts'
import { changeLimits, lockSignUp, setLock } from '#lib/store/accounts/accounts.ts'
import { recordAct } from '#lib/store/ground/audit-log.ts'
import { deleteAccount } from '#lib/store/subscriptions/delete-account.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const PATCH = route(async (request, context) => {
  const { subscriber: admin } = await requireAdminSession(request)
  const id = await readParam(context, 'id', userId)
  const { isLocked, ...limits } = await readBody(request, userChange)
  if (id === admin.id && isLocked !== undefined) throw new ApiError('conflict', 'lockSelf')
  const address = clientAddress(request.headers)
  return serverDatabase().$transaction(async (transaction) => {
    // First the lock of sign-ups: two admins who change each other at once would else wait for each other.
    await lockSignUp(transaction)
    await requireCredentials(transaction, admin, id === admin.id ? 'alone' : 'shared')
    const by = { actorId: admin.id, subjectId: id, address }
    if (isLocked !== undefined) {
      const set = await setLock(transaction, id, isLocked)
      if (set === 'last-admin') throw new ApiError('conflict', 'lockLastAdmin')
      const act = isLocked ? 'account-locked' : 'account-unlocked'
      if (set === 'done') await recordAct(transaction, { ...by, act }, new Date())
    }
    const changed = await changeLimits(transaction, id, limits)
    if (changed === null) throw new ApiError('not_found', 'noAccount')
    for (const [name, value] of Object.entries(limits))
      await recordAct(
        transaction,
        { ...by, act: 'settings-changed', detail: `${name}: ${value ?? '-'}` },
        new Date(),
      )
    return changed
  })
})

/** Deletes an account of somebody else with all that is its own. One's own is deleted in the settings, with the password. */
export const DELETE = route(async (request, context) => {
  const { subscriber: admin } = await requireAdminSession(request)
  const id = await readParam(context, 'id', userId)
  if (id === admin.id) throw new ApiError('conflict', 'deleteSelf')
  const database = serverDatabase()
  const deleted = await planAround(database, id, () =>
    deleteAccount(database, id, clientAddress(request.headers), admin),
  )
  if (deleted === 'ended') throw new ApiError('not_signed_in', 'signIn')
  if (deleted === 'not-found') throw new ApiError('not_found', 'noAccount')
  if (deleted === 'last-admin') throw new ApiError('conflict', 'lockLastAdmin')
})
