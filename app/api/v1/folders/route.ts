import { ApiError } from '#lib/api/errors.ts'
import { answer, readBody, route } from '#lib/api/route.ts'
import { folderRequest } from '#lib/api/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { createFolder, listFolders } from '#lib/store/folders.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { folders: await listFolders(serverDatabase(), subscriber.id) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const folder = await readBody(request, folderRequest)
  const created = await createFolder(serverDatabase(), subscriber.id, folder)
  if (created === 'taken')
    throw new ApiError('conflict', 'folderExists', { field: 'name', values: { name: folder.name } })
  return answer(201, created)
})
