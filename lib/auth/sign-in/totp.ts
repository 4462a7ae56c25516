import { createHmac, timingSafeEqual } from 'node:crypto'

/** Length of a period, in seconds; what every app assumes. */
const periodSeconds = 30
const digits = 6
/** Clocks of phones are off by less than this many periods, each way. */
const tolerance = 1

/** The code of a period (RFC 6238, SHA-1, 6 digits), as the app with that secret shows it. */
export function totpCode(secret: Uint8Array, period: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(period))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The period that an instant (ms) lies in. */
export function periodAt(now: number): number {
  return Math.floor(now / 1000 / periodSeconds)
}

/** The period whose code this is, of the present one and its neighbours; null when it is none of them. */
export function matchTotp(secret: Uint8Array, code: string, now: number): number | null {
  const given = Buffer.from(code)
  const present = periodAt(now)
  let found: number | null = null
  // All are compared, however early one fits: the time says nothing.
  for (let period = present - tolerance; period <= present + tolerance; period += 1) {
    const expected = Buffer.from(totpCode(secret, period))
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = period
  }
  return found
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding: the form in which apps take a secret that is typed. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => base32Letters[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '')
    .join('')
}

/** The address in the QR code for the app. */
export function totpAddress(secret: Uint8Array, account: string): string {
  const label = encodeURIComponent(`Skylark:${account}`)
  const parameters = new URLSearchParams({
    secret: toBase32(secret),
    issuer: 'Skylark',
    algorithm: 'SHA1',
    digits: String(digits),
    period: String(periodSeconds),
  })
  return `otpauth://totp/${label}?${parameters}`
}
