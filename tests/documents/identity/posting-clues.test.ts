import { describe, expect, it } from 'vitest'
import { cluesOf, fingerprintOf } from '#lib/documents/identity/posting-clues.ts'

const text = `The harbour authority said on Monday that the old swing bridge will be closed for repairs until the end of
May, and that ships have to wait for high water to pass through the northern lock instead`

function differingBits(one: string, other: string): number {
  const a = fingerprintOf(one)
  const b = fingerprintOf(other)
  if (a === null || b === null) throw new Error('too short')
  return BigInt.asUintN(64, a ^ b)
    .toString(2)
    .replaceAll('0', '').length
}

describe('fingerprintOf', () => {
  it('is the same whatever the case, punctuation and line ends, and far from that of another text', () => {
    expect(differingBits(text, text.toUpperCase().replaceAll(',', ' –').replace('\n', ' '))).toBe(0)
    const other = text
      .split(' ')
      .map((word) => [...word].toReversed().join(''))
      .join(' ')
    expect(differingBits(text, other)).toBeGreaterThan(15)
    expect(differingBits(text, `${text} and more`)).toBeLessThanOrEqual(10)
  })
  it('says nothing of a text too short to tell', () => {
    expect(fingerprintOf('Photo of the day')).toBeNull()
  })
})

describe('cluesOf', () => {
  const clues = (url: string | null, words = text) => cluesOf({ url, title: 'Bridge', excerpt: words })
  it('shares the clue of an address over schemes and trackers, and has none for a home page', () => {
    const [first] = clues('https://e.org/bridge?utm_source=a', '')
    expect(first).toEqual(clues('http://e.org/bridge', '')[0])
    expect(clues('https://e.org/', '')).toEqual([])
    expect(clues(null, '')).toEqual([])
  })
  it('shares a clue of words with a text that was shortened, and none with one of the same words in another order', () => {
    const shares = (other: string) => {
      const others = new Set(clues(null, other).map(({ clue }) => clue))
      return clues(null).some(({ clue }) => others.has(clue))
    }
    expect(shares(text.replace(/ pass through.*$/, ''))).toBe(true)
    expect(shares(text.split(/\s+/).toSorted().join(' '))).toBe(false)
    expect(clues(null)).toHaveLength(4)
  })
})
