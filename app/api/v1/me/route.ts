import { deleteAccountRequest, type Me } from '#lib/api/account.ts'
import { ApiError } from '#lib/api/errors.ts'
import { readBody, route } from '#lib/api/route.ts'
import { confirmOwner } from '#lib/auth/confirm-owner.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { deleteAccount } from '#lib/store/delete-account.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request): Promise<Me> => {
  const { id, name, email, role } = await requireSubscriber(request)
  return { id, name, email, role }
})

export const DELETE = route(async (request) => {
  await requireSubscriber(request) // nobody else learns what the body should be
  const { password } = await readBody(request, deleteAccountRequest)
  const { id } = await confirmOwner(request, password ?? null)
  if ((await deleteAccount(serverDatabase(), id)) === 'last-admin')
    throw new ApiError('conflict', 'You are the last admin. Make somebody else an admin first.')
})
