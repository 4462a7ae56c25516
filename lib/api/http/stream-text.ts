import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A body that is written part by part, as fast as it is taken; when the caller leaves, the rest is not made. Each
 * part is made in the work of its request, whoever takes it: dear work keeps its own connections to the database.
 */
export function streamText(parts: AsyncGenerator<string> | Generator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const inThisWork = AsyncLocalStorage.snapshot()
  return new ReadableStream({
    pull: async (controller) => {
      const next = await inThisWork(() => parts.next())
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    cancel: async () => {
      await parts.return(undefined)
    },
  })
}
