import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Posting times of one source of a recorded trace, ms since 1970, ascending. */
type RecordedSource = { readonly name: string; readonly postingTimes: Float64Array }

/** The largest file that is unpacked: twenty million postings. */
const largestBytes = 1_000_000_000
/** 1970 to 2100: an instant outside is a mistake of the unit (ms, µs) rather than a posting. */
const latestSeconds = 4_102_444_800

/**
 * Reads a trace: CSV, gzip or not, whose header is `source,published_at` and whose lines hold a name and epoch seconds, in any order.
 * Sources come in the order of their first line.
 * @throws Error with one line that names the file, the line and what is wrong with it
 */
export function readTraceFile(file: string): RecordedSource[] {
  const times = new Map<string, number[]>()
  readColumns(file, 'published_at', (source, seconds) => {
    if (!(seconds >= 0 && seconds <= latestSeconds)) return `epoch seconds from 1970 to 2100`
    const list = times.get(source)
    if (list === undefined) times.set(source, [seconds * 1000])
    else list.push(seconds * 1000)
    return null
  })
  if (times.size === 0) throw new Error(`${file} has no postings.`)
  return [...times].map(([name, list]) => ({ name, postingTimes: Float64Array.from(list).sort() }))
}

/**
 * Reads weights by source name from CSV, gzip or not, with the header `source,weight`.
 * @throws Error with one line that names the file, the line and what is wrong with it
 */
export function readWeightsFile(file: string): Map<string, number> {
  const weights = new Map<string, number>()
  readColumns(file, 'weight', (source, weight) => {
    if (!(weight >= 0 && weight < Infinity)) return 'a weight of at least 0'
    weights.set(source, weight)
    return null
  })
  return weights
}

/** Hands each line's name and number to `take`, which returns what it had expected instead, or null. */
function readColumns(
  file: string,
  column: string,
  take: (source: string, value: number) => string | null,
): void {
  const lines = readText(file).split('\n')
  const header = `source,${column}`
  if (lines[0]?.trim() !== header) {
    throw new Error(`${file} must begin with the line "${header}", not "${shorten(lines[0] ?? '')}".`)
  }
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index]?.trim() ?? ''
    if (line === '') continue
    const comma = line.lastIndexOf(',')
    const value = line.slice(comma + 1)
    const number = /^-?[0-9]+(\.[0-9]+)?$/.test(value) ? Number(value) : Number.NaN
    const expected = comma < 1 ? `"source,${column}"` : take(line.slice(0, comma), number)
    if (expected !== null)
      throw new Error(`${file} line ${index + 1}: expected ${expected}, got "${shorten(line)}".`)
  }
}

function readText(file: string): string {
  try {
    const stored = readFileSync(file)
    const isGzip = stored[0] === 0x1f && stored[1] === 0x8b
    return (isGzip ? gunzipSync(stored, { maxOutputLength: largestBytes }) : stored).toString('utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${file} cannot be read: ${reason}.`, { cause })
  }
}

function shorten(line: string): string {
  return line.length > 60 ? `${line.slice(0, 60)}…` : line
}
