import { makeOnce } from '#app/api/v1/make-once.ts'
import { readBody, route } from '#lib/api/route.ts'
import { folderRequest } from '#lib/api/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { createFolder, listFolders } from '#lib/store/folders.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { refuseFolder } from './refuse-folder.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { folders: await listFolders(serverDatabase(), subscriber.id) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const folder = await readBody(request, folderRequest)
  return makeOnce({ request, subscriberId: subscriber.id, wanted: folder }, async (database) => {
    const created = await createFolder(database, subscriber.id, folder)
    if (typeof created === 'string') throw refuseFolder(created, folder)
    return created
  })
})
