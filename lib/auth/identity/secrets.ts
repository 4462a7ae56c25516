import { createHash, randomInt } from 'node:crypto'

/** Hash under which a random secret (token, invitation, link) is stored: SHA-256, hexadecimal. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Without letters and digits that are taken for each other: 0 o, 1 l i. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const groupLength = 4

/** A secret that people type: so many groups of four of 31 letters, 4.95 bits each. */
export function typedSecret(groups: number): string {
  const group = () =>
    Array.from({ length: groupLength }, () => letters[randomInt(letters.length)] ?? '').join('')
  return Array.from({ length: groups }, group).join('-')
}

/** A typed secret as it is compared: large letters, spaces and hyphens do not matter. */
export function plainTyped(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}
