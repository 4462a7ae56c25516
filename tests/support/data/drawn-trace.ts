import type { SyntheticSource } from '#lib/lab/simulator/synthetic.ts'
import type { Trace } from './trace.ts'

/** Drawn sources as a trace that documents can show: those date to the second. */
export function traceOf(drawn: readonly SyntheticSource[]): Trace {
  const toSecond = (at: number) => Math.floor(at / 1000) * 1000
  return new Map(
    drawn.map(({ sourceId, postingTimes }) => [`source ${sourceId}`, Array.from(postingTimes, toSecond)]),
  )
}
