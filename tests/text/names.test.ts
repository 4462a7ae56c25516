import { expect, test } from 'vitest'
import { cutName, longestName } from '#lib/text/names.ts'

test('a name that another program gave is cut to the length of ours, and no sign in two', () => {
  expect(cutName('Boats', 'folder')).toBe('Boats')
  expect(cutName('a'.repeat(101), 'folder')).toBe('a'.repeat(100))
  expect(cutName(`${'a'.repeat(longestName.label - 1)}🚤`, 'label')).toBe('a'.repeat(49))
  expect(cutName(`${'a'.repeat(99)} b`, 'folder')).toBe('a'.repeat(99))
})
