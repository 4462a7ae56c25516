import { afterEach, expect, test, vi } from 'vitest'
import { readUsed, rememberUsed } from '#components/palette/used-commands.ts'

afterEach(() => vi.unstubAllGlobals())

test('commands are remembered, the last one first, and what else is stored there is none', () => {
  const stored = new Map<string, string>()
  const localStorage = {
    getItem: (place: string) => stored.get(place) ?? null,
    setItem: (place: string, text: string) => void stored.set(place, text),
  }
  vi.stubGlobal('window', { localStorage })
  rememberUsed('one')
  rememberUsed('two')
  rememberUsed('one')
  expect(readUsed()).toEqual(['one', 'two'])
  for (const text of ['{', '{}', '[1]']) {
    stored.set('commands-used', text)
    expect(readUsed()).toEqual([])
  }
})

test('a page that an earlier version remembered with the key of its name is known by its address', () => {
  const text = JSON.stringify(['/settings/general#theme pageTheme', 'theme light', '/?q=', 'folder 3'])
  vi.stubGlobal('window', { localStorage: { getItem: () => text } })
  expect(readUsed()).toEqual(['/settings/general#theme', 'theme light', '/?q=', 'folder 3'])
})

test('without storage there is no memory, and nothing breaks', () => {
  vi.stubGlobal('window', {
    get localStorage(): never {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  })
  expect(readUsed()).toEqual([])
  expect(() => rememberUsed('one')).not.toThrow()
})
