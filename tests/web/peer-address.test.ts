import { expect, test } from 'vitest'
import { peerAddress, trustedProxies } from '#lib/web/peer-address.ts'

const none = trustedProxies([])
const own = trustedProxies(['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8'])

test.each(['203.0.113.1', '203.0.113.1, 127.0.0.1', 'nonsense', '', undefined])(
  'without a proxy of ours, X-Forwarded-For %j is what the client claims',
  (forwarded) => {
    expect(peerAddress('198.51.100.7', forwarded, none)).toBe('198.51.100.7')
    expect(peerAddress('198.51.100.7', forwarded, own)).toBe('198.51.100.7')
  },
)

test('from a proxy of ours it is believed', () => {
  expect(peerAddress('127.0.0.1', '203.0.113.1', own)).toBe('203.0.113.1')
  expect(peerAddress('::ffff:127.0.0.1', '203.0.113.1:4711', own)).toBe('203.0.113.1')
  expect(peerAddress('fd00::7', '[2001:db8::1]:4711', own)).toBe('2001:db8::1')
})

test('what the client wrote before it is not', () => {
  expect(peerAddress('127.0.0.1', '192.0.2.66, 203.0.113.1', own)).toBe('203.0.113.1')
  expect(peerAddress('127.0.0.1', '10.1.1.1, 203.0.113.1, 10.2.3.4', own)).toBe('203.0.113.1')
})

test('where nothing before is an address, the last one known is taken', () => {
  expect(peerAddress('127.0.0.1', 'unknown', own)).toBe('127.0.0.1')
  expect(peerAddress('127.0.0.1', undefined, own)).toBe('127.0.0.1')
  expect(peerAddress('127.0.0.1', '203.0.113.1, x, 10.0.0.1', own)).toBe('10.0.0.1')
})
