import { inflateRawSync } from 'node:zlib'

/** Why an archive is refused: a message of lib/words/…/errors.json. */
export type ZipProblem = 'zipBroken' | 'zipTooLarge' | 'zipMethod'

/** The archive cannot be read. */
export class ZipError extends Error {
  readonly reason: ZipProblem

  constructor(reason: ZipProblem, options?: { readonly cause: unknown }) {
    super(reason, options)
    this.reason = reason
  }
}

export type ZippedFile = { readonly name: string; readonly bytes: Buffer }

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** The end record and the longest comment behind it. */
const longestEnd = 22 + 65_535
const stored = 0
const deflated = 8

/**
 * The files of a zip archive whose names `isWanted` (APPNOTE 6.3, without encryption and Zip64). What they unpack to is
 * counted while it is unpacked, never believed: a bomb stops at `maxBytes` for all files together.
 * @throws ZipError when the archive is broken, too large or packed in another way
 */
export function readZip(
  archive: Buffer,
  isWanted: (name: string) => boolean,
  maxBytes: number,
): ZippedFile[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < archive.length - longestEnd || end < 0 || archive.length < end + 22) throw broken()
  if (archive.readUInt32LE(end) !== endSignature) throw broken()
  const files: ZippedFile[] = []
  let at = archive.readUInt32LE(end + 16)
  let room = maxBytes
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > end || archive.readUInt32LE(at) !== entrySignature) throw broken()
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, nameEnd)
    if (isWanted(name)) {
      const bytes = unpack(archive, at, room)
      room -= bytes.length
      files.push({ name, bytes })
    }
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return files
}

function unpack(archive: Buffer, entry: number, room: number): Buffer {
  const method = archive.readUInt16LE(entry + 10)
  const header = archive.readUInt32LE(entry + 42)
  if (header + 30 > archive.length) throw broken()
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
  const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20))
  if (packed.length > room) throw tooLarge()
  if (method === stored) return packed
  if (method !== deflated) throw new ZipError('zipMethod')
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, room) })
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge()
    throw broken(cause)
  }
}

const tooLarge = () => new ZipError('zipTooLarge')
const broken = (cause?: unknown) => new ZipError('zipBroken', { cause })
