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
 * The clues to look for in other sources: the posting's address, and the least hashes of its triples of words in four orders
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
  const hashes = hashWords(splitWords(text))
  for (const order of minima)
    clues.push({ clue: hashOf(`words ${order} ${leastOfTriples(hashes, order)}`), fingerprint })
  return clues
}

/**
 * A fingerprint of the pairs of words of a text: 64 bits of which few differ between texts alike (simhash,
 * Charikar 2002). Null for a text too short to tell.
 */
export function fingerprintOf(text: string): bigint | null {
  const words = splitWords(text)
  if (words.length < leastWords) return null
  const hashes = hashWords(words)
  const votes = new Int32Array(64)
  for (let at = 1; at < hashes.length; at++) {
    for (const half of [0, 1]) vote(votes, 32 * half, join(half, hashes, at - 1, 2))
  }
  let fingerprint = 0n
  votes.forEach((count, bit) => {
    if (count > 0) fingerprint |= 1n << BigInt(bit)
  })
  return BigInt.asIntN(64, fingerprint)
}

function vote(votes: Int32Array, from: number, token: number): void {
  for (let bit = 0; bit < 32; bit++)
    votes[from + bit] = (votes[from + bit] ?? 0) + 2 * ((token >>> bit) & 1) - 1
}

/** The least hash of the triples of words, in one of the orders. */
function leastOfTriples(hashes: Uint32Array, order: number): number {
  let least = Infinity
  for (let at = 0; at + 2 < hashes.length; at++) least = Math.min(least, join(order, hashes, at, 3))
  return least
}

/** Each word as 32 bits (MurmurHash3). It need not be safe: publishers may make their texts alike in any case. SHA-1 took eight times as long. */
function hashWords(words: readonly string[]): Uint32Array {
  return Uint32Array.from(words, (word) => {
    let hash = 0
    for (let at = 0; at < word.length; at++) hash = stir(hash, word.charCodeAt(at))
    return settle(hash ^ word.length)
  })
}

/** So many words that follow each other as 32 bits; each seed gives others. */
function join(seed: number, hashes: Uint32Array, from: number, count: number): number {
  let hash = Math.imul(seed + 1, 0x9e_37_79_b1)
  for (let at = from; at < from + count; at++) hash = stir(hash, hashes[at] ?? 0)
  return settle(hash)
}

function stir(hash: number, value: number): number {
  const turned = Math.imul(value, 0xcc_9e_2d_51)
  const mixed = hash ^ Math.imul((turned << 15) | (turned >>> 17), 0x1b_87_35_93)
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6_54_6b_64) | 0
}

function settle(hash: number): number {
  let settled = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  settled = Math.imul(settled ^ (settled >>> 13), 0xc2_b2_ae_35)
  return (settled ^ (settled >>> 16)) >>> 0
}

function hashOf(text: string): bigint {
  return hash('sha1', text, 'buffer').readBigInt64BE()
}

/** Home pages are linked by postings of all kinds. */
function isTelling(url: string): boolean {
  return !/^\/\/[^/]*(?:\/(?:index\.\w+)?)?$/.test(comparableUrl(url))
}
