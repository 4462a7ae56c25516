import { expect, test } from 'vitest'
import { placeOfValue, startValueOf, valueInAddress, valueOfPlace } from '#components/outputs/place-value.ts'

test.each([
  ['all', { kind: 'all' }],
  ['starred', { kind: 'starred' }],
  ['folder:7', { kind: 'folder', folderId: 7 }],
  ['label:8', { kind: 'label', labelId: 8 }],
  ['view:9', { kind: 'view', viewId: 9 }],
])('%s is a place, and back', (value, place) => {
  expect(placeOfValue(value)).toEqual(place)
  const [kind, id] = value.split(':')
  const item = { kind: kind as 'all', id: id === undefined ? null : Number(id), name: null, isGone: false }
  expect(valueOfPlace(item)).toBe(value)
  expect(startValueOf(item)).toBe(value)
})

test.each(['', 'folder', 'folder:', 'folder:x', 'folder:0', 'source:1', 'all:1:2'])('%o is none', (value) => {
  expect(placeOfValue(value)).toBeNull()
})

test('a form of what is gone begins with nothing chosen', () => {
  expect(startValueOf({ kind: 'folder', id: null, name: null, isGone: true })).toBe('')
})

test.each([
  ['folder=7', 'folder:7'],
  ['label=8&x=1', 'label:8'],
  ['view=9', 'view:9'],
  ['starred=1', 'starred'],
  ['folder=x', null],
  ['', null],
])('an address with %o asks for %o', (search, value) => {
  expect(valueInAddress(new URLSearchParams(search))).toBe(value)
})
