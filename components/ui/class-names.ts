import { clsx, type ClassValue } from 'clsx'

/**
 * Joins class names; of two that set the same property in the same state (hover:, sm: …) the later one wins, so that
 * a primitive's look can be changed from outside. Knows the properties in the table below; other classes are kept.
 * (tailwind-merge knows all of Tailwind and weighs 9 kB of script on every page.)
 */
export function cn(...values: readonly ClassValue[]): string {
  const names = clsx(values)
  const known = joined.get(names)
  if (known !== undefined) return known
  if (joined.size === mostJoined) joined.clear()
  const made = join(names)
  joined.set(names, made)
  return made
}

/** Names that were joined before: a page joins the same names hundreds of times, which took a fourteenth of its making. */
const joined = new Map<string, string>()
const mostJoined = 2_000

function join(names: string): string {
  const kept: string[] = []
  const isSet = new Set<string>()
  for (const name of names.split(' ').reverse()) {
    const [state, property] = read(name)
    if (property !== null) {
      if (isSet.has(state + property)) continue
      for (const covered of [property, ...(covers[property] ?? [])]) isSet.add(state + covered)
    }
    if (name !== '') kept.push(name)
  }
  return kept.reverse().join(' ')
}

/** The property that a class sets: the first match names the property; a group in the pattern tells sides and axes apart. */
const properties: readonly (readonly [RegExp, string])[] = [
  [/^text-(?:center|start|end)$/, 'text-align'],
  [/^text-(?:balance|pretty|wrap|nowrap)$/, 'text-wrap'],
  [/^text-(?:\d|\[[\d.]+(?:px|rem|em)\])/, 'font-size'],
  [/^text-/, 'color'],
  [/^font-(?:ui|text|mono)$/, 'font-family'],
  [/^font-/, 'font-weight'],
  [/^bg-/, 'background'],
  [/^border-?([xytbse]?)(?:-?(?:\d+|px|\[[\d.]+px\]))?$/, 'border-width'],
  [/^border-(?!collapse|separate|solid|dashed|dotted|none)(?:([xytbse])-)?/, 'border-color'],
  [/^(?:hidden|contents|(?:inline-)?(?:block|flex|grid)|inline)$/, 'display'],
  [/^(?:static|relative|absolute|fixed|sticky)$/, 'position'],
  [/^-?(p[xytbse]?|m[xytbse]?)-/, ''],
  [/^(size|min-w|max-w|min-h|max-h|w|h)-/, ''],
  [/^-?(inset-x|inset-y|inset|top|bottom|start|end)-/, ''],
  [
    /^(gap-x|gap-y|gap|items|justify|self|leading|tracking|opacity|z|shadow|basis|line-clamp|whitespace)-/,
    '',
  ],
  [/^(overflow-x|overflow-y|overflow|grid-cols|grid-rows|animate)-/, ''],
  [/^rounded(?:-([tbse]{1,2}))?(?:-|$)/, 'rounded'],
]

/** A wider property that also sets the narrower ones. */
const covers: Readonly<Record<string, readonly string[]>> = {
  p: ['px', 'py', 'pt', 'pb', 'ps', 'pe'],
  px: ['ps', 'pe'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'mt', 'mb', 'ms', 'me'],
  mx: ['ms', 'me'],
  my: ['mt', 'mb'],
  size: ['w', 'h'],
  inset: ['inset-x', 'inset-y', 'top', 'bottom', 'start', 'end'],
  'inset-x': ['start', 'end'],
  'inset-y': ['top', 'bottom'],
  gap: ['gap-x', 'gap-y'],
  overflow: ['overflow-x', 'overflow-y'],
  'border-width': ['x', 'y', 't', 'b', 's', 'e'].map((side) => `border-width${side}`),
  rounded: ['roundedt', 'roundedb', 'roundeds', 'roundede'],
}

/** "sm:hover:px-2" → ["sm:hover:", "px"]; null where the table does not know it. */
function read(name: string): readonly [string, string | null] {
  // The last colon that is not inside brackets ends the states.
  const state = /^(?:(?:[^:[\]]|\[[^\]]*\])+:)*/.exec(name)?.[0] ?? ''
  const rest = name.slice(state.length)
  for (const [pattern, property] of properties) {
    const match = pattern.exec(rest)
    if (match !== null) return [state, property + (match[1] ?? '')]
  }
  return [state, null]
}
