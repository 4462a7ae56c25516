import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { FetchFailedError, tooLarge } from './fetch-failure.ts'

/**
 * Unpacks the content codings of a body, and a packing that nobody announced or that was made twice. The limit holds while it
 * happens: a gzip bomb costs no more memory than an honest document.
 * @throws FetchFailedError too-large, encoding
 */
export async function unpackBody(packed: Buffer, encoding: string | null, maxBytes: number): Promise<Buffer> {
  const codings = (encoding ?? '').split(',').map(codingOf)
  const meaningful = codings.filter((coding) => !noCoding.test(coding)).reverse()
  if (meaningful.length > 2)
    throw new FetchFailedError('encoding', 'The server packed the document too many times.')
  let body = packed
  for (const coding of meaningful) body = await unpack(body, coding, maxBytes)
  for (let layer = 0; layer < 2 && isGzip(body); layer++) body = await unpack(body, 'gzip', maxBytes)
  const unnamed = packingOf(body)
  return unnamed === null ? body : unpack(body, unnamed, maxBytes)
}

/** The name of a coding: some write it in quotes, with a weight, or as they like. */
function codingOf(written: string): string {
  const name = written.toLowerCase().replace(/;.*$/, '').replace(/["']/g, '').trim()
  return otherNames.get(name) ?? name
}
const otherNames: ReadonlyMap<string, string> = new Map([
  ['x-gzip', 'gzip'],
  ['gz', 'gzip'],
  ['x-deflate', 'deflate'],
  ['zlib', 'deflate'],
  ['brotli', 'br'],
  ['zstandard', 'zstd'],
])
/** Values there that name no packing: charsets, types, the codings of mail. */
const noCoding =
  /^(|identity|none|utf-?8|us-ascii|iso-8859-\d+|windows-\d+|binary|[78]bit|(text|application)\/.*)$/

/** The packing that the first bytes are of, whatever the head says; null: none that is known by them. */
function packingOf(body: Buffer): 'gzip' | 'zstd' | 'deflate' | null {
  if (isGzip(body)) return 'gzip'
  if (body.subarray(0, 4).equals(zstdStart)) return 'zstd'
  // Zlib with its usual window: no text has such a second byte.
  return body[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(body[1] ?? 0) ? 'deflate' : null
}
const zstdStart = Buffer.from('28b52ffd', 'hex')

type Options = { readonly maxOutputLength: number; readonly finishFlush?: number }
type Unpacker = {
  readonly unpack: (packed: Buffer, options: Options) => Promise<Buffer>
  /** Has the data end anywhere. */
  readonly flush: number
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants
const inflate = promisify(zlib.inflate)
const inflateRaw = promisify(zlib.inflateRaw)
const unpackers: ReadonlyMap<string, Unpacker> = new Map([
  ['gzip', { unpack: promisify(zlib.gunzip), flush: Z_SYNC_FLUSH }],
  ['br', { unpack: promisify(zlib.brotliDecompress), flush: BROTLI_OPERATION_FLUSH }],
  ['zstd', { unpack: promisify(zlib.zstdDecompress), flush: ZSTD_e_flush }],
  [
    'deflate',
    {
      // "deflate" means zlib (RFC 9110 8.4.1.2), but some servers send the bare stream.
      unpack: (packed, options) =>
        (packed[0] ?? 0) % 16 === 8
          ? inflate(packed, options).catch((error: unknown) => {
              if (isCut(error) || error instanceof RangeError) throw error
              return inflateRaw(packed, options)
            })
          : inflateRaw(packed, options),
      flush: Z_SYNC_FLUSH,
    },
  ],
])

/**
 * Unpacks one content coding. Data that is packed in another way than its name says is known by its first bytes, and data that is cut
 * counts where the document in it is whole.
 * @throws FetchFailedError too-large, encoding
 */
export async function unpack(packed: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  // Some servers say gzip and send plain text.
  if (packed.length === 0 || (coding === 'gzip' && packingOf(packed) === null)) return packed
  const actual = packingOf(packed) ?? coding
  const unpacker = unpackers.get(actual)
  if (unpacker !== undefined) {
    const unpacked = await tryUnpack(packed, unpacker, actual === 'gzip', maxBytes)
    if (unpacked !== null) return unpacked
  }
  if (isDocument(packed)) return packed
  throw new FetchFailedError(
    'encoding',
    unpacker === undefined
      ? `The server packed the document in an unknown way (${coding.slice(0, 40)}).`
      : `The document cannot be unpacked: the ${actual} data is broken or cut off.`,
  )
}

/** Null where the data is broken, or cut inside the document. */
async function tryUnpack(
  packed: Buffer,
  { unpack: unpacked, flush: finishFlush }: Unpacker,
  mayLackSum: boolean,
  maxOutputLength: number,
): Promise<Buffer | null> {
  try {
    return await unpacked(packed, { maxOutputLength })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxOutputLength)
    if (!isCut(error)) return null
  }
  try {
    if (mayLackSum) return await gunzipWithoutSum(packed, { maxOutputLength })
  } catch {
    // The data itself is cut, too.
  }
  try {
    const part = await unpacked(packed, { maxOutputLength, finishFlush })
    return endsWhole(part) ? part : null
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxOutputLength)
    return null
  }
}

function isCut(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /BUF_ERROR|unexpected end|srcSize|ZSTD/i.test(String(error.code) + error.message)
  )
}

/** Whether the end of a feed is there: then nothing of it can be missing. */
export function endsWhole(body: Buffer): boolean {
  return /<\/(?:\w{1,20}:)?(?:rss|feed|rdf)\s*>\s*(?:<!--[^<>]{0,200}-->\s*)?$/i.test(
    body.subarray(-400).toString('latin1'),
  )
}

/** Whether it is not packed at all, whatever its head says: it begins as XML, HTML or JSON do. */
function isDocument(body: Buffer): boolean {
  return /^(\xEF\xBB\xBF)?\s*[<{[]/.test(body.subarray(0, 200).toString('latin1'))
}

/** The data of a gzip whose check sum alone was cut off: bare deflate says itself where it ends. */
async function gunzipWithoutSum(packed: Buffer, options: Options): Promise<Buffer> {
  const [flags = 0] = packed.subarray(3)
  const nameEnd = (flags & 8) === 0 ? 10 : packed.indexOf(0, 10) + 1
  if ((flags & ~8) !== 0 || nameEnd < 10) throw new RangeError('a head of gzip with more than a name')
  return inflateRaw(packed.subarray(nameEnd), options)
}

/** Whether bytes begin like a gzip file (RFC 1952). */
export function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && body[1] === 0x8b
}
