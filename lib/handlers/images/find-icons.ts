import { ApiError } from '#lib/api/http/errors.ts'
import type { FetchedImage } from '#lib/documents/fetch/fetch-image.ts'
import { findImage, loadImage, mayFetchMore } from './load-image.ts'

/** Fetched behind one answer; with more of them missing, the next answers bring the others. */
const mostAtOnce = 20

/** Of the pictures for one answer. A publisher names what it likes as its icon, of 8 MB at most, and an account has thousands of feeds. */
const mostBytes = 12_000_000

/**
 * The pictures at these addresses that were fetched before, as base64 with their type, as far as they have room in one answer; some others are
 * fetched for the next time.
 */
export async function findIcons(addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  const missing: string[] = []
  let bytes = 0
  for (const address of addresses) {
    if (bytes > mostBytes) break
    const image = await findImage(address)
    if (image === null) missing.push(address)
    else if (image.kind === 'image') {
      bytes += image.bytes.length
      if (bytes <= mostBytes) found.set(address, asText(image))
    }
  }
  for (const address of missing.slice(0, mostAtOnce)) void loadImage(address).catch(() => null)
  return found
}

/**
 * The picture at an address as base64 with its type, fetched for a subscriber where it is not kept here; null: there is none.
 * @throws ApiError too_many_requests where the subscriber asked for too many, or too many wait
 */
export async function fetchIcon(subscriberId: string, address: string): Promise<string | null> {
  const kept = await findImage(address)
  if (kept === null && !(await mayFetchMore(subscriberId))) throw tooMany(60)
  const image = kept ?? (await loadImage(address))
  if (image === null) throw tooMany(10)
  return image.kind === 'image' ? asText(image) : null
}

function tooMany(seconds: number): ApiError {
  return new ApiError('too_many_requests', 'rateLimited', {
    values: { seconds },
    retryAfterMs: seconds * 1000,
  })
}

function asText({ type, bytes }: Extract<FetchedImage, { readonly kind: 'image' }>): string {
  return `${type};base64,${Buffer.from(bytes).toString('base64')}`
}
