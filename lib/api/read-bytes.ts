import { ApiError } from './errors.ts'

/**
 * Reads a body without keeping, or asking the sender for, more than `maxBytes` of it.
 * @throws ApiError too_large as soon as more than that has come; the rest is not read
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new ApiError('too_large', 'tooLarge', { values: { size: textOf(maxBytes) } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function textOf(bytes: number): string {
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1_000} kB`
}
