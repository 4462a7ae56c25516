/** Of what was told and not taken yet, in bytes; whoever is so far behind is told the rest on coming back. */
export const mostWaitingBytes = 1_000_000

/**
 * A body that is told bit by bit until `ended`; what was told before is still read. Nothing is kept without limit for who does not read: beyond
 * `mostWaitingBytes` it ends. `left` is called once, when nothing of it is kept any more: it was read to its end, or `gone` says that nobody will.
 */
export function eventStream(ended: AbortController, gone: AbortSignal, left: () => void) {
  const encoder = new TextEncoder()
  const waiting: Uint8Array<ArrayBuffer>[] = []
  let waitingBytes = 0
  let isLeft = false
  let wake: () => void = () => undefined

  function leave(): void {
    waiting.length = 0
    ended.abort()
    if (!isLeft) left()
    isLeft = true
  }

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        if (waiting.length === 0 && !ended.signal.aborted)
          await new Promise<void>((resolve) => (wake = resolve))
        const next = waiting.shift()
        if (next === undefined) {
          controller.close()
          return leave()
        }
        waitingBytes -= next.byteLength
        controller.enqueue(next)
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
  ended.signal.addEventListener('abort', () => wake(), { once: true })
  gone.addEventListener('abort', leave, { once: true })
  if (gone.aborted) leave()

  return {
    body,
    send: (text: string) => {
      if (ended.signal.aborted) return
      const bytes = encoder.encode(text)
      waiting.push(bytes)
      waitingBytes += bytes.byteLength
      wake()
      if (waitingBytes > mostWaitingBytes) ended.abort()
    },
  }
}
