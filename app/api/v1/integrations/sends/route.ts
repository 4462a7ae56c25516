import { shownSent } from '#lib/handlers/without-write.ts'
import { sendsQuery, type SendPage } from '#lib/api/integrations/integrations.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { requireAccess } from '#lib/auth/requests/require-subscriber.ts'
import { findSend, listSends } from '#lib/store/integrations/integration-sends.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'

/** The articles sent and what became of them; with `id` one that may not be the caller's: then it is empty. */
export const GET = route(async (request): Promise<SendPage> => {
  const { subscriber, mayWrite } = await requireAccess(request)
  const { id, cursor } = readQuery(request, sendsQuery)
  const page = await readSends(subscriber.id, id, cursor)
  return { ...page, sends: page.sends.map((send) => shownSent(send, request, mayWrite)) }
})

async function readSends(subscriberId: string, id?: string, cursor?: string): Promise<SendPage> {
  if (id === undefined) return listSends(serverDatabase(), subscriberId, cursor)
  const send = await findSend(serverDatabase(), subscriberId, BigInt(id))
  return { sends: send === null ? [] : [send], nextCursor: null }
}
