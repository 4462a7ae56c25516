import type { Fetched } from '#lib/documents/door/fetch-types.ts'

/** Nobody looks at a preview for longer; and what was a feed then is one still. */
const keptMs = 10 * 60_000
/** The addresses of some hundred searches. */
const mostKept = 2_000
/** An older document would hide, until the second check, what was published since. */
const freshMs = 2 * 60_000
/** Of all documents together. Each belongs to somebody who is about to subscribe. */
const mostBytes = 16_000_000

/**
 * The feeds that searches of this process found lately. Who subscribes to one has seen its preview: the publisher is not
 * asked again whether it is a feed, and the document of the preview is the first that is read.
 */
type FoundLately = {
  readonly add: (feeds: ReadonlyMap<string, Fetched | null>, now: number) => void
  readonly has: (url: string, now: number) => boolean
  /** The document that was found there, once; null: there is none, or it is too old. */
  readonly take: (url: string, now: number) => Fetched | null
}

type Found = { readonly at: number; document: Fetched | null }

/** Remembers addresses for ten minutes, and no more than 2,000 of them: the oldest go first. */
export function foundLately(): FoundLately {
  const foundAt = new Map<string, Found>()
  /** A clock that was set back makes nothing younger. */
  const isWithin = (found: Found, now: number, ms: number) => now >= found.at && now - found.at < ms
  function forgetDocuments(now: number): void {
    let bytes = 0
    for (const found of [...foundAt.values()].toReversed()) {
      bytes += found.document?.body.length ?? 0
      if (bytes > mostBytes || !isWithin(found, now, freshMs)) found.document = null
    }
  }
  return {
    add(feeds, now) {
      for (const [url, document] of feeds) {
        foundAt.delete(url)
        foundAt.set(url, { at: now, document })
      }
      for (const url of foundAt.keys()) {
        if (foundAt.size <= mostKept) break
        foundAt.delete(url)
      }
      forgetDocuments(now)
    },
    has(url, now) {
      const found = foundAt.get(url)
      return found !== undefined && isWithin(found, now, keptMs)
    },
    take(url, now) {
      forgetDocuments(now)
      const found = foundAt.get(url)
      if (found === undefined) return null
      const { document } = found
      found.document = null
      return document
    },
  }
}
