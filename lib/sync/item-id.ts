const prefix = 'tag:google.com,2005:reader/item/'

/**
 * The number of a posting in any spelling that apps send: the long form, its hexadecimal digits padded or not; sixteen
 * hexadecimal digits alone (Reeder), or fewer with a letter among them; decimal, which Google's are signed in (Liferea, Fluent Reader). Ours have fifteen digits at most
 * (a ceiling of the sequence), so that sixteen are never decimal. Null: none of these.
 */
export function parseItemId(text: string): bigint | null {
  if (text.startsWith('tag:')) {
    const digits = /^tag:[^/]*\/item\/([0-9a-f]{1,16})$/i.exec(text)?.[1]
    return digits === undefined ? null : BigInt.asIntN(64, BigInt(`0x${digits}`))
  }
  const isHex = /^[0-9a-f]{16}$/i.test(text) || /^(?=.*[a-f])[0-9a-f]{1,15}$/i.test(text)
  if (isHex) return BigInt.asIntN(64, BigInt(`0x${text}`))
  if (!/^-?\d{1,19}$/.test(text)) return null
  const id = BigInt(text)
  return BigInt.asIntN(64, id) === id ? id : null
}

/** The long form: sixteen hexadecimal digits of the unsigned number behind a prefix. */
export function longItemId(id: bigint): string {
  return `${prefix}${BigInt.asUintN(64, id).toString(16).padStart(16, '0')}`
}
