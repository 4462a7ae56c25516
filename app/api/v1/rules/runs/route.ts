import { route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { listRuns } from '#lib/store/rule-runs.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  return { runs: await listRuns(serverDatabase(), subscriber.id) }
})
