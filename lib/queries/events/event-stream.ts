import type { ServerEvent } from '#lib/api/events/events.ts'

/** The news of a window: an event, or that the connection is back, and events may be missing. */
export type StreamEvent = Exclude<ServerEvent, { type: 'reset' }> | { readonly type: 'back' }

/** `id`: where one stands with an event. */
type Message = (ServerEvent | { readonly type: 'open' } | { readonly type: 'lost' }) & {
  readonly id?: string
}
type Hear = (told: Message) => void
/** The position of this window; null: unknown, so that nothing can be told that was missed. */
type Stands = () => string | null

/** The time that the holder of the stream has to say that it is there: one that the system put to sleep does not. */
const answerMs = 2_000
/** The time until a stream that was refused is asked for again; longer each time, up to the longest. */
const retryMs = 10_000
const longestRetryMs = 30_000

/** Frames follow each other on the way from page to page: the stream is left when no other came. */
const leaveMs = 1_000

/** More than come by two ways. */
const mostKnown = 5000

let joined: { readonly accountId: string; readonly leave: () => void } | null = null
let listener: ((event: StreamEvent) => void) | null = null
let leaving: ReturnType<typeof setTimeout> | undefined
/** Whether something came while no frame listened. */
let isMissed = false

/**
 * Hears the events of the account that is signed in until the returned function is called; one listener per window.
 * All windows of a browser share one stream, as HTTP/1.1 has but six connections for all of them: whoever holds the lock
 * opens it and tells the others, and the next one takes over. Without locks (plain HTTP, but for localhost) each window
 * has its own. What came after `since`, where the page stands, is heard first, and what a lost stream missed later.
 */
export function hearEvents(
  accountId: string,
  hear: (event: StreamEvent) => void,
  since: string | null = null,
): () => void {
  clearTimeout(leaving)
  listener = hear
  if (joined?.accountId !== accountId) {
    joined?.leave()
    isMissed = false
    joined = { accountId, leave: join(accountId, since) }
  }
  if (isMissed) hear({ type: 'back' })
  isMissed = false
  return () => {
    if (listener !== hear) return
    listener = null
    leaving = setTimeout(() => {
      joined?.leave()
      joined = null
    }, leaveMs)
  }
}

function join(accountId: string, since: string | null): () => void {
  let wasLost = false
  let last = since
  /** The same event may come by two ways, and again after a stream was lost. */
  const known = new Set<string>()
  const tell = (event: StreamEvent) => {
    if (listener === null) isMissed = true
    else listener(event)
  }
  const hear: Hear = ({ id, ...told }) => {
    if (id !== undefined) {
      if (known.has(id)) return
      if (known.size === mostKnown) known.clear()
      known.add(id)
      last = id
    }
    if (told.type === 'lost') wasLost = true
    else if (told.type === 'reset') tell({ type: 'back' })
    else if (told.type !== 'open') tell(told)
    else {
      if (wasLost && last === null) tell({ type: 'back' })
      wasLost = false
    }
  }
  const stands = () => last
  return 'locks' in navigator && 'BroadcastChannel' in globalThis
    ? shareStream(`skylark-events-${accountId}`, hear, stands)
    : openStream(hear, stands)
}

function shareStream(name: string, hear: Hear, stands: Stands): () => void {
  const channel = new BroadcastChannel(name)
  const left = new AbortController()
  let close: (() => void) | null = null
  let isWaiting = false
  let unanswered: ReturnType<typeof setTimeout> | undefined

  const tell: Hear = (told) => {
    channel.postMessage(told)
    hear(told)
  }

  /** @returns false when another window holds the stream, true after it was held until this one was left */
  const hold = (options: LockOptions, isNext: boolean) =>
    navigator.locks.request(name, options, async (lock) => {
      if (isNext && options.steal !== true) isWaiting = false
      if (lock === null || left.signal.aborted) return left.signal.aborted
      clearTimeout(unanswered)
      if (isNext) tell({ type: 'lost' }) // nobody event what came between two holders
      close = openStream(tell, stands)
      await new Promise((resolve) => left.signal.addEventListener('abort', resolve, { once: true }))
      return true
    })

  /** Another window took the lock, or locks are refused here. */
  const lose = (error: unknown): void => {
    close?.()
    close = null
    if (left.signal.aborted) return
    if (error instanceof DOMException && error.name === 'AbortError') wait()
    else close = openStream(hear, stands)
  }
  const wait = (): void => {
    if (isWaiting) return
    isWaiting = true
    hold({ signal: left.signal }, true).catch(lose)
  }
  /** Whoever looks at this window must not wait for a holder that sleeps. */
  const look = (): void => {
    clearTimeout(unanswered)
    if (document.hidden || close !== null) return
    channel.postMessage('who')
    unanswered = setTimeout(() => void hold({ steal: true }, true).catch(lose), answerMs)
  }

  channel.onmessage = ({ data }: MessageEvent<Message | 'who' | 'here'>) => {
    if (data === 'who') return close === null ? undefined : channel.postMessage('here')
    clearTimeout(unanswered)
    if (data !== 'here') hear(data)
  }
  document.addEventListener('visibilitychange', look, { signal: left.signal })
  hold({ ifAvailable: true }, false).then((isDone) => {
    if (isDone) return
    wait()
    look()
    // The window that has the stream event what came while this page was on its way.
    askMissed(hear, stands()).catch(() => {
      hear({ type: 'reset' }) // offline, or signed out: everything is read again, which says so
    })
  }, lose)
  return () => {
    close?.()
    clearTimeout(unanswered)
    left.abort()
    channel.close()
  }
}

/** Nothing is asked for twice: what fails is like a stream that was lost. */
async function askMissed(hear: Hear, since: string | null): Promise<void> {
  if (since === null) return
  const { fetchMissed } = await import('./missed-events.ts')
  for (const { id, event } of await fetchMissed(since)) hear({ ...event, id })
}

function openStream(hear: Hear, stands: Stands): () => void {
  let source: EventSource
  let retry: ReturnType<typeof setTimeout> | undefined
  let refusals = 0
  const open = () => {
    const since = stands()
    source = new EventSource(`/api/v1/events${since === null ? '' : `?since=${since}`}`)
    source.onopen = () => {
      refusals = 0
      hear({ type: 'open' })
    }
    source.onerror = () => {
      hear({ type: 'lost' })
      if (source.readyState !== EventSource.CLOSED) return
      // Refused, and the browser leaves it at that: the session has ended, which asking for the account shows, or the
      // server is about to start. Said once, however long that lasts. Or there are too many streams: what they tell is
      // asked for now and then.
      if (refusals === 0) hear({ type: 'account' })
      else askMissed(hear, stands()).catch(() => undefined) // the stream, asked for again, says so
      refusals += 1
      retry = setTimeout(open, Math.min(refusals * retryMs, longestRetryMs))
    }
    for (const type of [
      'postings',
      'state',
      'alert',
      'settings',
      'account',
      'source',
      'planned',
      'reset',
    ] as const) {
      source.addEventListener(type, ({ data, lastEventId }) => {
        const event = JSON.parse(data) as ServerEvent
        hear(lastEventId === '' ? event : { ...event, id: lastEventId })
      })
    }
  }
  open()
  return () => {
    clearTimeout(retry)
    source.close()
  }
}
