import { eventsQuery } from '#lib/api/events/events.ts'
import { readQuery, route } from '#lib/api/http/route.ts'
import { findSubscriber, requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { log } from '#lib/runtime/log.ts'
import { processMetrics } from '#lib/runtime/process-metrics.ts'
import type { EventPosition } from '#lib/store/connection/event-position.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { eventsOf } from '#lib/store/events/subscriber-events.ts'
import { readPosition } from '#lib/handlers/events/read-position.ts'
import { takeStream } from '#lib/handlers/events/take-stream.ts'
import { eventStream } from '#lib/handlers/events/event-stream.ts'

/** Shorter than the minute after which proxies close what is silent. */
const heartbeatMs = 20_000
/** The longest life of a stream after an end that nobody told it: each time it is asked costs as much as a small request. */
const checkMs = 60_000
/** The wait of a browser before it connects again. */
const retryMs = 3_000

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no', // nginx would hold events back
}

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const since = readSince(request)
  const ended = new AbortController()
  const { body, send } = eventStream(ended, request.signal, takeStream(subscriber.id))
  const { stopping } = processMetrics()
  // A server that is asked to end ends its streams: browsers connect again, to the next one.
  stopping.signal.addEventListener('abort', () => ended.abort(), { once: true, signal: ended.signal })
  if (stopping.signal.aborted) ended.abort()
  void tellEvents(subscriber.id, request.headers, { since, ended, send }).catch((error: unknown) => {
    log.error('events-not-told', { error })
    ended.abort()
  })
  return new Response(body, { headers })
})

/** As GET, which without this is asked for it, and opens a stream that nobody reads. */
export const HEAD = route(async (request) => {
  await requireSubscriber(request)
  return new Response(null, { headers })
})

type Telling = {
  readonly since: EventPosition | null
  readonly ended: AbortController
  readonly send: (text: string) => void
}

async function tellEvents(
  subscriberId: string,
  headers: Headers,
  { since, ended, send }: Telling,
): Promise<void> {
  const position = await eventsOf(serverDatabase(), serverNotifications(), subscriberId, {
    since,
    ended,
    tell: (event, at) => {
      send(`id: ${at}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      // Perhaps the session or token was ended: the browser asks again, and is refused.
      if (event.type === 'account') void endUnlessStill(subscriberId, headers, ended)
    },
  })
  if (ended.signal.aborted) return
  send(`retry: ${retryMs}\nid: ${position()}\n: listening\n\n`)
  processMetrics().eventStreams.inc()
  const heartbeat = setInterval(() => send(`id: ${position()}\n: still here\n\n`), heartbeatMs)
  const check = setInterval(() => {
    // What ended by itself, as a session after its days, is told by nobody; a database that rests ends no streams.
    void isStill(subscriberId, headers).then(
      (is) => is || ended.abort(),
      () => undefined,
    )
  }, checkMs)
  ended.signal.addEventListener('abort', () => {
    clearInterval(heartbeat)
    clearInterval(check)
    processMetrics().eventStreams.dec()
  })
}

/** A browser that comes back by itself asks for the address of the first time: in the header it says how far it came. */
function readSince(request: Request): EventPosition | null {
  const since = request.headers.get('last-event-id') ?? readQuery(request, eventsQuery).since ?? ''
  return since === '' ? null : readPosition(since)
}

/** Ends the stream when these headers are no longer of this subscriber, or that cannot be told: the browser asks again. */
async function endUnlessStill(subscriberId: string, headers: Headers, ended: AbortController): Promise<void> {
  if (!(await isStill(subscriberId, headers).catch(() => false))) ended.abort()
}

async function isStill(subscriberId: string, headers: Headers): Promise<boolean> {
  return (await findSubscriber(headers))?.id === subscriberId
}
