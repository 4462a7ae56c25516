import { describe, expect, test } from 'vitest'
import type { Fetched } from '#lib/documents/door/fetch-types.ts'
import { foundLately, type Preview } from '#lib/handlers/discover/found-lately.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000

function previewOf(bytes: number, fetchedAt: number): Preview {
  const document: Fetched = {
    kind: 'fetched',
    httpStatus: 200,
    finalUrl: 'https://a.example/feed',
    permanentUrl: null,
    serverAt: null,
    bytes,
    isDelta: false,
    body: Buffer.alloc(bytes),
    contentType: null,
    etag: null,
    lastModified: null,
    cacheHints: { maxAgeMs: null, expiresAt: null },
    linkHeader: null,
  }
  return { document, fetchedAt }
}

/** The finds one after the other, of so many million bytes each: which of them are there still? */
function keptOf(...megabytes: number[]): boolean[] {
  const found = foundLately()
  const names = megabytes.map((_, index) => `feed-${index}`)
  for (const [index, size] of megabytes.entries())
    found.add(`feed-${index}`, previewOf(size * 1_000_000, referenceAt), referenceAt)
  expect(names.filter((name) => !found.has(name, referenceAt))).toEqual([])
  return names.map((name) => found.previewOf(name, referenceAt) !== null)
}

describe('what searches found lately', () => {
  test('has a document for two minutes after it was fetched, and its address for ten', () => {
    const found = foundLately()
    const preview = previewOf(1, referenceAt)
    const now = referenceAt + 5_000 // the search took so long
    found.add('a', preview, now)
    expect(found.previewOf('a', referenceAt + 2 * minuteMs - 1)).toBe(preview)
    expect(found.previewOf('a', referenceAt + 2 * minuteMs)).toBeNull()
    expect(found.has('a', now + 10 * minuteMs - 1)).toBe(true)
    expect(found.has('a', now + 10 * minuteMs)).toBe(false)
    expect(found.previewOf('b', now)).toBeNull()
  })

  test('gives a document to one who reads it, and keeps the address', () => {
    const found = foundLately()
    found.add('a', previewOf(1, referenceAt), referenceAt)
    found.forgetPreview('a')
    found.forgetPreview('b')
    expect(found.previewOf('a', referenceAt)).toBeNull()
    expect(found.has('a', referenceAt)).toBe(true)
  })

  test('takes nothing for young because the clock was set back', () => {
    const found = foundLately()
    found.add('a', previewOf(1, referenceAt), referenceAt)
    expect(found.previewOf('a', referenceAt - minuteMs)).toBeNull()
    expect(found.has('a', referenceAt - minuteMs)).toBe(false)
  })

  test.each([
    ['sixteen million bytes in all', [8, 8], [true, true]],
    ['the newest ones where there is no room for all', [8, 4, 8], [false, true, true]],
    ['the others where one alone is larger than the room', [2, 2, 17], [true, true, false]],
    ['older ones that are small besides one that has no room', [2, 10, 10], [true, false, true]],
  ])('keeps %s', (_, megabytes, kept) => {
    expect(keptOf(...megabytes)).toEqual(kept)
  })

  test('remembers the last two thousand addresses', () => {
    const found = foundLately()
    for (let n = 0; n <= 2_000; n += 1) found.add(`feed-${n}`, previewOf(0, referenceAt), referenceAt)
    expect([0, 1, 2_000].map((n) => found.has(`feed-${n}`, referenceAt))).toEqual([false, true, true])
  })
})
