import { refuseFolder } from '#app/api/v1/folders/refuse-folder.ts'
import { planAround } from '#lib/aggregator/plan-around.ts'
import { arrangeFoldersRequest } from '#lib/api/organising.ts'
import { readBody, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { arrangeFolders } from '#lib/store/arrange.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const wanted = await readBody(request, arrangeFoldersRequest)
  const arranged = await planAround(serverDatabase(), subscriber.id, () =>
    arrangeFolders(serverDatabase(), subscriber.id, wanted),
  )
  if (arranged !== 'arranged') throw refuseFolder(arranged, { parentId: wanted.parentId })
})
