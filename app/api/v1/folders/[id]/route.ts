import { planAround } from '#lib/planning/plan-after-ties.ts'
import type { Deleted } from '#lib/api/organising/organising.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { folderChange } from '#lib/api/sources/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { changeFolder, deleteFolder } from '#lib/store/organising/folders.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { refuseFolder } from '#lib/handlers/organising/refuse-folder.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const folderId = await readParam(context, 'id', id)
  const change = await readBody(request, folderChange)
  const changed = await planAround(serverDatabase(), subscriber.id, () =>
    changeFolder(serverDatabase(), subscriber.id, folderId, change),
  )
  if (typeof changed === 'string') throw refuseFolder(changed, change.name)
  return changed
})

export const DELETE = route(async (request, context): Promise<Deleted> => {
  const subscriber = await requireSubscriber(request)
  const folderId = await readParam(context, 'id', id)
  const asking = await planAround(serverDatabase(), subscriber.id, () =>
    deleteFolder(serverDatabase(), subscriber.id, folderId),
  )
  if (asking === null) throw refuseFolder('not-found')
  return asking
})
