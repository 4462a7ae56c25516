import { expect, test } from 'vitest'
import { parseSourcesAddress } from '#components/admin/sources/parse-sources-address.ts'
import { sourcesAddress, sourcesFileAddress } from '#components/admin/sources/sources-address.ts'
import { adminSourcesQuery } from '#lib/api/server/admin.ts'

const usual = adminSourcesQuery.parse({})

test('the address of the admin’s list holds only what differs from the usual, and reads back the same', () => {
  expect(sourcesAddress(usual)).toBe('/admin/sources')
  const query = {
    ...usual,
    search: 'a&b=ü',
    state: 'failing',
    sort: 'delay',
    direction: 'asc',
    page: 3,
  } as const
  const address = sourcesAddress(query)
  expect(address).toBe('/admin/sources?search=a%26b%3D%C3%BC&state=failing&sort=delay&direction=asc&page=3')
  const parameters = Object.fromEntries(new URL(address, 'http://localhost').searchParams)
  expect(parseSourcesAddress(parameters)).toEqual(query)
})

test('a wrong part of the address falls back to the usual and leaves the others alone', () => {
  const wrong = { state: 'nonsense', page: '-1', sort: ['weight', 'delay'], search: 'rail' }
  expect(parseSourcesAddress(wrong)).toEqual({ ...usual, search: 'rail' })
})

test('the file of a list holds what the list shows, of all pages', () => {
  const query = { ...usual, search: 'delay:>30m', page: 7 }
  expect(sourcesFileAddress(query)).toBe('/api/v1/admin/sources/csv?search=delay%3A%3E30m')
  expect(sourcesFileAddress(usual)).toBe('/api/v1/admin/sources/csv')
})
