import { afterAnswer } from '#lib/runtime/after-answer.ts'
import type { ErrorBody } from '#lib/api/http/errors.ts'
import type { ImportMessage } from '#lib/api/moving/imports.ts'

export type Send = (message: ImportMessage) => void

/**
 * Answers with what the work sends, a line for each. It goes on when nobody listens any more: half an import helps nobody. A web
 * server that is asked to end waits for it, as for all that is done after an answer.
 */
export function answerInLines(
  work: (send: Send) => Promise<void>,
  toError: (error: unknown) => ErrorBody['error'],
  onEnd: () => Promise<void>,
): Response {
  const encoder = new TextEncoder()
  let isHeard = true
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (message: ImportMessage) => {
        if (isHeard) controller.enqueue(encoder.encode(`${JSON.stringify(message)}\n`))
      }
      afterAnswer(async () => {
        try {
          await work(send)
        } catch (error) {
          send({ type: 'error', error: toError(error) })
        } finally {
          // Whoever reads the last line may send the next file at once.
          await onEnd().finally(() => isHeard && controller.close())
        }
      })
    },
    cancel: () => {
      isHeard = false
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  })
}
