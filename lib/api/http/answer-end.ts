/** Told as an answer ends how many bytes of it were made. */
type End = (bytes: number) => void

/** Work that ends with the answer to a request. Requests that nobody answers for us have none here. */
const ends = new WeakMap<Request, End[]>()

/** From now on something may end with the answer to a request. */
export function awaitAnswer(request: Request): void {
  ends.set(request, [])
}

/** Has something end with the answer, once. False: nobody would hear of the end. */
export function endWithAnswer(request: Request, end: End): boolean {
  return ends.get(request)?.push(end) !== undefined
}

/** Ends what ends with the answer: it is known, but for sending it. */
export function endAnswer(request: Request, bytes = 0): void {
  for (const end of ends.get(request)?.splice(0) ?? []) end(bytes)
}

/** An answer that may be made while it is sent: what ends with it ends with its last byte, or as nobody takes it any more. */
export function untilSent(request: Request, response: Response): Response {
  const hasEnds = (ends.get(request)?.length ?? 0) > 0
  if (!hasEnds) return response
  // An answer that says its length was made as a whole, also where nobody takes it.
  const length = response.headers.get('content-length')
  let bytes = Number(length ?? 0)
  const end = () => endAnswer(request, bytes)
  const { signal, method } = request
  if (response.body === null || method === 'HEAD' || signal.aborted) {
    end()
    return response
  }
  // A client that leaves before the first byte neither reads nor cancels the body.
  signal.addEventListener('abort', end, { once: true })
  const count = (part: Uint8Array) => {
    if (length === null) bytes += part.byteLength
  }
  return new Response(endingWith(response.body, count, end), response)
}

function endingWith(
  body: ReadableStream<Uint8Array>,
  count: (part: Uint8Array) => void,
  end: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    pull: async (controller) => {
      const read = await reader.read().catch((error: unknown) => {
        end()
        throw error
      })
      if (!read.done) {
        count(read.value)
        return controller.enqueue(read.value)
      }
      end()
      controller.close()
    },
    cancel: async (reason) => {
      end()
      await reader.cancel(reason)
    },
  })
}
