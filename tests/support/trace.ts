import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Posting times of a trace by source, ms since 1970, ascending. */
export type Trace = ReadonlyMap<string, readonly number[]>

const traceFolder = path.resolve('..', 'shared', 'traces')

/** Why traces cannot be read here, or null when they can: tests that need one skip with this line. */
export const tracesMissing = existsSync(traceFolder) ? null : `no posting-time traces at ${traceFolder}`

/** Reads `<name>.csv.gz`: a header, then `source,epoch seconds`. */
export function readTrace(name: string): Trace {
  const text = gunzipSync(readFileSync(path.join(traceFolder, `${name}.csv.gz`))).toString('utf8')
  const times = new Map<string, number[]>()
  for (const line of text.trimEnd().split('\n').slice(1)) {
    const comma = line.lastIndexOf(',')
    const source = line.slice(0, comma)
    const list = times.get(source) ?? []
    list.push(Number(line.slice(comma + 1)) * 1000)
    times.set(source, list)
  }
  for (const list of times.values()) list.sort((a, b) => a - b)
  return times
}

/** The sources of a trace several times, under names of their own. */
export function copiesOf(trace: Trace, copies: number): Trace {
  return new Map(
    Array.from({ length: copies }, (_, copy) => copy).flatMap((copy) =>
      [...trace].map(([name, times]): [string, readonly number[]] => [`${name}~${copy}`, times]),
    ),
  )
}
