import { ApiError } from '#lib/api/errors.ts'
import { id } from '#lib/api/parameters.ts'
import { readBody, readParam, route } from '#lib/api/route.ts'
import { folderRequest } from '#lib/api/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { changeFolder, deleteFolder } from '#lib/store/folders.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const folderId = await readParam(context, 'id', id)
  const change = await readBody(request, folderRequest)
  const changed = await changeFolder(serverDatabase(), subscriber.id, folderId, change)
  if (changed === 'not-found') throw notFound(folderId)
  if (changed === 'taken')
    throw new ApiError('conflict', 'folderExists', { field: 'name', values: { name: change.name ?? '' } })
  return changed
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const folderId = await readParam(context, 'id', id)
  if (!(await deleteFolder(serverDatabase(), subscriber.id, folderId))) throw notFound(folderId)
})

function notFound(folderId: number): ApiError {
  return new ApiError('not_found', 'noFolder', { values: { id: folderId } })
}
