import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const mb = 2 ** 20
/** A busy process collects by itself, and must not stand still for it. */
const mostBusy = 0.2
/** Less garbage than this, in bytes and beside what lives, is not worth the tenth of a second or more that the thread stands still. */
const leastBytes = 24 * mb
const leastShare = 0.3

/**
 * A function that gives back the garbage of a busy time that is over, to be called now and then. V8 looks through the old generation when that
 * has grown. So a process with little to do would keep the garbage of its last work for hours.
 */
export function createGarbageCollector(): () => void {
  const collect = exposed()
  let livedBytes = 0
  let before = performance.eventLoopUtilization()
  return () => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    if (utilization > mostBusy) return
    const { heapUsed } = process.memoryUsage()
    if (heapUsed < livedBytes + Math.max(leastBytes, leastShare * livedBytes)) return
    collect()
    livedBytes = process.memoryUsage().heapUsed
  }
}

function exposed(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void // the flag puts it into each new context
}
