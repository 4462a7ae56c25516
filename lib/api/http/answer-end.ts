/** Work that ends with the answer to a request. Requests that nobody answers for us have none here. */
const ends = new WeakMap<Request, (() => void)[]>()

/** From now on something may end with the answer to a request. */
export function awaitAnswer(request: Request): void {
  ends.set(request, [])
}

/** Has something end with the answer, once. False: nobody would hear of the end. */
export function endWithAnswer(request: Request, end: () => void): boolean {
  return ends.get(request)?.push(end) !== undefined
}

/** Ends what ends with the answer: it is known, but for sending it. */
export function endAnswer(request: Request): void {
  for (const end of ends.get(request)?.splice(0) ?? []) end()
}

/** An answer that may be made while it is sent: what ends with it ends with its last byte, or as nobody takes it any more. */
export function untilSent(request: Request, response: Response): Response {
  const hasEnds = (ends.get(request)?.length ?? 0) > 0
  if (!hasEnds) return response
  const end = () => endAnswer(request)
  const { signal, method } = request
  if (response.body === null || method === 'HEAD' || signal.aborted) {
    end()
    return response
  }
  // A client that leaves before the first byte neither reads nor cancels the body.
  signal.addEventListener('abort', end, { once: true })
  return new Response(endingWith(response.body, end), response)
}

function endingWith(body: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    pull: async (controller) => {
      const read = await reader.read().catch((error: unknown) => {
        end()
        throw error
      })
      if (!read.done) return controller.enqueue(read.value)
      end()
      controller.close()
    },
    cancel: async (reason) => {
      end()
      await reader.cancel(reason)
    },
  })
}
