import type { ServerEvent } from '#lib/api/events.ts'

/** What a window hears: an event, or that the connection is back, so that events may be missing. */
export type Heard = ServerEvent | { readonly type: 'back' }

type Told = ServerEvent | { readonly type: 'open' } | { readonly type: 'lost' }
type Hear = (told: Told) => void

/** How long the holder of the stream has to say that it is there: one that the system put to sleep does not. */
const answerMs = 2_000
/** How long until a stream that was refused is asked for again. */
const retryMs = 10_000

/** Frames follow each other on the way from page to page: the stream is left when no other came. */
const leaveMs = 1_000

let joined: { readonly accountId: string; readonly leave: () => void } | null = null
let listener: ((heard: Heard) => void) | null = null
let leaving: ReturnType<typeof setTimeout> | undefined
/** Whether something came while no frame listened. */
let isMissed = false

/**
 * Hears the events of the account that is signed in until the returned function is called; one listener per window.
 * All windows of a browser share one stream, as HTTP/1.1 has but six connections for all of them: whoever holds the lock
 * opens it and tells the others, and the next one takes over. Without locks (plain HTTP, but for localhost) each window
 * has its own.
 */
export function hearEvents(accountId: string, hear: (heard: Heard) => void): () => void {
  clearTimeout(leaving)
  listener = hear
  if (joined?.accountId !== accountId) {
    joined?.leave()
    isMissed = false
    joined = { accountId, leave: join(accountId) }
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

function join(accountId: string): () => void {
  let wasLost = false
  const tell = (heard: Heard) => {
    if (listener === null) isMissed = true
    else listener(heard)
  }
  const hear: Hear = (told) => {
    if (told.type === 'lost') wasLost = true
    else if (told.type !== 'open') tell(told)
    else {
      if (wasLost) tell({ type: 'back' })
      wasLost = false
    }
  }
  return 'locks' in navigator && 'BroadcastChannel' in globalThis
    ? shareStream(`skylark-events-${accountId}`, hear)
    : openStream(hear)
}

function shareStream(name: string, hear: Hear): () => void {
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
      if (isNext) tell({ type: 'lost' }) // nobody heard what came between two holders
      close = openStream(tell)
      await new Promise((resolve) => left.signal.addEventListener('abort', resolve, { once: true }))
      return true
    })

  /** Another window took the lock, or locks are refused here. */
  const lose = (error: unknown): void => {
    close?.()
    close = null
    if (left.signal.aborted) return
    if (error instanceof DOMException && error.name === 'AbortError') wait()
    else close = openStream(hear)
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

  channel.onmessage = ({ data }: MessageEvent<Told | 'who' | 'here'>) => {
    if (data === 'who') return close === null ? undefined : channel.postMessage('here')
    clearTimeout(unanswered)
    if (data !== 'here') hear(data)
  }
  document.addEventListener('visibilitychange', look, { signal: left.signal })
  hold({ ifAvailable: true }, false).then((isDone) => {
    if (isDone) return
    wait()
    look()
  }, lose)
  return () => {
    close?.()
    clearTimeout(unanswered)
    left.abort()
    channel.close()
  }
}

function openStream(hear: Hear): () => void {
  let source: EventSource
  let retry: ReturnType<typeof setTimeout> | undefined
  let isRefused = false
  const open = () => {
    source = new EventSource('/api/v1/events')
    source.onopen = () => {
      isRefused = false
      hear({ type: 'open' })
    }
    source.onerror = () => {
      hear({ type: 'lost' })
      if (source.readyState !== EventSource.CLOSED) return
      // Refused, and the browser leaves it at that: the session has ended, which asking for the account shows, or the
      // server is about to start. Said once, however long that lasts.
      if (!isRefused) hear({ type: 'account' })
      isRefused = true
      retry = setTimeout(open, retryMs)
    }
    for (const type of ['postings', 'state', 'alert', 'settings', 'account', 'source', 'planned'] as const) {
      source.addEventListener(type, (message) => hear(JSON.parse(message.data) as ServerEvent))
    }
  }
  open()
  return () => {
    clearTimeout(retry)
    source.close()
  }
}
