import { expect, test } from 'vitest'
import { cleanAddress, withoutTracking } from '#lib/documents/html/clean-address.ts'
import { comparableUrl } from '#lib/documents/door/normalise-url.ts'

test.each([
  ['https://a.example/x?utm_source=rss&utm_medium=feed', 'https://a.example/x'],
  ['https://a.example/x?id=7&utm_campaign=y#part', 'https://a.example/x?id=7#part'],
  ['https://a.example/x?fbclid=1&gclid=2&mc_eid=3&mc_cid=4&msclkid=5', 'https://a.example/x'],
  ['https://a.example/x?_ga=1&mtm_campaign=2&at_link_id=3&page=2', 'https://a.example/x?page=2'],
  ['https://a.example/?UTM_Source=x', 'https://a.example/'],
])('%s loses its trackers', (address, clean) => {
  expect(cleanAddress(address)).toBe(clean)
  expect(cleanAddress(clean)).toBe(clean)
})

test.each([
  'https://a.example/x',
  'https://a.example/x?utm=1',
  'https://a.example/x?ref=home&gatherer=1',
  'https://a.example/x?q=a%20b+c&utmost=%C3%A4',
  'https://a.example/x?',
  'urn:uuid:1?utm_source=2',
  'not an address?utm_source=x',
])('%s stays byte for byte', (address) => {
  if (address.startsWith('urn')) return expect(cleanAddress(address)).toBe('urn:uuid:1')
  expect(cleanAddress(address)).toBe(address)
})

test('identity disregards a part of what is not shown, and that part alone', () => {
  expect(withoutTracking('https://a.example/x?utm_source=1&_ga=2')).toBe('https://a.example/x?_ga=2')
  expect(comparableUrl('https://a.example/x?utm_source=1')).toBe(comparableUrl('http://a.example/x'))
  expect(comparableUrl('https://a.example/x?_ga=1')).not.toBe(comparableUrl('https://a.example/x'))
})
