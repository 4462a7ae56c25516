import { refuseFolder } from '#lib/handlers/organising/refuse-folder.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { mergeFolderRequest } from '#lib/api/organising/organising.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { mergeFolders } from '#lib/store/organising/merge-folders.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const folderId = await readParam(context, 'id', id)
  const { intoId } = await readBody(request, mergeFolderRequest)
  const merged = await planAround(serverDatabase(), subscriber.id, () =>
    mergeFolders(serverDatabase(), subscriber.id, folderId, intoId),
  )
  if (merged !== 'merged') throw refuseFolder(merged)
})
