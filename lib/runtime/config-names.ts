import { adviceOnForeign } from './foreign-names.ts'

/** Shorter names are too near to others that mean something else: PORT, HOST. */
const leastLength = 8
/** From these lengths on two letters may differ, and three: so long a name is hardly another program's by chance. TRUSTED_PROXY is three off. */
const longNames = [12, 15] as const
const mostDifferent = 1 + longNames.length
/** Other programs have their name before each variable, and so somebody may think that ours have it. */
const prefix = 'SKYLARK_'

/**
 * Names that were meant for us and are none of ours, with the nearest of ours: AUTH_SECRTE would leave the secret to chance. The system has variables
 * of its own, whose names we cannot judge: ours by mistake is one that begins with SKYLARK_, or is a letter or two off one of ours that is
 * not set, or lacks its last words (IMAGE_CACHE), or what other programs call the same.
 */
export function misspelt(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): string[] {
  const known = names.flatMap((name) => [name, `${name}_FILE`])
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || env[name] === '') return []
    const foreign = adviceOnForeign(env, name)
    if (foreign !== null) return [foreign]
    const isOurs = name.toUpperCase().startsWith(prefix)
    const text = (isOurs ? name.slice(prefix.length) : name).toUpperCase()
    const near = known
      .filter((each) => isOurs || (env[each] === undefined && mayBeNear(text, each)))
      .map((each) => ({ each, distance: distanceOf(text, each) }))
      .filter(({ each, distance }) => isOurs || isNear(text, each, distance))
      .toSorted((a, b) => a.distance - b.distance)[0]
    return near === undefined ? [] : [`${name} is not known: is ${near.each} meant?`]
  })
}

/** Most names differ by more letters in length than may differ at all: their distance, which takes long, is not asked for. */
function mayBeNear(name: string, other: string): boolean {
  return isCut(name, other) || Math.abs(name.length - other.length) <= mostDifferent
}

function isNear(name: string, other: string, distance: number): boolean {
  if (other.length < leastLength) return false
  return isCut(name, other) || distance <= 1 + longNames.filter((length) => other.length >= length).length
}

function isCut(name: string, other: string): boolean {
  return name.includes('_') && other.startsWith(`${name}_`)
}

/** Letters changed, left out or put in, or two neighbours exchanged, that make one name of another (optimal string alignment). */
function distanceOf(name: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= name.length; i += 1) {
    const [before = [], twoBefore = []] = [rows[i - 1], rows[i - 2]]
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = name[i - 1] === other[j - 1]
      const isExchanged = i > 1 && j > 1 && name[i - 1] === other[j - 2] && name[i - 2] === other[j - 1]
      row[j] = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (twoBefore[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}
