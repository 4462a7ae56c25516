import { expect, test } from 'vitest'
import { matchTotp, periodAt, toBase32, totpAddress, totpCode } from '#lib/auth/sign-in/totp.ts'

const secret = new TextEncoder().encode('12345678901234567890')

// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i s the code is %s', (seconds, code) => {
  expect(totpCode(secret, periodAt(seconds * 1000))).toBe(code)
})

test('clocks may be off by one period, not by two', () => {
  const now = 1_234_567_890_000
  const at = (periods: number) => matchTotp(secret, totpCode(secret, periodAt(now) + periods), now)
  expect([-1, 0, 1].map(at)).toEqual([-1, 0, 1].map((periods) => periodAt(now) + periods))
  expect([-2, 2].map(at)).toEqual([null, null])
})

test.each(['', '00592', '0059244', 'abcdef'])('%j is no code', (code) => {
  expect(matchTotp(secret, code, 1_234_567_890_000)).toBeNull()
})

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is written %s', (text, written) => {
  expect(toBase32(new TextEncoder().encode(text))).toBe(written)
})

test('the address for the app names the server and the account', () => {
  const address = new URL(totpAddress(secret, 'ada+news@example.org'))
  expect(decodeURIComponent(address.pathname)).toBe('/Skylark:ada+news@example.org')
  expect(address.searchParams.get('secret')).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(address.searchParams.get('issuer')).toBe('Skylark')
})
