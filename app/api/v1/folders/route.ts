import { makeOnce } from '#lib/handlers/make-once.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { folderRequest } from '#lib/api/sources/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { createFolder, listFolders } from '#lib/store/organising/folders.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { refuseFolder } from '#lib/handlers/organising/refuse-folder.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { folders: await listFolders(serverDatabase(), subscriber.id) }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const folder = await readBody(request, folderRequest)
  // All that changes folders locks the account, too: two that share it would wait for each other.
  return makeOnce({ request, subscriber, wanted: folder, hold: 'alone' }, async (database) => {
    const created = await createFolder(database, subscriber.id, folder)
    if (typeof created === 'string') throw refuseFolder(created, folder.name)
    return created
  })
})
