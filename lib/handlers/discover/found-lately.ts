/** Nobody looks at a preview for longer; and what was a feed then is one still. */
const keptMs = 10 * 60_000
/** The addresses of some hundred searches. */
const mostKept = 2_000

/**
 * The addresses of feeds that searches of this process found lately. Who subscribes to one has seen its preview: the
 * publisher is not asked again whether it is a feed, only by the first poll.
 */
type FoundLately = {
  readonly add: (urls: readonly string[], now: number) => void
  readonly has: (url: string, now: number) => boolean
}

/** Remembers addresses for ten minutes, and no more than 2,000 of them: the oldest go first. */
export function foundLately(): FoundLately {
  const foundAt = new Map<string, number>()
  return {
    add(urls, now) {
      for (const url of urls) {
        foundAt.delete(url)
        foundAt.set(url, now)
      }
      for (const url of foundAt.keys()) {
        if (foundAt.size <= mostKept) break
        foundAt.delete(url)
      }
    },
    has(url, now) {
      const at = foundAt.get(url)
      // A clock that was set back makes it no younger.
      return at !== undefined && now >= at && now - at < keptMs
    },
  }
}
