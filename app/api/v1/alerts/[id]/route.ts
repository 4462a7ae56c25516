import { noAlert, refuseAbout, refuseAlert } from '#lib/handlers/alerts/refuse-alert.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { alertChange } from '#lib/api/alerts/alerts.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { changeAlert, deleteAlert, findAlert } from '#lib/store/alerts/alerts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const alertId = await readParam(context, 'id', id)
  const change = await readBody(request, alertChange)
  refuseAbout(change.about, request)
  const now = systemClock.now()
  const changed = await planAround(serverDatabase(), subscriber.id, () =>
    changeAlert(serverDatabase(), subscriber.id, alertId, change, now),
  )
  if (changed === 'not-found') throw noAlert()
  if (changed !== 'changed') throw refuseAlert(changed)
  const alert = await findAlert(serverDatabase(), subscriber.id, alertId, now)
  if (alert === null) throw noAlert()
  return alert
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const alertId = await readParam(context, 'id', id)
  const isDeleted = await planAround(serverDatabase(), subscriber.id, () =>
    deleteAlert(serverDatabase(), subscriber.id, alertId),
  )
  if (!isDeleted) throw noAlert()
})
