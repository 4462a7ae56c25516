import { ApiError } from '#lib/api/errors.ts'

/** Reads a body that is no JSON, without keeping more than `maxBytes` of it. @throws ApiError too_large */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes)
      throw new ApiError('too_large', `The document is larger than ${maxBytes / 1_000_000} MB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
