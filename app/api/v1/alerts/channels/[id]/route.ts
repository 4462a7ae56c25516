import { noChannel } from '#lib/handlers/alerts/refuse-alert.ts'
import { channelChange } from '#lib/api/alerts/alerts.ts'
import { id } from '#lib/api/http/parameters.ts'
import { readBody, readParam, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { deleteChannel, renameChannel } from '#lib/store/alerts/alert-channels.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const channelId = await readParam(context, 'id', id)
  const { name } = await readBody(request, channelChange)
  const renamed = await renameChannel(serverDatabase(), subscriber.id, channelId, name)
  if (renamed === null) throw noChannel()
  return renamed
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const channelId = await readParam(context, 'id', id)
  if (!(await deleteChannel(serverDatabase(), subscriber.id, channelId))) throw noChannel()
})
