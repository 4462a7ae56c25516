import { setMaxListeners } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { createLoadClient, warmUpMinutes, type Measured } from './load-client.ts'
import { newReader, read, type HeardAt } from './load-reader.ts'

/** The task of the process. */
export type ReadersTask = {
  readonly appUrl: string
  readonly cookies: readonly string[]
  /** After warming up. */
  readonly minutes: number
  readonly thinkMs: number
}

export type ReadersResult = {
  readonly measured: readonly (readonly [act: string, Measured])[]
  readonly examples: readonly string[]
  readonly heard: readonly HeardAt[]
  readonly cpuSeconds: number
  /** By how much this process was late itself: what it measures is wrong by as much. */
  readonly lateMs: { readonly mean: number; readonly p99: number }
}

/** A process that is all readers: asked by its parent, it reads for so long and tells what it measured. */
async function readAll({ appUrl, cookies, minutes, thinkMs }: ReadersTask): Promise<ReadersResult> {
  const client = createLoadClient(appUrl)
  const lateness = monitorEventLoopDelay({ resolution: 10 })
  lateness.enable()
  const usedBefore = process.cpuUsage()
  const heard: HeardAt[] = []
  const signal = AbortSignal.timeout(60_000 * (warmUpMinutes + minutes))
  setMaxListeners(0, signal) // three of each reader
  const random = seededRandom(1)
  await Promise.all(
    cookies.map((cookie) => read(newReader({ client, cookie, random, thinkMs, heard, signal }))),
  )
  const { user, system } = process.cpuUsage(usedBefore)
  return {
    measured: [...client.measured],
    examples: client.examples,
    heard,
    cpuSeconds: (user + system) / 1e6,
    lateMs: { mean: lateness.mean / 1e6 - 10, p99: lateness.percentile(99) / 1e6 - 10 },
  }
}

process.once('message', async (task: ReadersTask) => process.send?.(await readAll(task)))
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
