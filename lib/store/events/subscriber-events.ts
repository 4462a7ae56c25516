import type { IdentifiedEvent, ServerEvent } from '#lib/api/events/events.ts'
import { log } from '#lib/runtime/log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { parseEventPosition, type EventPosition } from '#lib/store/connection/event-position.ts'
import { streamSources, type StreamSources } from '#lib/store/accounts/stream-sources.ts'
import { readEventPosition, readMissedEvents } from './missed-events.ts'
import type { ListenerEvent, Notifications } from '#lib/store/connection/notifications.ts'
import type { Notification } from '#lib/store/connection/notify.ts'

/** Tells an event with where the subscriber stands then. */
type Tell = (event: ServerEvent, at: string) => void

/**
 * Hands what concerns one subscriber to `tell`, from `since` (null: from now) until `ended`; what was missed is told when
 * this resolves. Which sources these are, all streams of a subscriber share; they are read again when its state changes,
 * before anything that follows is looked at: the first postings of a new subscription are told too. Where something cannot
 * be told it ends: who comes back with the last position is told again. @returns where the subscriber stands, whenever asked
 */
export async function eventsOf(
  database: Database,
  notifications: Notifications,
  subscriberId: string,
  { since, ended, tell }: { since: EventPosition | null; ended: AbortController; tell: Tell },
): Promise<() => string> {
  const { signal } = ended
  const sources = streamSources(database, notifications, subscriberId)
  signal.addEventListener('abort', sources.leave, { once: true })
  if (signal.aborted) sources.leave()
  let position = ''
  /** Events that come are left alone: they are kept, and are told in their place when it is known what was missed. */
  let isAway = true
  /** Told from what is kept: the same may still come by itself. */
  let replayed = new Set<string>()

  async function replay(from: EventPosition): Promise<void> {
    await sources.refresh()
    const missed = await readMissed(database, subscriberId, from)
    if (signal.aborted) return
    isAway = false
    replayed = new Set(missed.events.map(({ id }) => id))
    for (const { id, event } of missed.events) tell(event, id)
    position = missed.position
  }

  async function handle(notification: ListenerEvent, at: string | null): Promise<void> {
    if (signal.aborted) return
    if (notification.type === 'reconnected' || notification.type === 'look')
      return replay(positionOf(position))
    if (notification.type === 'lost') isAway = true
    else if (!isAway && at !== null) await handleKept(notification, at)
  }

  async function handleKept(notification: Notification, at: string): Promise<void> {
    const event = concerns(notification, subscriberId, sources) ? toEvent(notification) : null
    if (event !== null && !replayed.has(at)) {
      if (event.type === 'state') await sources.refresh()
      tell(event, at)
    }
    position = at // once it is told
  }

  let handled = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    handled = handled.then(work).catch((error: unknown) => {
      log.error('event-lost', { error })
      ended.abort()
    })
  }
  const unsubscribe = await notifications.subscribe((notification, at) =>
    inTurn(() => handle(notification, at)),
  )
  signal.addEventListener('abort', unsubscribe, { once: true })
  if (signal.aborted) unsubscribe()
  inTurn(async () => {
    if (since !== null) return replay(since)
    position = await readEventPosition(database)
    await sources.refresh() // now: what changed before the database listened was told to nobody
    isAway = false
  })
  await handled
  return () => position
}

/** The events that a subscriber missed since a position, as they are told; `reset` alone where that is no longer known. */
export async function readMissed(
  database: Database,
  subscriberId: string,
  since: EventPosition,
): Promise<{ readonly events: readonly IdentifiedEvent[]; readonly position: string }> {
  const { events, position } = await readMissedEvents(database, subscriberId, since)
  if (events === null) return { events: [{ id: position, event: { type: 'reset' } }], position }
  return {
    position,
    events: events.flatMap(({ at, body }) => {
      const event = toEvent(body)
      return event === null ? [] : [{ id: at, event }]
    }),
  }
}

function concerns(notification: Notification, subscriberId: string, sources: StreamSources): boolean {
  if ('subscriberId' in notification) return notification.subscriberId === subscriberId
  return 'sourceId' in notification ? sources.has(notification.sourceId) : true
}

/** The event that subscribers are told of a notification; null: none. */
function toEvent(notification: Notification): ServerEvent | null {
  switch (notification.type) {
    case 'postings':
    case 'source':
    case 'planned':
      return notification
    case 'settings':
    case 'account':
      return { type: notification.type }
    case 'state':
      return notification.postings === undefined
        ? { type: 'state' }
        : { type: 'state', postings: notification.postings }
    case 'alert':
      return { type: 'alert', count: notification.count }
    case 'due':
    case 'delivery':
    case 'plan':
    case 'outbox':
    case 'look':
      return null
    default:
      return notification satisfies never
  }
}

/** @throws TypeError when what PostgreSQL gave is no position */
function positionOf(text: string): EventPosition {
  const position = parseEventPosition(text)
  if (position === null) throw new TypeError(`"${text}" is no position among events.`)
  return position
}
