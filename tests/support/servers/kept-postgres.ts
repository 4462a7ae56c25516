import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '#lib/launch/postgres/embedded-postgres.ts'

const retryMs = 500

/** A PostgreSQL that is started again whenever it ends, under the same address, as the launcher does. */
export type KeptPostgres = {
  readonly url: string
  /** The number of times that it ended by itself. */
  readonly ends: () => number
  readonly stop: () => Promise<void>
}

export async function keepPostgres(dataDir: string): Promise<KeptPostgres> {
  let postgres = await startPostgres({ dataDir })
  const { url } = postgres
  let ends = 0
  let isStopping = false

  async function keepRunning(): Promise<void> {
    for (;;) {
      await postgres.exited
      if (isStopping) return
      ends += 1
      while (!(await startAgain())) await sleep(retryMs)
    }
  }

  async function startAgain(): Promise<boolean> {
    try {
      postgres = await startPostgres({ dataDir })
      return true
    } catch {
      return isStopping // no room for what it has to write before it is ready
    }
  }

  const kept = keepRunning()
  return {
    url,
    ends: () => ends,
    stop: async () => {
      isStopping = true
      await postgres.stop()
      await kept
    },
  }
}
