import type { Fetched } from '#lib/documents/door/fetch-types.ts'

/** Nobody looks at a preview for longer; and what was a feed then is one still. */
const keptMs = 10 * 60_000
/** The addresses of some hundred searches. */
const mostKept = 2_000
/** An older document would hide, until the second check, what was published since. */
const freshMs = 2 * 60_000
/** Of all documents together. Each belongs to somebody who is about to subscribe. */
const mostBytes = 16_000_000

/** The answer of a feed to a search, and its time. */
export type Preview = { readonly document: Fetched; readonly fetchedAt: number }

/**
 * The feeds that searches of this process found lately. Who subscribes to one has seen its preview: the publisher is not
 * asked again whether it is a feed, and the document of the preview is the first that is read.
 */
type FoundLately = {
  readonly add: (url: string, preview: Preview, now: number) => void
  readonly has: (url: string, now: number) => boolean
  /** Null: none is kept, or it is too old. */
  readonly previewOf: (url: string, now: number) => Preview | null
  /** Gives a document up, which somebody reads now; its address stays known. */
  readonly forgetPreview: (url: string) => void
}

type Found = { readonly at: number; preview: Preview | null }

/** Remembers addresses for ten minutes, and no more than 2,000 of them: the oldest go first. */
export function foundLately(): FoundLately {
  const foundAt = new Map<string, Found>()
  /** A clock that was set back makes nothing younger. */
  const isWithin = (at: number, now: number, ms: number) => now >= at && now - at < ms
  /** A document without room beside the newer ones leaves that room to older and smaller ones. */
  function forgetDocuments(now: number): void {
    let room = mostBytes
    for (const found of [...foundAt.values()].toReversed()) {
      if (found.preview === null) continue
      const { document, fetchedAt } = found.preview
      const isKept = document.body.length <= room && isWithin(fetchedAt, now, freshMs)
      if (isKept) room -= document.body.length
      else found.preview = null
    }
  }
  return {
    add(url, preview, now) {
      foundAt.delete(url)
      foundAt.set(url, { at: now, preview })
      for (const oldest of foundAt.keys()) {
        if (foundAt.size <= mostKept) break
        foundAt.delete(oldest)
      }
      forgetDocuments(now)
    },
    has(url, now) {
      const found = foundAt.get(url)
      return found !== undefined && isWithin(found.at, now, keptMs)
    },
    previewOf(url, now) {
      const preview = foundAt.get(url)?.preview ?? null
      return preview !== null && isWithin(preview.fetchedAt, now, freshMs) ? preview : null
    },
    forgetPreview(url) {
      const found = foundAt.get(url)
      if (found !== undefined) found.preview = null
    },
  }
}
