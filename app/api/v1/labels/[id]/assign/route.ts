import { requireRoom } from '#lib/handlers/require-room.ts'
import { noSuchLabel } from '#lib/handlers/organising/no-such-label.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { assignLabelRequest } from '#lib/api/organising/organising.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { assignLabel } from '#lib/store/organising/labels.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const POST = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const labelId = await readParam(context, 'id', id)
  const wanted = await readBody(request, assignLabelRequest)
  if (wanted.isOn) await requireRoom(subscriber.id)
  const changed = await planAround(serverDatabase(), subscriber.id, () =>
    assignLabel(serverDatabase(), subscriber.id, labelId, wanted, systemClock.now()),
  )
  if (changed === null) throw noSuchLabel()
  return { changed }
})
