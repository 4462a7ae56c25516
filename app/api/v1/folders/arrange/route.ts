import { refuseFolder } from '#lib/handlers/organising/refuse-folder.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { arrangeFoldersRequest } from '#lib/api/organising/organising.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { arrangeFolders } from '#lib/store/organising/arrange.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const wanted = await readBody(request, arrangeFoldersRequest)
  const arranged = await planAround(serverDatabase(), subscriber.id, () =>
    arrangeFolders(serverDatabase(), subscriber.id, wanted),
  )
  if (arranged !== 'arranged') throw refuseFolder(arranged)
})
