import type { ServerEvent } from '#lib/api/events.ts'
import { route } from '#lib/api/route.ts'
import { findSubscriber, requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { processMetrics } from '#lib/process-metrics.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { serverNotifications } from '#lib/store/server-notifications.ts'
import { eventsOf } from '#lib/store/subscriber-events.ts'

/** Shorter than the minute after which proxies close what is silent. */
const heartbeatMs = 20_000
/** How long a browser waits before it connects again. */
const retryMs = 3_000

export const GET = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const encoder = new TextEncoder()
  const ended = new AbortController()
  let isCancelled = false
  request.signal.addEventListener('abort', () => ended.abort(), { once: true })
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (text: string) => {
        if (!ended.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      await eventsOf(serverDatabase(), serverNotifications(), subscriber.id, ended.signal, (event) => {
        send(eventText(event))
        // Perhaps the session was ended: the browser asks again, and is refused.
        if (event.type === 'account') void endUnlessStill(subscriber.id, request.headers, ended)
      })
      send(`retry: ${retryMs}\n: listening\n\n`)
      processMetrics().eventStreams.inc()
      const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs)
      const end = () => {
        clearInterval(heartbeat)
        processMetrics().eventStreams.dec()
        if (!isCancelled) controller.close()
      }
      if (ended.signal.aborted) end()
      else ended.signal.addEventListener('abort', end, { once: true })
    },
    cancel: () => {
      isCancelled = true
      ended.abort()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no', // nginx would hold events back
    },
  })
})

/** Ends the stream when these headers are no longer of this subscriber, or that cannot be told: the browser asks again. */
async function endUnlessStill(subscriberId: string, headers: Headers, ended: AbortController): Promise<void> {
  const subscriber = await findSubscriber(headers).catch(() => null)
  if (subscriber?.id !== subscriberId) ended.abort()
}

function eventText(event: ServerEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
