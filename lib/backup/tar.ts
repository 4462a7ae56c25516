const blockBytes = 512
/** The most that an entry may claim: PostgreSQL gives no row greater than this. */
const longestEntry = 1024 ** 3

export type TarEntry = { readonly name: string; readonly content: Buffer }

/** A file of a tar archive (POSIX ustar), for names of up to 100 ASCII characters, readable by its owner alone. */
export function* writeTarEntry({ name, content }: TarEntry, atSeconds: number): Generator<Buffer> {
  const header = Buffer.alloc(blockBytes)
  const put = (text: string, offset: number) => header.write(text, offset, 'latin1')
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  put(name, 0)
  put(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100) // mode, user, group
  put(`${octal(content.length, 11)}\0${octal(atSeconds, 11)}\0        0`, 124) // the sum counts itself as spaces
  put('ustar\x0000', 257)
  put(`${octal(sumOf(header), 6)}\0 `, 148)
  yield header
  yield content
  const rest = content.length % blockBytes
  if (rest > 0) yield Buffer.alloc(blockBytes - rest)
}

/** Two empty blocks end an archive. */
export const tarEnd = Buffer.alloc(2 * blockBytes)

/** The files of an archive in their order, each whole. @throws Error where the bytes are no such archive or end early */
export async function* readTar(bytes: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const chunks = bytes[Symbol.asyncIterator]()
  const take = takeFrom(chunks)
  for (;;) {
    const header = await take(blockBytes)
    if (header.every((byte) => byte === 0)) {
      while ((await chunks.next()).done !== true); // to the end, where the packing has its own sum
      return
    }
    const field = (from: number, to: number) => header.toString('latin1', from, to).replace(/[\0 ].*$/s, '')
    const sum = Number.parseInt(field(148, 156), 8)
    header.fill(' ', 148, 156)
    if (field(257, 262) !== 'ustar' || sum !== sumOf(header)) throw new Error('it is no archive')
    const size = Number.parseInt(field(124, 136), 8)
    if (!(size >= 0 && size <= longestEntry)) throw new Error('it holds an entry of no believable size')
    const content = await take(size)
    await take((blockBytes - (size % blockBytes)) % blockBytes)
    yield { name: field(0, 100), content }
  }
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte) => sum + byte, 0)
}

/** Gives a stream in pieces of the asked length. */
function takeFrom(chunks: AsyncIterator<Buffer>): (length: number) => Promise<Buffer> {
  let left: Buffer = Buffer.alloc(0)
  return async (length) => {
    const pieces: Buffer[] = []
    for (let missing = length; missing > 0;) {
      if (left.length === 0) {
        const next = await chunks.next()
        if (next.done === true) throw new Error('it ends too early')
        left = next.value
      }
      const piece = left.subarray(0, missing)
      left = left.subarray(piece.length)
      missing -= piece.length
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }
}
