import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
  type BrotliCompress,
  type Gzip,
} from 'node:zlib'

export type Packing = 'br' | 'gzip'

/** Below it packing saves nothing. */
export const leastPackedBytes = 1_024
/**
 * Up to here answers are packed at once: another thread is waited for, and then this one again, for each 16 kB of what it packed, and
 * where readers were many a page waited longer for that than for the database. In ms of this thread, of a page of 164 kB: brotli 1.0
 * (32 kB come out), gzip 2.3 (34 kB).
 */
export const mostPackedAtOnceBytes = 262_144
/** Of eleven: the first that packs closer than gzip does, and in less than half its time. */
const brotliQuality = 3

/** RFC 9110, 12.5.3: what is named, with a weight that is not nought. */
const takes = {
  br: /(?:^|[\s,])br\b(?!\s*;\s*q=0(?:\.0{0,3})?\s*(?:,|$))/i,
  gzip: /(?:^|[\s,])gzip\b(?!\s*;\s*q=0(?:\.0{0,3})?\s*(?:,|$))/i,
} as const satisfies Record<Packing, RegExp>

/** The packing that the other end takes, by its Accept-Encoding, the better first; null: neither. */
export function packingFor(accepted: string): Packing | null {
  if (takes.br.test(accepted)) return 'br'
  return takes.gzip.test(accepted) ? 'gzip' : null
}

type Described = { readonly type: string; readonly cacheControl: string; readonly isPacked: boolean }

/** Text that is not packed yet, and that no proxy is forbidden to pack (RFC 9111, 5.2.2.6). */
export function isPackable({ type, cacheControl, isPacked }: Described): boolean {
  const isText =
    /^(?:text\/|image\/svg\+xml\b|application\/(?:javascript|(?:[\w.]+\+)?(?:json|xml))\b)/i.test(type)
  return isText && !isPacked && !/no-transform/i.test(cacheControl)
}

const packs = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** The whole of an answer, packed: at once, or by another thread where it is large. */
export async function pack(bytes: Buffer, packing: Packing): Promise<Buffer> {
  if (bytes.length <= mostPackedAtOnceBytes) return packAtOnce(bytes, packing)
  return packing === 'br' ? packs.br(bytes, brotliOptions(bytes.length)) : packs.gzip(bytes)
}

export function packAtOnce(bytes: Buffer, packing: Packing): Buffer {
  return packing === 'br' ? brotliCompressSync(bytes, brotliOptions(bytes.length)) : gzipSync(bytes)
}

/** For what comes bit by bit. */
export function createPacker(packing: Packing): BrotliCompress | Gzip {
  return packing === 'br' ? createBrotliCompress(brotliOptions()) : createGzip()
}

/** The flush that makes everything written so far come out. */
export const flushOf = { br: constants.BROTLI_OPERATION_FLUSH, gzip: constants.Z_SYNC_FLUSH } as const

function brotliOptions(size = 0) {
  return {
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: size },
  }
}
