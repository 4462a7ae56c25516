import { noSuchLabel } from '#app/api/v1/labels/no-such-label.ts'
import { planAround } from '#lib/aggregator/plan-around.ts'
import { assignLabelRequest } from '#lib/api/organising.ts'
import { id } from '#lib/api/parameters.ts'
import { readBody, readParam, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { assignLabel } from '#lib/store/labels.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const labelId = await readParam(context, 'id', id)
  const wanted = await readBody(request, assignLabelRequest)
  const changed = await planAround(serverDatabase(), subscriber.id, () =>
    assignLabel(serverDatabase(), subscriber.id, labelId, wanted, systemClock.now()),
  )
  if (changed === null) throw noSuchLabel(labelId)
  return { changed }
})
