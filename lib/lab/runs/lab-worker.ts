import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { readSourceTitles } from '#lib/store/planning/source-weights.ts'
import { labResultOf } from './lab-result.ts'
import type { LabSoFar } from '#lib/api/server/lab.ts'
import type { LabAnswer, LabJob, LabThreadOutcome } from './lab-thread.ts'
import { packLabTrace } from './lab-trace.ts'
import { readLabWorld } from './lab-world.ts'

/** A thread of the lab: reads what is stored, replays it and tells how far it is. It is ended with its run. */
const job = workerData as LabJob
/** The most that is kept with a run for 30 days: some 5 kB a source. */
const mostTraceBytes = 25_000_000
/** Of the progress of a run, what reading takes. */
const readingPart = 0.2

function tell(answer: LabAnswer): void {
  parentPort?.postMessage(answer)
}

async function answer(): Promise<void> {
  // On Linux that is this thread alone; elsewhere it would be the process, and with it the polls.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  const database = openDatabase(job.databaseUrl, { maxConnections: 1 })
  try {
    tell(await run(database))
  } finally {
    await database.$disconnect()
  }
}

async function run(database: Database): Promise<LabThreadOutcome> {
  const { request, now } = job
  const drawn = await readLabWorld(database, request, now, (part) => tell({ progress: readingPart * part }))
  if (drawn === null) return { failure: 'no-history' }
  const titlesOf = (ids: readonly number[]) => readSourceTitles(database, ids)
  const onPart = (part: number, soFar: LabSoFar) =>
    tell({ progress: readingPart + (1 - readingPart) * part, soFar })
  const trace = packLabTrace({ request, drawn })
  const result = await labResultOf(drawn, request, titlesOf, onPart, () => performance.now())
  return { result, trace: trace.length > mostTraceBytes ? null : trace }
}

await answer()
