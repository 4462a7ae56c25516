import { gunzipSync, gzipSync } from 'node:zlib'
import { labRequest, type LabRequest } from '#lib/api/server/lab.ts'
import type { DrawnWorld } from './lab-world.ts'

/** The material of a run of the lab: `npm run --silent simulate -- --lab FILE` makes it again. */
type LabTrace = { readonly request: LabRequest; readonly drawn: DrawnWorld }

const format = 'skylark-lab-1'
/** Unpacked; more no run reads. */
const largestBytes = 1_500_000_000
const arrays = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array } as const
type ArrayName = keyof typeof arrays

/** As gzipped JSON; typed arrays as { "#array": name, "values": […] }, numbers that JSON has not as { "#number": text }. */
export function packLabTrace(trace: LabTrace): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(JSON.stringify({ format, ...trace }, withArrays)))
}

function withArrays(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { '#number': String(value) }
  if (!ArrayBuffer.isView(value)) return value
  const name = Object.prototype.toString.call(value).slice(8, -1)
  if (!(name in arrays)) throw new TypeError(`A trace holds no ${name}.`)
  return { '#array': name, values: Array.from(value as unknown as Iterable<number>) }
}

/** @throws Error with one line that says what is wrong with the file */
export function unpackLabTrace(packed: Uint8Array): LabTrace {
  const text = gunzipSync(packed, { maxOutputLength: largestBytes }).toString('utf8')
  const {
    format: found,
    request,
    drawn,
  } = JSON.parse(text, asArrays) as LabTrace & {
    readonly format: unknown
  }
  if (found !== format) throw new Error('This is no trace of the policy lab.')
  return { request: labRequest.parse(request), drawn }
}

function asArrays(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('#number' in value) return Number(value['#number'])
  if (!('#array' in value) || !('values' in value)) return value
  return arrays[value['#array'] as ArrayName].from(value.values as number[])
}
