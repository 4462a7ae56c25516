import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#lib/runtime/log.ts'
import { showAlive } from './liveness.ts'
import { notifyChannel, type Notification } from './notify.ts'

/** `lost`: the connection is; until `reconnected` notifications may be missing. */
export type ListenerEvent = Notification | { readonly type: 'lost' } | { readonly type: 'reconnected' }
/** `at`: where it stands among what is kept (event-position.ts); null: it is not kept. */
type Listener = (event: ListenerEvent, at: string | null) => void

export type Notifications = {
  /** Calls `listener` with everything that is notified from now on; resolves once the database listens. */
  readonly subscribe: (listener: Listener) => Promise<() => void>
  readonly close: () => Promise<void>
}

const goodbyeMs = 1_000
const firstRetryMs = 250
const longestRetryMs = 10_000

/**
 * Hears what any process tells through `notify`, over ONE connection however many listen. It is opened with the first
 * listener, and opened again when it is lost. While it is open, it shows that `aliveAs` lives (liveness.ts).
 */
export function openNotifications(databaseUrl: string, aliveAs: string | null = null): Notifications {
  const listeners = new Set<Listener>()
  const closing = new AbortController()
  let connection: Promise<pg.Client> | null = null

  function tell(event: ListenerEvent, at: string | null): void {
    for (const listener of listeners) listener(event, at)
  }

  async function connect(): Promise<pg.Client> {
    for (let retryMs = firstRetryMs; ; retryMs = Math.min(2 * retryMs, longestRetryMs)) {
      try {
        return await openConnection(databaseUrl, aliveAs, tell, lost)
      } catch (error) {
        if (closing.signal.aborted) throw error
        log.warn('notifications-unreachable', { error, retryMs })
        await pause(retryMs, undefined, { signal: closing.signal })
      }
    }
  }

  function lost(): void {
    if (closing.signal.aborted) return
    log.warn('notifications-lost')
    tell({ type: 'lost' }, null)
    connection = connect()
    connection.then(
      () => tell({ type: 'reconnected' }, null),
      (error: unknown) => log.debug('notifications-closed', { error }), // only closing ends the retries
    )
  }

  return {
    subscribe: async (listener) => {
      listeners.add(listener)
      connection ??= connect()
      await connection
      return () => listeners.delete(listener)
    },
    close: async () => {
      closing.abort()
      listeners.clear()
      const client = await connection?.catch(() => null)
      if (client) await endOf(client)
    },
  }
}

/** Says goodbye to the database, and does not wait for one that says nothing any more. */
async function endOf(client: pg.Client): Promise<void> {
  const said = client.end()
  await Promise.race([said, pause(goodbyeMs, undefined, { ref: false })])
  client.connection.stream.destroy()
  await said
}

/** So long nothing is heard until the other end is asked whether it is there: the kernel's own two hours are a day's news. */
const keepAliveMs = 10_000

async function openConnection(
  databaseUrl: string,
  aliveAs: string | null,
  tell: Listener,
  lost: () => void,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'skylark-listen',
  })
  let isListening = false
  client.on('error', (error) => log.warn('notifications-failed', { error }))
  client.on('end', () => isListening && lost())
  client.on('notification', ({ payload }) => {
    const parsed = parseOrNull(payload ?? '')
    if (parsed !== null) tell(parsed.notification, parsed.at)
  })
  try {
    await client.connect()
    await client.query(`LISTEN ${notifyChannel}`)
    if (aliveAs !== null) await showAlive(client, aliveAs)
  } catch (error) {
    await client.end()
    throw error
  }
  isListening = true
  return client
}

/** Null: it is none of ours. Whoever may connect to the database may say anything, and ends no process by it. */
function parseOrNull(payload: string): ReturnType<typeof parsePayload> | null {
  try {
    return parsePayload(payload)
  } catch (error) {
    log.warn('notification-not-understood', { error })
    return null
  }
}

/** A kept event has its position before its body (notify.ts). */
export function parsePayload(payload: string): {
  readonly notification: Notification
  readonly at: string | null
} {
  const start = payload.indexOf('{')
  const at = start === 0 ? null : payload.slice(0, start).trim()
  return { notification: JSON.parse(payload.slice(start)) as Notification, at }
}
