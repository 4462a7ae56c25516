/** Shorter names are too near to others that mean something else: PORT, HOST. */
const leastLength = 8

/** Names that are one letter off one of ours, which is not set: AUTH_SECRTE would leave the secret to chance. */
export function misspelt(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): string[] {
  const known = names.flatMap((name) => [name, `${name}_FILE`])
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return []
    const meant = known.find((each) => env[each] === undefined && isNearly(name, each))
    return meant === undefined ? [] : [`${name} is not known: is ${meant} meant?`]
  })
}

/** Whether a name is another with one letter changed, left out or put in, or two neighbours exchanged. */
function isNearly(name: string, other: string): boolean {
  if (other.length < leastLength || name === other || Math.abs(name.length - other.length) > 1) return false
  let start = 0
  while (start < name.length && name[start] === other[start]) start += 1
  const [rest, otherRest] = [name.slice(start), other.slice(start)]
  if (rest.slice(1) === otherRest.slice(1) || rest.slice(1) === otherRest || rest === otherRest.slice(1))
    return true
  const exchanged = `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`
  return exchanged === otherRest
}
