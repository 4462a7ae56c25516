import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '#lib/store/database.ts'
import { readSourceTitles } from '#lib/store/source-weights.ts'
import { labResultOf } from './lab-result.ts'
import type { LabJob, LabAnswer } from './lab-thread.ts'
import { readLabWorld } from './lab-world.ts'

/** The thread of a run of the lab: reads what is stored, replays it and tells how far it is. It is ended with the run. */
const job = workerData as LabJob
/** Of the progress, what reading takes. */
const readingPart = 0.2

function tell(answer: LabAnswer): void {
  parentPort?.postMessage(answer)
}

async function answer(): Promise<void> {
  // On Linux that is this thread alone; elsewhere it would be the process, and with it the polls.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
  const database = openDatabase(job.databaseUrl, { maxConnections: 1 })
  try {
    const drawn = await readLabWorld(database, job.request, job.now, (part) =>
      tell({ progress: readingPart * part }),
    )
    if (drawn === null) return tell({ failure: 'no-history' })
    const result = await labResultOf(
      drawn,
      job.request,
      (ids) => readSourceTitles(database, ids),
      (part) => tell({ progress: readingPart + (1 - readingPart) * part }),
      () => performance.now(),
    )
    tell({ result })
  } finally {
    await database.$disconnect()
  }
}

await answer()
