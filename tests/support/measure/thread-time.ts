import { setImmediate } from 'node:timers/promises'
import { processorMs } from '#lib/documents/threads/processor-ms.ts'

/** Milliseconds of a processor that this thread takes while a work goes on: so long others wait at most, whatever else the machine does. */
export async function threadMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  return processorMs(process.threadCpuUsage(before))
}

/** Milliseconds of a processor that this thread takes for a work, and for the longest part of it in which nobody else has a turn. */
export async function turnsOf(work: () => Promise<unknown>) {
  const usedMs = () => processorMs(process.threadCpuUsage())
  const begin = usedMs()
  let last = begin
  let longestMs = 0
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      await setImmediate()
      const now = usedMs()
      longestMs = Math.max(longestMs, now - last)
      last = now
    }
  })()
  await work().finally(() => (isDone = true))
  await watching
  return { longestMs, allMs: usedMs() - begin }
}
