import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#lib/store/connection/database.ts'

const pauseMs = 50
/** A poll takes about so many timers, turns and statements from its time to its end in the database. */
const stepsOfPoll = 20

/** The time that the machine takes for what an aggregator does all the time, whatever the aggregator does: a timer and a statement. */
export type MachineLag = {
  /** The lateness of a poll for that alone, so far, in ms; forgets what it knew. */
  readonly takePollMs: () => number
  readonly stop: () => Promise<void>
}

/** Looks at it all the time. On an idle machine a look takes 1 to 2 ms, on one that is given away many times over 100. */
export function watchMachineLag(database: Database): MachineLag {
  let sumMs = 0
  let looks = 0
  let isStopped = false
  async function look(): Promise<void> {
    while (!isStopped) {
      const startedAt = performance.now()
      await sleep(pauseMs)
      await database.$queryRaw`SELECT 1`
      sumMs += performance.now() - startedAt - pauseMs
      looks += 1
    }
  }
  const looking = look()
  return {
    takePollMs: () => {
      const meanMs = sumMs / Math.max(1, looks)
      ;[sumMs, looks] = [0, 0]
      return stepsOfPoll * meanMs
    },
    stop: async () => {
      isStopped = true
      await looking
    },
  }
}
