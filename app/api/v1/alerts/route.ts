import { makeOnce } from '#lib/handlers/make-once.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { alertRequest, type AlertPanel } from '#lib/api/alerts/alerts.ts'
import { readBody, route } from '#lib/api/http/route.ts'
import { requireAccess, requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { canSendMail } from '#lib/mail/send-mail.ts'
import { listChannels } from '#lib/store/alerts/alert-channels.ts'
import { countUnseen } from '#lib/store/alerts/alert-hits.ts'
import { getAlertSettings } from '#lib/store/alerts/alert-settings.ts'
import { createAlert, findAlert, listAlerts } from '#lib/store/alerts/alerts.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { channelWithoutWrite } from '#lib/handlers/without-write.ts'
import { noAlert, refuseAbout, refuseAlert } from '#lib/handlers/alerts/refuse-alert.ts'
import { pushKey } from '#lib/sending/vapid.ts'

export const GET = route(async (request): Promise<AlertPanel> => {
  const {
    subscriber: { id },
    mayWrite,
  } = await requireAccess(request)
  const database = serverDatabase()
  const [alerts, all, settings, unseen] = await Promise.all([
    listAlerts(database, id, systemClock.now()),
    listChannels(database, id),
    getAlertSettings(database, id),
    countUnseen(database, id),
  ])
  const channels = mayWrite ? all : all.map(channelWithoutWrite)
  return { alerts, channels, settings, unseen, pushKey: pushKey(), sendsMail: canSendMail() }
})

export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const wanted = await readBody(request, alertRequest)
  refuseAbout(wanted.about, request)
  const now = systemClock.now()
  return planAround(serverDatabase(), subscriber.id, () =>
    makeOnce({ request, subscriber, wanted }, async (database) => {
      const created = await createAlert(database, subscriber.id, wanted, now)
      if (typeof created === 'string') throw refuseAlert(created)
      const alert = await findAlert(database, subscriber.id, created.id, now)
      if (alert === null) throw noAlert()
      return alert
    }),
  )
})
