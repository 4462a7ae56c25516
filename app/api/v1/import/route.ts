import { ApiError, type ErrorBody } from '#lib/api/errors.ts'
import { largestImport, type ImportMessage, type ImportReport } from '#lib/api/imports.ts'
import { readBytes } from '#lib/api/read-bytes.ts'
import { internalError, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { serverImportPool } from '#lib/feeds/server-parse-pool.ts'
import { languageOfRequest, type Language } from '#lib/words/languages.ts'
import { countImport } from './count-import.ts'
import { importFile, rowsOf } from './import-file.ts'

/** Imports that run in this process, by subscriber: one at a time each. */
const running = new Set<string>()

/** Takes an export of any reader and answers with lines: how far it is, then what became of it (lib/api/imports.ts). */
export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  if (running.has(subscriber.id)) throw new ApiError('conflict', 'importRunning')
  running.add(subscriber.id)
  try {
    await countImport(subscriber.id)
    const bytes = await readBytes(request, largestImport)
    return answerInLines(
      (send) => importAll(subscriber.id, bytes, languageOfRequest(request.headers), send),
      (error) => internalError(error, request),
      () => running.delete(subscriber.id),
    )
  } catch (error) {
    running.delete(subscriber.id)
    throw error
  }
})

type Send = (message: ImportMessage) => void

async function importAll(subscriberId: string, bytes: Buffer, language: Language, send: Send): Promise<void> {
  const parsed = await serverImportPool().parse(bytes)
  const total = parsed.reduce((sum, file) => sum + rowsOf(file), 0)
  const files: ImportReport[] = []
  let before = 0
  for (const file of parsed) {
    send({ type: 'progress', done: before, total })
    files.push(
      await importFile(subscriberId, file, language, (done) =>
        send({ type: 'progress', done: before + done, total }),
      ),
    )
    before += rowsOf(file)
  }
  send({ type: 'report', files })
}

/** Goes on when nobody listens any more: half an import helps nobody. */
function answerInLines(
  work: (send: Send) => Promise<void>,
  toError: (error: unknown) => ErrorBody['error'],
  onEnd: () => void,
): Response {
  const encoder = new TextEncoder()
  let isHeard = true
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const send = (message: ImportMessage) => {
        if (isHeard) controller.enqueue(encoder.encode(`${JSON.stringify(message)}\n`))
      }
      try {
        await work(send)
      } catch (error) {
        send({ type: 'error', error: toError(error) })
      } finally {
        onEnd()
        if (isHeard) controller.close()
      }
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
