import { workForAll } from '#lib/runtime/database-work.ts'

/**
 * One run of a work for all who ask for it while the one before is under way. That one may have begun before they asked, so it is not
 * theirs: the next is.
 */
export function oneForAll<Made>(work: () => Promise<Made>): () => Promise<Made> {
  let under: Promise<Made> | null = null
  let following: Promise<Made> | null = null

  function begin(): Promise<Made> {
    following = null
    const begun = workForAll(work).finally(() => {
      if (under === begun) under = null
    })
    under = begun
    return begun
  }

  return () => {
    if (under === null) return begin()
    following ??= under.then(begin, begin)
    return following
  }
}
