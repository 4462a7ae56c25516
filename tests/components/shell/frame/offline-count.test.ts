import { afterEach, expect, test, vi } from 'vitest'
import { readOfflineCount, writeOfflineCount } from '#components/shell/frame/offline-count.ts'

afterEach(() => vi.unstubAllGlobals())

test('a browser that keeps nothing for us keeps the usual number of postings, and choosing one throws nothing', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('window', Object.defineProperty({}, 'localStorage', { get: forbidden }))
  expect(readOfflineCount()).toBe(200)
  expect(() => writeOfflineCount(50)).not.toThrow()
})

test('a full browser throws nothing, either, and only known numbers are read', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('window', { localStorage: { getItem: () => '7', setItem: full } })
  expect(readOfflineCount()).toBe(200)
  expect(() => writeOfflineCount(50)).not.toThrow()
})
