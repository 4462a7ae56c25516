import { longestName } from '#lib/text/names.ts'

/** The subscriber's settings for one source, as a list carries them from one Skylark to another. */
export type OpmlSettings = {
  readonly isMuted: boolean
  readonly isApart: boolean
  readonly fullText: boolean
  readonly unreadEdits: boolean
  /** in the subscriber's own order, within its folder */
  readonly position: number
  readonly labels: readonly string[]
  /** False: the title is what the source calls itself. */
  readonly isOwnTitle: boolean
}

/** OPML 2.0 has attributes of others in a namespace of theirs; a reader passes over those that it does not know. */
export const opmlNamespace = 'xmlns:skylark="urn:skylark:opml"'
const mostLabels = 50
const highestPosition = 100_000

/**
 * The settings as attributes, those that are as everywhere left out. Labels stand in OPML's own `category`, which parts
 * them by commas; where a name has one, they stand in ours, too.
 */
export function settingAttributes({
  labels,
  position,
  ...marks
}: OpmlSettings): (readonly [name: string, value: string])[] {
  const isPlain = labels.every((label) => !/[,/]/.test(label))
  return [
    ...(labels.length > 0 ? [['category', labels.join(',')] as const] : []),
    ...(isPlain ? [] : [['skylark:labels', JSON.stringify(labels)] as const]),
    ...(marks.isMuted ? [['skylark:muted', 'true'] as const] : []),
    ...(marks.isApart ? [['skylark:apart', 'true'] as const] : []),
    ...(marks.fullText ? [['skylark:fullText', 'true'] as const] : []),
    ...(marks.unreadEdits ? [['skylark:unreadEdits', 'true'] as const] : []),
    ...(position === 0 ? [] : [['skylark:position', String(position)] as const]),
    ...(marks.isOwnTitle ? [['skylark:named', 'true'] as const] : []),
  ]
}

/**
 * Reads what settingAttributes wrote; of other lists the labels, from `category`.
 * @param read the attribute of a name in lower case, empty where there is none
 * @param isOurs the list says that it has attributes of this namespace
 * @returns undefined where nothing is set
 */
export function readOpmlSettings(read: (name: string) => string, isOurs: boolean): OpmlSettings | undefined {
  const labels = labelsOf(isOurs ? read('skylark:labels') : '', read('category'))
  if (!isOurs && labels.length === 0) return undefined
  const isSet = (name: string) => isOurs && read(`skylark:${name}`) === 'true'
  const position = isOurs ? Number(read('skylark:position')) : 0
  return {
    labels,
    isMuted: isSet('muted'),
    isApart: isSet('apart'),
    fullText: isSet('fulltext'),
    unreadEdits: isSet('unreadedits'),
    position: Number.isInteger(position) && position > 0 ? Math.min(position, highestPosition) : 0,
    isOwnTitle: !isOurs || isSet('named'),
  }
}

function labelsOf(own: string, category: string): string[] {
  const written = namesOf(own) ?? category.split(',').map((name) => name.replace(/^\//, ''))
  const names = written
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.length <= longestName.label)
  return [...new Set(names)].slice(0, mostLabels)
}

function namesOf(json: string): string[] | null {
  if (json === '') return null
  try {
    const read: unknown = JSON.parse(json)
    return Array.isArray(read) ? read.filter((name) => typeof name === 'string') : null
  } catch {
    return null // written by somebody else: `category` says it, too
  }
}
