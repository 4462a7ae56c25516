import { noAlert, refuseAbout, refuseAlert } from '#app/api/v1/alerts/refuse-alert.ts'
import { planAround } from '#lib/aggregator/plan-around.ts'
import { alertChange } from '#lib/api/alerts.ts'
import { id } from '#lib/api/parameters.ts'
import { readBody, readParam, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { systemClock } from '#lib/clock.ts'
import { changeAlert, deleteAlert, findAlert } from '#lib/store/alerts.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const alertId = await readParam(context, 'id', id)
  const change = await readBody(request, alertChange)
  refuseAbout(change.about, request)
  const now = systemClock.now()
  const changed = await planAround(serverDatabase(), subscriber.id, () =>
    changeAlert(serverDatabase(), subscriber.id, alertId, change, now),
  )
  if (changed === 'not-found') throw noAlert(alertId)
  if (changed !== 'changed') throw refuseAlert(changed)
  const alert = await findAlert(serverDatabase(), subscriber.id, alertId, now)
  if (alert === null) throw noAlert(alertId)
  return alert
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const alertId = await readParam(context, 'id', id)
  const isDeleted = await planAround(serverDatabase(), subscriber.id, () =>
    deleteAlert(serverDatabase(), subscriber.id, alertId),
  )
  if (!isDeleted) throw noAlert(alertId)
})
