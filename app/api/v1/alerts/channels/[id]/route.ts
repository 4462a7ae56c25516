import { noChannel } from '#app/api/v1/alerts/refuse-alert.ts'
import { channelChange } from '#lib/api/alerts.ts'
import { id } from '#lib/api/parameters.ts'
import { readBody, readParam, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { deleteChannel, renameChannel } from '#lib/store/alert-channels.ts'
import { serverDatabase } from '#lib/store/server-database.ts'

export const PATCH = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const channelId = await readParam(context, 'id', id)
  const { name } = await readBody(request, channelChange)
  const renamed = await renameChannel(serverDatabase(), subscriber.id, channelId, name)
  if (renamed === null) throw noChannel(channelId)
  return renamed
})

export const DELETE = route(async (request, context) => {
  const subscriber = await requireSubscriber(request)
  const channelId = await readParam(context, 'id', id)
  if (!(await deleteChannel(serverDatabase(), subscriber.id, channelId))) throw noChannel(channelId)
})
