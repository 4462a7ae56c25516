import { pick } from './seed-texts.ts'

/** The number of postings that each source gets. */
export type SeedShares = {
  /** by index of the source */
  readonly postings: readonly number[]
  /** by index of the subscribed sources, which come first: how many of these are unread */
  readonly unread: readonly number[]
}

/** Some sources publish fifty times what others do. */
const spread = 4
/** Postings of subscribed sources, for each that is to be unread: the rest is read. */
const beyondUnread = 1.1

/**
 * Splits postings over sources, unevenly; the first `subscriptions` sources get at least what is to be unread and a
 * tenth more, and the newest of each are unread, so that the sum is right to one.
 */
export function shareOut(
  counts: {
    readonly sources: number
    readonly postings: number
    readonly subscriptions: number
    readonly unread: number
  },
  random: () => number,
): SeedShares {
  const { sources, postings, subscriptions, unread } = counts
  const fair = (postings * subscriptions) / sources
  const own = subscriptions === 0 ? 0 : Math.min(postings, Math.max(fair, Math.ceil(unread * beyondUnread)))
  const weights = (length: number) => Array.from({ length }, () => Math.exp(spread * (random() - 0.5)))
  const ownPostings = split(Math.round(own), weights(subscriptions))
  const others = split(postings - Math.round(own), weights(sources - subscriptions))
  return { postings: [...ownPostings, ...others], unread: split(unread, ownPostings) }
}

/** Whole numbers in proportion to weights that add up to a total. */
function split(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  let [given, passed] = [0, 0]
  return weights.map((weight) => {
    passed += weight
    const upTo = Math.round((total * passed) / sum)
    const share = upTo - given
    given = upTo
    return share
  })
}

/** The sources of all postings, in a drawn order: indexes of sources, each as often as it has postings. */
export function drawOrder(postings: readonly number[], random: () => number): Uint32Array {
  const order = new Uint32Array(postings.reduce((a, b) => a + b, 0))
  let at = 0
  postings.forEach((count, source) => {
    order.fill(source, at, at + count)
    at += count
  })
  for (let index = order.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const kept = order[index] ?? 0
    order[index] = order[other] ?? 0
    order[other] = kept
  }
  return order
}

/** A name for a source. */
export function makeName(words: readonly string[], random: () => number): string {
  return `${pick(words.slice(20, 3000), random)} ${pick(words.slice(20, 3000), random)}`
}
