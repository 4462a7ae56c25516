import { periodAt, totpCode } from '#lib/auth/sign-in/totp.ts'

/** The code that an app with this key (base32, spaces do not matter) shows, some periods from now. */
export function codeOf(key: string, periods = 0): string {
  return totpCode(fromBase32(key.replaceAll(' ', '')), periodAt(Date.now()) + periods)
}

/** The bytes of a key. */
export function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
