import { describe, expect, it } from 'vitest'
import { checkedUrl, guardedLookup, isAllowedIp } from '#lib/documents/door/address-guard.ts'

const refused = [
  ...[
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.8.9.10',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...[
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '198.18.0.1',
    '168.63.129.16', // Azure's host
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
  ],
  ...[
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
  ],
  ...[
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
  ],
  ...['fec0::1', 'ff02::1', '3fff::1', '5f00::1', 'not an address', ''],
]
const publicOnes = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
]

describe('isAllowedIp', () => {
  it.each(refused)('refuses %s', (address) => {
    expect(isAllowedIp(address, [])).toBe(false)
  })
  it.each(publicOnes)('allows %s', (address) => {
    expect(isAllowedIp(address, [])).toBe(true)
  })
  it('allows what the operator allows, in whatever spelling, and nothing beside it', () => {
    expect(isAllowedIp('192.168.1.7', ['192.168.1.0/24', 'fd00::/8'])).toBe(true)
    expect(isAllowedIp('::ffff:192.168.1.7', ['192.168.1.0/24'])).toBe(true)
    expect(isAllowedIp('fd00::7', ['192.168.1.0/24', 'fd00::/8'])).toBe(true)
    expect(isAllowedIp('192.168.2.7', ['192.168.1.0/24', 'fd00::/8'])).toBe(false)
  })
})

describe('checkedUrl', () => {
  const refusalOf = (address: string, networks: readonly string[]) => {
    const checked = checkedUrl(address, networks)
    return checked instanceof URL ? null : checked.kind
  }
  it.each([
    ...[
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://0177.0.0.1/',
      'http://127.1/',
      'http://[::ffff:7f00:1]/',
    ],
    ...[
      'http://[::1]:8080/x',
      'http://0/',
      'https://169.254.169.254/latest/meta-data',
      'http://１２７.0.0.1/',
    ],
  ])('refuses the private address %s', (address) => {
    expect(refusalOf(address, [])).toBe('private-address')
  })
  it.each([
    ...[
      'ftp://example.org/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'http://user:word@example.org/',
      'http://user@example.org/',
    ],
    ...['http://example.org:22/', 'http://example.org:6379/', 'nonsense', ''],
  ])('refuses the address %s', (address) => {
    expect(refusalOf(address, ['0.0.0.0/0'])).toBe('bad-url')
  })
  it.each([
    'http://example.org/',
    'https://example.org:8443/feed',
    'http://example.org:8080/',
    'http://8.8.8.8/',
  ])('lets %s pass', (address) => {
    expect(refusalOf(address, [])).toBeNull()
  })
})

describe('guardedLookup', () => {
  const resolve = (networks: readonly string[]) =>
    new Promise<string>((done) => {
      guardedLookup(networks)('localhost', { family: 4 }, (error, address) =>
        done(error === null ? String(address) : error.message),
      )
    })
  it('refuses a name that resolves to a private address, unless its network is allowed', async () => {
    expect(await resolve([])).toMatch(/no public address/)
    expect(await resolve(['127.0.0.0/8'])).toBe('127.0.0.1')
  })
})
