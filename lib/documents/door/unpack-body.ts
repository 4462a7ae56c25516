import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { FetchFailedError, tooLarge } from './fetch-failure.ts'

/**
 * Unpacks the content codings of a body, and gzip that nobody announced or that was packed twice. The limit holds while it
 * happens: a gzip bomb costs no more memory than an honest document.
 * @throws FetchFailedError too-large, encoding
 */
export async function unpackBody(packed: Buffer, encoding: string | null, maxBytes: number): Promise<Buffer> {
  const codings = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
  const meaningful = codings.filter((coding) => !noCoding.test(coding)).reverse()
  if (meaningful.length > 2)
    throw new FetchFailedError('encoding', 'The server packed the document too many times.')
  let body = packed
  for (const coding of meaningful) body = await unpack(body, coding, maxBytes)
  for (let layer = 0; layer < 2 && isGzip(body); layer++) body = await unpack(body, 'gzip', maxBytes)
  return body
}
/** Values there that name no packing: charsets, types, the codings of mail. */
const noCoding =
  /^(|identity|none|utf-?8|us-ascii|iso-8859-\d+|windows-\d+|binary|[78]bit|(text|application)\/.*)$/

const gunzip = promisify(zlib.gunzip)
const inflate = promisify(zlib.inflate)
const inflateRaw = promisify(zlib.inflateRaw)
const brotliDecompress = promisify(zlib.brotliDecompress)
const zstdDecompress = promisify(zlib.zstdDecompress)

/**
 * Unpacks one content coding.
 * @throws FetchFailedError too-large, encoding
 */
export async function unpack(packed: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  // Some servers say gzip and send plain text.
  if (packed.length === 0 || ((coding === 'gzip' || coding === 'x-gzip') && !isGzip(packed))) return packed
  const options = { maxOutputLength: maxBytes }
  try {
    if (coding === 'gzip' || coding === 'x-gzip')
      return await gunzip(packed, options).catch((error: unknown) => gunzipCut(packed, options, error))
    if (coding === 'br') return await brotliDecompress(packed, options)
    if (coding === 'zstd') return await zstdDecompress(packed, options)
    // "deflate" means zlib (RFC 9110 8.4.1.2), but some servers send the bare stream.
    if (coding === 'deflate')
      return await ((packed[0] ?? 0) % 16 === 8 ? inflate(packed, options) : inflateRaw(packed, options))
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBytes)
    if (isDocument(packed)) return packed
    throw new FetchFailedError(
      'encoding',
      `The document cannot be unpacked: the ${coding} data is broken or cut off.`,
    )
  }
  if (isDocument(packed)) return packed
  throw new FetchFailedError(
    'encoding',
    `The server packed the document in an unknown way (${coding.slice(0, 40)}).`,
  )
}

/** Whether it is not packed at all, whatever its head says: it begins as XML, HTML or JSON do. */
function isDocument(body: Buffer): boolean {
  return /^(\xEF\xBB\xBF)?\s*[<{[]/.test(body.subarray(0, 200).toString('latin1'))
}

/** The data of a gzip whose check sum alone was cut off: bare deflate says itself where it ends. */
function gunzipCut(packed: Buffer, options: zlib.ZlibOptions, error: unknown): Promise<Buffer> {
  const [flags = 0] = packed.subarray(3)
  const nameEnd = (flags & 8) === 0 ? 10 : packed.indexOf(0, 10) + 1
  const isPlainHead = (flags & ~8) === 0 && nameEnd >= 10
  const isCut = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR'
  return isCut && isPlainHead ? inflateRaw(packed.subarray(nameEnd), options) : Promise.reject(error)
}

/** Whether bytes begin like a gzip file (RFC 1952). */
export function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && body[1] === 0x8b
}
