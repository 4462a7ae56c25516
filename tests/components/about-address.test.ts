import { expect, test } from 'vitest'
import { parseAbout } from '#components/alerts/about-address.ts'
import { alertAbout } from '#lib/api/alerts/alerts.ts'

test.each([
  [{ source: '1' }, { kind: 'source', sourceId: 1 }],
  [{ folder: '2' }, { kind: 'folder', folderId: 2 }],
  [{ view: '3' }, { kind: 'view', viewId: 3 }],
  [
    { q: 'rail', folder: '2' },
    { kind: 'query', query: 'rail', folderId: 2 },
  ],
  [
    { view: 'x', source: '1' },
    { kind: 'source', sourceId: 1 },
  ],
])('the address with %o asks for an alert that the API takes', (address, about) => {
  expect(parseAbout(address)).toEqual(about)
  expect(alertAbout.parse(about)).toEqual(about)
})

test.each([
  {},
  { source: '0' },
  { source: '2147483648' },
  { q: 'storm', source: 'x' },
  { view: '-1' },
  { folder: ['1', '2'] },
  { page: '7' },
])('the address with %o asks for none', (address) => {
  expect(parseAbout(address)).toBeNull()
})
