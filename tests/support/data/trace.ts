import { readTraceFile } from '#lib/lab/command/read-trace.ts'
import { findTraceFile } from './test-data.ts'

/** Posting times of a trace by source, ms since 1970, ascending. */
export type Trace = ReadonlyMap<string, readonly number[]>

/** Reads a recorded trace that the repository carries. */
export function readTrace(name: string): Trace {
  const file = findTraceFile(name)
  if (file === null) throw new Error(`There is no trace ${name}.`)
  return new Map(readTraceFile(file).map((source) => [source.name, Array.from(source.postingTimes)]))
}

/** The sources of a trace several times, under names of their own. */
export function copiesOf(trace: Trace, copies: number): Trace {
  return new Map(
    Array.from({ length: copies }, (_, copy) => copy).flatMap((copy) =>
      [...trace].map(([name, times]): [string, readonly number[]] => [`${name}~${copy}`, times]),
    ),
  )
}
