import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const mb = 2 ** 20
/** Less garbage than this, in bytes and beside what lives, is not worth the tenth of a second that all must be looked through. */
const leastBytes = 24 * mb
const leastShare = 0.3

/**
 * Makes what gives the garbage of busy times back, to be called now and then. V8 looks through the old generation when that has grown, and a
 * process with little to do keeps for hours what it has not needed since its last work.
 */
export function createGarbageCollector(): () => void {
  const collect = exposed()
  let livedBytes = 0
  return () => {
    const { heapUsed } = process.memoryUsage()
    if (heapUsed < livedBytes + Math.max(leastBytes, leastShare * livedBytes)) return
    collect()
    livedBytes = process.memoryUsage().heapUsed
  }
}

function exposed(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // the flag puts it into each new context
  // Node keeps compiled files by flags: with this one threads would find none of those that the build made.
  setFlagsFromString('--no-expose-gc')
  return collect
}
