import { fetchFeed } from './fetch-feed.ts'
import type { FetchFailure } from '#lib/documents/door/fetch-failure.ts'
import type { FetchOptions } from '#lib/documents/door/fetch-types.ts'
import { limitImage, type LimitedImage } from '#lib/documents/images/limit-image.ts'

/** A picture, or why there is none; `message` is for people. */
export type FetchedImage =
  | ({ readonly kind: 'image' } & LimitedImage)
  | {
      readonly kind: 'failed'
      readonly message: string
      /** The server was busy or silent: the picture may come a moment later. */
      readonly isPassing: boolean
    }

const limits = { timeoutMs: 10_000, maxBytes: 8_000_000, maxRedirects: 3 }
const accept = 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/x-icon'

/** Gets a picture of a posting through the guarded door, within limits of time, bytes and pixels. */
export async function fetchImage(
  url: string,
  options: Pick<FetchOptions, 'userAgent' | 'allowedPrivateNetworks' | 'resolve' | 'mayFollow'>,
): Promise<FetchedImage> {
  const answer = await fetchFeed({ url, etag: null, lastModified: null }, { ...options, ...limits, accept })
  switch (answer.kind) {
    case 'fetched': {
      const image = await limitImage(answer.body)
      return 'problem' in image
        ? { kind: 'failed', message: image.problem, isPassing: false }
        : { kind: 'image', ...image }
    }
    case 'failed':
      return { kind: 'failed', message: answer.message, isPassing: isPassing(answer) }
    case 'opted-out':
      return { kind: 'failed', message: answer.message, isPassing: false }
    case 'gone':
    case 'throttled':
    case 'not-modified':
      return {
        kind: 'failed',
        message: `The server answered with status ${answer.httpStatus ?? 'none'}.`,
        isPassing: answer.kind === 'throttled',
      }
    default:
      return answer satisfies never
  }
}

function isPassing({ errorKind, httpStatus }: FetchFailure): boolean {
  return httpStatus === null ? errorKind === 'timeout' || errorKind === 'connect' : httpStatus >= 500
}
