import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { FetchFailedError, tooLarge } from './fetch-failure.ts'

/**
 * Unpacks the content codings of a body. The limit holds while it happens: a gzip bomb costs no more memory than an honest
 * document.
 * @throws FetchFailedError too-large, encoding
 */
export async function unpackBody(packed: Buffer, encoding: string | null, maxBytes: number): Promise<Buffer> {
  if (encoding === null) return packed
  const codings = encoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
  const meaningful = codings.filter((coding) => coding !== '' && coding !== 'identity').reverse()
  if (meaningful.length > 2)
    throw new FetchFailedError('encoding', 'The server packed the document too many times.')
  let body = packed
  for (const coding of meaningful) body = await unpack(body, coding, maxBytes)
  return body
}

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
    if (coding === 'gzip' || coding === 'x-gzip') return await gunzip(packed, options)
    if (coding === 'br') return await brotliDecompress(packed, options)
    if (coding === 'zstd') return await zstdDecompress(packed, options)
    // "deflate" means zlib (RFC 9110 8.4.1.2), but some servers send the bare stream.
    if (coding === 'deflate')
      return await ((packed[0] ?? 0) % 16 === 8 ? inflate(packed, options) : inflateRaw(packed, options))
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(maxBytes)
    throw new FetchFailedError(
      'encoding',
      `The document cannot be unpacked: the ${coding} data is broken or cut off.`,
    )
  }
  throw new FetchFailedError(
    'encoding',
    `The server packed the document in an unknown way (${coding.slice(0, 40)}).`,
  )
}

/** Whether bytes begin like a gzip file (RFC 1952). */
export function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && body[1] === 0x8b
}
