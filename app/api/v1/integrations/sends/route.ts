import { sendsQuery, type SendPage } from '#lib/api/integrations/integrations.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { findSend, listSends } from '#lib/store/integrations/integration-sends.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/** What was sent and what became of it; with `id` one that may not be the caller's: then it is empty. */
export const GET = route(async (request): Promise<SendPage> => {
  const subscriber = await requireSubscriber(request)
  const { id, cursor } = readQuery(request, sendsQuery)
  if (id === undefined) return listSends(serverDatabase(), subscriber.id, cursor)
  const send = await findSend(serverDatabase(), subscriber.id, BigInt(id))
  return { sends: send === null ? [] : [send], nextCursor: null }
})
