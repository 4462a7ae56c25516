import { hash } from 'node:crypto'
import { splitWords } from './likeness.ts'
import { comparableUrl } from '#lib/documents/door/normalise-url.ts'

/** Something that the same story in another source would share. */
export type Clue = {
  /** 64 bits, as a signed number. */
  readonly clue: bigint
  /** Of the words; null in the clue of an address. Alike where few bits differ. */
  readonly fingerprint: bigint | null
}

/** Fewer words than this are no evidence: "Photo of the day". */
const leastWords = 12
/** Texts of which 70 % of the triples agree share one of four minima in 99 of 100 cases: 1 − (1 − 0.7)⁴. */
const minima = [0, 1, 2, 3] as const

/**
 * What to look for in other sources: the posting's address, and the least hashes of its triples of words in four orders
 * (min-hash, Broder 1997). Who shares one of these is a candidate, which the fingerprint confirms.
 */
export function cluesOf(posting: {
  readonly url: string | null
  readonly title: string
  readonly excerpt: string
}): Clue[] {
  const text = `${posting.title} ${posting.excerpt}`
  const fingerprint = fingerprintOf(text)
  const clues: Clue[] = []
  if (posting.url !== null && isTelling(posting.url))
    clues.push({ clue: hashOf(`address ${comparableUrl(posting.url)}`), fingerprint: null })
  if (fingerprint === null) return clues
  const hashes = triplesOf(splitWords(text)).map((triple) => hash('sha1', triple, 'buffer'))
  for (const order of minima) {
    const least = hashes.reduce((found, one) => Math.min(found, one.readUInt32BE(4 * order)), Infinity)
    clues.push({ clue: hashOf(`words ${order} ${least}`), fingerprint })
  }
  return clues
}

/**
 * A fingerprint of the pairs of words of a text: 64 bits of which few differ between texts alike (simhash,
 * Charikar 2002). Null for a text too short to tell.
 */
export function fingerprintOf(text: string): bigint | null {
  const words = splitWords(text)
  if (words.length < leastWords) return null
  const votes = new Array<number>(64).fill(0)
  words
    .slice(1)
    .forEach((word, index) => vote(votes, hash('sha1', `${words[index] ?? ''} ${word}`, 'buffer')))
  let fingerprint = 0n
  votes.forEach((count, bit) => {
    if (count > 0) fingerprint |= 1n << BigInt(bit)
  })
  return BigInt.asIntN(64, fingerprint)
}

function vote(votes: number[], token: Buffer): void {
  for (let bit = 0; bit < 64; bit++) {
    const isSet = ((token[bit >> 3] ?? 0) >> (bit & 7)) & 1
    votes[bit] = (votes[bit] ?? 0) + (isSet === 1 ? 1 : -1)
  }
}

function hashOf(text: string): bigint {
  return hash('sha1', text, 'buffer').readBigInt64BE()
}

function triplesOf(words: readonly string[]): string[] {
  return words.slice(2).map((word, index) => `${words[index] ?? ''} ${words[index + 1] ?? ''} ${word}`)
}

/** Home pages are linked by postings of all kinds. */
function isTelling(url: string): boolean {
  return !/^\/\/[^/]*(?:\/(?:index\.\w+)?)?$/.test(comparableUrl(url))
}
