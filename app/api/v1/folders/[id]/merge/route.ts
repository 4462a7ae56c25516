import { refuseFolder } from '#app/api/v1/folders/refuse-folder.ts'
import { planAround } from '#lib/aggregator/plan-around.ts'
import { mergeFolderRequest } from '#lib/api/organising.ts'
import { id } from '#lib/api/parameters.ts'
import { readBody, readParam, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { mergeFolders } from '#lib/store/merge-folders.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const folderId = await readParam(context, 'id', id)
  const { intoId } = await readBody(request, mergeFolderRequest)
  const merged = await planAround(serverDatabase(), subscriber.id, () =>
    mergeFolders(serverDatabase(), subscriber.id, folderId, intoId),
  )
  if (merged !== 'merged') throw refuseFolder(merged, { id: folderId, parentId: intoId })
})
