import { ApiError } from '#lib/api/errors.ts'
import { largestImport, type ImportReport } from '#lib/api/imports.ts'
import { readBytes } from '#lib/api/read-bytes.ts'
import { internalError, route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { config } from '#lib/config.ts'
import { serverImportPool } from '#lib/feeds/server-parse-pool.ts'
import { takeImportLock } from '#lib/store/import-lock.ts'
import { languageOfRequest, type Language } from '#lib/words/languages.ts'
import { answerInLines, type Send } from './answer-in-lines.ts'
import { countImport } from './count-import.ts'
import { importFile, rowsOf } from './import-file.ts'
import { untilStopped } from './until-stopped.ts'

/** Imports that run in this process, by subscriber: who has one is refused without asking the database. */
const running = new Set<string>()

/** Takes an export of any reader and answers with lines: how far it is, then what became of it (lib/api/imports.ts). */
export const POST = route(async (request) => {
  const subscriber = await requireSubscriber(request)
  const end = await begin(subscriber.id)
  try {
    await countImport(subscriber.id)
    const bytes = await readBytes(request, largestImport)
    return answerInLines(
      (send) => importAll(subscriber.id, bytes, languageOfRequest(request.headers), send),
      (error) => internalError(error, request),
      end,
    )
  } catch (error) {
    await end()
    throw error
  }
})

/** One at a time for each account, over all web servers. Returns what ends it. @throws ApiError conflict */
async function begin(subscriberId: string): Promise<() => Promise<void>> {
  const { databaseUrl } = config()
  if (databaseUrl === null) throw new Error('DATABASE_URL is not set: start the server with npm start.')
  if (running.has(subscriberId)) throw new ApiError('conflict', 'importRunning')
  running.add(subscriberId)
  let unlock: (() => Promise<void>) | null = null
  try {
    unlock = await takeImportLock(databaseUrl, subscriberId)
  } finally {
    if (unlock === null) running.delete(subscriberId)
  }
  if (unlock === null) throw new ApiError('conflict', 'importRunning')
  return async () => {
    running.delete(subscriberId)
    await unlock()
  }
}

async function importAll(subscriberId: string, bytes: Buffer, language: Language, send: Send): Promise<void> {
  const parsed = await serverImportPool().parse(bytes)
  const total = parsed.reduce((sum, file) => sum + rowsOf(file), 0)
  const files: ImportReport[] = []
  let before = 0
  await untilStopped(async (betweenSteps) => {
    const tell = (done: number) => {
      send({ type: 'progress', done, total })
      betweenSteps()
    }
    for (const file of parsed) {
      tell(before)
      files.push(await importFile(subscriberId, file, language, (done) => tell(before + done)))
      before += rowsOf(file)
    }
  })
  send({ type: 'report', files })
}
