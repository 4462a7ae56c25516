import { wantedNames } from './feed-vocabulary.ts'

/**
 * An element of a feed, nearly in the shape that xml2js gives: attributes in `$`, text in `_`, children as arrays
 * under `raw:` and their names. Only elements that `feed-vocabulary.ts` lists are kept.
 */
export type XmlNode = {
  readonly $: Readonly<Record<string, string>>
  /** Text with entities decoded; the markup as HTML when `isMarkup`. */
  _: string
  /** Whether the element held elements instead of text: XHTML, or HTML that somebody forgot to escape. */
  isMarkup: boolean
  /** The xml:base in force. */
  readonly base: string
  [child: string]: unknown
}

/** Under which key a node keeps its children of a name: none that rss-parser looks for, none of Object.prototype. */
export function keyOf(name: string): string {
  return keys.get(name) ?? `raw:${name}`
}

/** Made once: each field of each posting is looked for by its key. */
const keys: ReadonlyMap<string, string> = new Map([...wantedNames].map((name) => [name, `raw:${name}`]))

/** The children of that name, in order. */
export function childrenOf(node: XmlNode, name: string): readonly XmlNode[] {
  const children = node[keyOf(name)]
  return Array.isArray(children) ? (children as XmlNode[]) : []
}

/** The relation of a link in lower case; it may be written as its whole address (RFC 4287, 4.2.7.2). */
export function relationOf({ $ }: XmlNode): string {
  const relation = ($['rel'] ?? '').trim().toLowerCase()
  return relation.replace(/^https?:\/\/www\.iana\.org\/assignments\/(link-)?relations?\/(#)?/, '')
}

/** Adds a child behind its siblings of the same name. */
export function append(parent: XmlNode, name: string, node: XmlNode): void {
  const key = keyOf(name)
  const siblings = parent[key]
  if (Array.isArray(siblings)) siblings.push(node)
  else parent[key] = [node]
}
