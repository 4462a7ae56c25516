import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { largestImport, type ImportReport } from '#lib/api/moving/imports.ts'
import { requireStill } from '#lib/api/http/body-room.ts'
import { readBytes } from '#lib/api/http/read-bytes.ts'
import { internalError, route } from '#lib/api/http/route.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { config } from '#lib/runtime/config.ts'
import { serverImportPool } from '#lib/documents/threads/server-parse-pool.ts'
import type { CheckedAccount } from '#lib/store/accounts/credentials-epoch.ts'
import { takeImportLock } from '#lib/store/moving/import-lock.ts'
import { languageOf } from '#lib/api/http/request-language.ts'
import { requireRoom } from '#lib/handlers/require-room.ts'
import { answerInLines, type Send } from '#lib/handlers/moving/answer-in-lines.ts'
import { countImport } from '#lib/handlers/moving/count-import.ts'
import { importFile, rowsOf } from '#lib/handlers/moving/import-file.ts'
import { untilStopped } from '#lib/handlers/moving/until-stopped.ts'

/** Imports that run in this process, by subscriber: who has one is refused without asking the database. */
const running = oncePerProcess(() => new Set<string>())

/** Takes an export of any reader and answers with lines: how far it is, then what became of it (lib/api/moving/imports.ts). */
export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const leave = enter(subscriber.id)
  try {
    await requireRoom(subscriber.id)
    await countImport(subscriber.id)
    const bytes = await readBytes(request, largestImport)
    // Only now, as the lock is a connection of the database: whoever sends slowly would keep one from all others.
    const unlock = await lock(subscriber.id)
    return answerInLines(
      (send) => importAll(request, subscriber, bytes, send),
      (error) => internalError(error, request),
      async () => {
        leave()
        await unlock()
      },
    )
  } catch (error) {
    leave()
    throw error
  }
})

/** One at a time for each account in this process, from before its body is read. Returns what ends it. @throws ApiError conflict */
function enter(subscriberId: string): () => void {
  if (running().has(subscriberId)) throw new ApiError('conflict', 'importRunning')
  running().add(subscriberId)
  return () => running().delete(subscriberId)
}

/** One at a time for each account over all web servers. Returns what ends it. @throws ApiError conflict */
async function lock(subscriberId: string): Promise<() => Promise<void>> {
  const { databaseUrl } = config()
  if (databaseUrl === null) throw new Error('DATABASE_URL is not set: start the server with npm start.')
  const unlock = await takeImportLock(databaseUrl, subscriberId)
  if (unlock === null) throw new ApiError('conflict', 'importRunning')
  return unlock
}

async function importAll(
  request: Request,
  subscriber: CheckedAccount,
  bytes: Buffer,
  send: Send,
): Promise<void> {
  const language = languageOf(request)
  const parsed = await serverImportPool().parse(bytes, subscriber.id)
  const total = parsed.reduce((sum, file) => sum + rowsOf(file), 0)
  const files: ImportReport[] = []
  let before = 0
  await untilStopped(async (betweenSteps) => {
    const tell = async (done: number) => {
      send({ type: 'progress', done, total })
      betweenSteps()
      await requireStill(request)
    }
    for (const file of parsed) {
      await tell(before)
      files.push(await importFile(subscriber, file, language, (done) => tell(before + done)))
      before += rowsOf(file)
    }
  })
  send({ type: 'report', files })
}
