import type { ChannelConfig } from './channel-config.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'

const browserAt = (subscriberId: string, endpoint: string) =>
  ({ subscriberId, kind: 'web-push', config: { path: ['endpoint'], equals: endpoint } }) as const

/** The channel of that browser; null: it has none, or this is of another kind. */
export async function findBrowser(
  transaction: Transaction,
  subscriberId: string,
  config: ChannelConfig,
): Promise<number | null> {
  if (config.kind !== 'web-push') return null
  const where = browserAt(subscriberId, config.endpoint)
  const row = await transaction.alertChannel.findFirst({ where, select: { id: true } })
  return row?.id ?? null
}

/**
 * Has a browser that its subscriber added in an earlier session go on in this one, with the alerts that it had. One that was not
 * added, or was deleted, stays without; as does one whose push service said in this very session that it is no more.
 */
export async function renewChannel(
  database: Database,
  subscriberId: string,
  { endpoint, sessionId }: { readonly endpoint: string; readonly sessionId: string },
): Promise<void> {
  const isOfAnother = { OR: [{ sessionId: null }, { sessionId: { not: sessionId } }] }
  await database.alertChannel.updateMany({
    where: { ...browserAt(subscriberId, endpoint), ...isOfAnother },
    data: { sessionId, endedAt: null },
  })
}
