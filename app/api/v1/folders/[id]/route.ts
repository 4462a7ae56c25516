import { planAround } from '#lib/aggregator/plan-around.ts'
import type { Deleted } from '#lib/api/organising.ts'
import { id } from '#lib/api/parameters.ts'
import { readBody, readParam, route } from '#lib/api/route.ts'
import { folderChange } from '#lib/api/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { changeFolder, deleteFolder } from '#lib/store/folders.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { refuseFolder } from '#app/api/v1/folders/refuse-folder.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const folderId = await readParam(context, 'id', id)
  const change = await readBody(request, folderChange)
  const changed = await planAround(serverDatabase(), subscriber.id, () =>
    changeFolder(serverDatabase(), subscriber.id, folderId, change),
  )
  if (typeof changed === 'string') throw refuseFolder(changed, { ...change, id: folderId })
  return changed
})

export const DELETE = route(async (request, context): Promise<Deleted> => {
  const subscriber = await requireSubscriber(request)
  const folderId = await readParam(context, 'id', id)
  const asking = await planAround(serverDatabase(), subscriber.id, () =>
    deleteFolder(serverDatabase(), subscriber.id, folderId),
  )
  if (asking === null) throw refuseFolder('not-found', { id: folderId })
  return asking
})
