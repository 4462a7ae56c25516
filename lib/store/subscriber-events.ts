import type { ServerEvent } from '#lib/api/events.ts'
import { log } from '#lib/log.ts'
import type { Database } from './database.ts'
import type { Heard, Notifications } from './notifications.ts'

/**
 * Hands what concerns one subscriber to `tell`, from when this resolves until `signal` aborts. Which sources these are
 * is read again when the subscriber's state changes, before anything that follows is looked at: the first postings of a
 * new subscription are told too.
 */
export async function eventsOf(
  database: Database,
  notifications: Notifications,
  subscriberId: string,
  signal: AbortSignal,
  tell: (event: ServerEvent) => void,
): Promise<void> {
  let sourceIds = new Set<number>()
  const readSources = async () => {
    const rows = await database.subscription.findMany({ where: { subscriberId }, select: { sourceId: true } })
    sourceIds = new Set(rows.map((row) => row.sourceId))
  }

  async function handle(heard: Heard): Promise<void> {
    if (signal.aborted) return
    if (heard.type === 'state' && heard.subscriberId === subscriberId) {
      const { postings } = heard
      if (!Array.isArray(postings)) await readSources()
      tell(postings === undefined ? { type: 'state' } : { type: 'state', postings })
    }
    if (heard.type === 'reconnected') {
      await readSources()
      tell({ type: 'state', postings: 'many' }) // anything may have changed
      for (const type of ['settings', 'account'] as const) tell({ type })
    }
    if ((heard.type === 'settings' || heard.type === 'account') && heard.subscriberId === subscriberId)
      tell({ type: heard.type })
    if (heard.type === 'alert' && heard.subscriberId === subscriberId)
      tell({ type: 'alert', count: heard.count })
    if (heard.type === 'planned') tell(heard)
    if ((heard.type === 'postings' || heard.type === 'source') && sourceIds.has(heard.sourceId)) tell(heard)
  }

  let handled = readSources()
  const unsubscribe = await notifications.subscribe((heard) => {
    handled = handled.then(() => handle(heard)).catch((error: unknown) => log.error('event-lost', { error }))
  })
  signal.addEventListener('abort', unsubscribe, { once: true })
  if (signal.aborted) return unsubscribe()
  handled = handled.then(readSources) // again: what changed before the database listened was told to nobody
  await handled
}
