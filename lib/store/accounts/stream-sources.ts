import type { Database } from '#lib/store/connection/database.ts'
import type { ListenerEvent, Notifications } from '#lib/store/connection/notifications.ts'

/** The sources that a subscriber is told of, for as long as one of its streams goes on. */
export type StreamSources = {
  /** Reads them where they may have changed since: what is heard before it was called is in them. */
  readonly refresh: () => Promise<void>
  readonly has: (sourceId: number) => boolean
  readonly leave: () => void
}

type Shared = {
  ids: ReadonlySet<number>
  isOutdated: boolean
  reading: Promise<void> | null
  streams: number
  /** Resolves once changes are heard. */
  readonly listening: Promise<() => void>
}

/** By the ear that a process has, and the subscriber. */
const bySubscriber = new WeakMap<Notifications, Map<string, Shared>>()

/**
 * The sources that all streams of a subscriber in this process are told of: one set, however many there are (of 50,000
 * subscriptions it takes 1.3 MB), read once when it changed. Gone with the last one that leaves.
 */
export function streamSources(
  database: Database,
  notifications: Notifications,
  subscriberId: string,
): StreamSources {
  const all = bySubscriber.get(notifications) ?? new Map<string, Shared>()
  bySubscriber.set(notifications, all)
  const shared = all.get(subscriberId) ?? listen(notifications, subscriberId)
  all.set(subscriberId, shared)
  shared.streams += 1

  async function read(): Promise<void> {
    await shared.listening
    shared.isOutdated = false
    try {
      const rows = await database.subscription.findMany({
        where: { subscriberId },
        select: { sourceId: true },
      })
      shared.ids = new Set(rows.map((row) => row.sourceId))
    } catch (error) {
      shared.isOutdated = true
      throw error
    }
  }

  return {
    refresh: async () => {
      while (shared.isOutdated || shared.reading !== null) {
        shared.reading ??= read().finally(() => (shared.reading = null))
        await shared.reading
      }
    },
    has: (sourceId) => shared.ids.has(sourceId),
    leave: () => {
      shared.streams -= 1
      if (shared.streams > 0) return
      all.delete(subscriberId)
      shared.listening.then(
        (stop) => stop(),
        () => undefined, // nothing was listened to
      )
    },
  }
}

/** Changes may stand behind these. */
const mayHaveMissed: ReadonlySet<ListenerEvent['type']> = new Set(['lost', 'reconnected', 'look'])

/** Told before any stream looks at what it is told: notifications are handed to all at once, and streams do so in turn. */
function listen(notifications: Notifications, subscriberId: string): Shared {
  const shared: Shared = {
    ids: new Set(),
    isOutdated: true,
    reading: null,
    streams: 0,
    listening: notifications.subscribe((event) => {
      const isState = event.type === 'state' && event.subscriberId === subscriberId
      const isChange = isState && !Array.isArray(event.postings)
      if (isChange || mayHaveMissed.has(event.type)) shared.isOutdated = true
    }),
  }
  shared.listening.catch(() => undefined) // each stream hears of it by its own
  return shared
}
