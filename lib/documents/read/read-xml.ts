import { MarkupParser } from '#lib/documents/html/markup-parser.ts'
import { declaredEntities, decodeEntities } from '#lib/documents/html/xml-entities.ts'
import type { DeclaredEntities } from '#lib/documents/html/xml-entities.ts'
import { findDoctype } from './find-doctype.ts'
import { itemNames, rootNames, textNames, wantedNames } from './feed-vocabulary.ts'
import { NamespaceScope } from './xml-names.ts'
import { append } from './xml-node.ts'
import type { XmlNode } from './xml-node.ts'

export type XmlDocument = {
  readonly rootName: string
  readonly root: XmlNode
  readonly items: readonly XmlNode[]
  /** Names of all elements that are kept. */
  readonly names: ReadonlySet<string>
}

type Frame = {
  readonly written: string
  readonly name: string
  readonly node: XmlNode | null
  readonly scope: NamespaceScope
  /** Inside markup: the xml:base in force where it is another than that of the element which holds the markup. */
  readonly base?: string
}

/**
 * Reads XML as leniently as browsers read HTML: unclosed and badly nested elements, bare ampersands, HTML entities,
 * unquoted attributes, junk before and after the root element, missing namespace declarations. Streams over the
 * text without recursion, never expands nested or external entities, never loads anything.
 * @returns null when there is no element that feeds begin with
 */
export function readXml(text: string, url: string): XmlDocument | null {
  const { start, end } = findDoctype(text) ?? { start: 0, end: 0 }
  const reader = new FeedReader(url, declaredEntities(text.slice(start, end)))
  const source = text.slice(0, start) + text.slice(end)
  const parser = new MarkupParser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (data) => reader.text(data),
      oncdatastart: () => (reader.isCdata = true),
      oncdataend: () => (reader.isCdata = false),
    },
    { xmlMode: true, decodeEntities: false, lowerCaseAttributeNames: true },
  )
  parser.end(source)
  const { root, rootName, items, names } = reader
  return root === null ? null : { rootName, root, items, names }
}

class FeedReader {
  root: XmlNode | null = null
  rootName = ''
  isCdata = false
  readonly items: XmlNode[] = []
  readonly names = new Set<string>()
  readonly #url: string
  readonly #entities: DeclaredEntities
  readonly #frames: Frame[] = []
  #isDone = false
  /** Number of the frame whose inner markup is being collected, or -1. */
  #captureAt = -1

  constructor(url: string, entities: DeclaredEntities) {
    this.#url = url
    this.#entities = entities
  }

  open(written: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#isDone) return
    let scope = (this.#frames.at(-1)?.scope ?? new NamespaceScope()).with(attributes)
    // A wrong default namespace would hide the whole document: its own name says what it is.
    if (this.root === null && rootNames.has(written.toLowerCase())) scope = scope.withoutDefault(written)
    const name = this.#nameInDocument(scope.nameOf(written))
    if (this.root === null) {
      if (name === 'html' || name === 'xhtml:html') this.#isDone = true
      if (!rootNames.has(name)) return
    }
    const isItem = itemNames.has(name) && this.root !== null
    if (isItem) this.#closeUnclosedItem()
    if (this.#captureAt === -1) this.#captureAt = this.#startOfMarkup()
    if (this.#captureAt === -1) this.#push(written, name, attributes, scope, isItem)
    else this.#openMarkup(written, attributes, scope)
  }

  close(written: string): void {
    const frames = this.#frames
    let depth = frames.length - 1
    while (depth >= 0 && frames[depth]?.written !== written) depth--
    if (depth < 0) return
    while (frames.length > depth) this.#pop()
  }

  text(data: string): void {
    if (this.#captureAt !== -1) {
      const holder = this.#frames[this.#captureAt]?.node
      if (holder) holder._ += this.isCdata ? escapeHtml(data) : data.replace(/</g, '&lt;')
      return
    }
    const node = this.#frames.at(-1)?.node
    if (node && !this.#isDone) node._ += this.isCdata ? data : decodeEntities(data, this.#entities)
  }

  /** In an Atom document Atom's own names need no prefix; in RSS they keep it. */
  #nameInDocument(name: string): string {
    const isAtom = this.rootName === '' || this.rootName === 'feed' || this.rootName === 'entry'
    return isAtom && name.startsWith('atom:') ? name.slice(5) : name
  }

  #push(
    written: string,
    name: string,
    attributes: Readonly<Record<string, string>>,
    scope: NamespaceScope,
    isItem: boolean,
  ): void {
    const parent = this.#frames.at(-1)
    const isKept = this.root === null || isItem || (parent?.node && wantedNames.has(name))
    const node = isKept ? this.#makeNode(attributes, parent?.node?.base ?? this.#url) : null
    this.#frames.push({ written, name, node, scope })
    if (node === null) return
    this.names.add(name)
    if (this.root === null) {
      this.root = node
      this.rootName = name
      if (name === 'entry') this.items.push(node)
    } else if (isItem) this.items.push(node)
    else if (parent?.node) append(parent.node, name, node)
  }

  #makeNode(attributes: Readonly<Record<string, string>>, parentBase: string): XmlNode {
    const decoded: Record<string, string> = {}
    for (const name in attributes) decoded[name] = decodeEntities(attributes[name] ?? '', this.#entities)
    const base = decoded['xml:base']
    return {
      $: decoded,
      _: '',
      isMarkup: false,
      base: base === undefined ? parentBase : (URL.parse(base, parentBase)?.href ?? parentBase),
    }
  }

  /** The frame on top when it holds text and now gets an element: from here on its markup is collected. */
  #startOfMarkup(): number {
    const top = this.#frames.at(-1)
    if (!top?.node || !textNames.has(top.name)) return -1
    top.node._ = escapeHtml(top.node._)
    top.node.isMarkup = true
    return this.#frames.length - 1
  }

  #openMarkup(written: string, attributes: Readonly<Record<string, string>>, scope: NamespaceScope): void {
    const holder = this.#frames[this.#captureAt]?.node
    const outer = this.#frames.at(-1)?.base
    const own = attributes['xml:base']
    const base =
      own === undefined ? outer : (URL.parse(decodeEntities(own), outer ?? holder?.base)?.href ?? outer)
    this.#frames.push({ written, name: '', node: null, scope, ...(base !== undefined && { base }) })
    if (!holder) return
    let tag = `<${localName(written)}`
    for (const name in attributes) {
      if (name.startsWith('xmlns') || name === 'xml:base') continue
      const value = attributes[name] ?? ''
      const isBased = base !== undefined && addressNames.has(name) && !value.startsWith('#')
      const resolved = isBased
        ? escapeHtml(URL.parse(decodeEntities(value), base)?.href ?? decodeEntities(value))
        : value
      tag += ` ${name}="${resolved.replace(/"/g, '&quot;')}"`
    }
    holder._ += `${tag}>`
  }

  #pop(): void {
    const frame = this.#frames.pop()
    if (this.#frames.length === 0 && this.root !== null) this.#isDone = true
    if (frame === undefined || this.#captureAt === -1) return
    if (this.#frames.length === this.#captureAt) this.#captureAt = -1
    else {
      const holder = this.#frames[this.#captureAt]?.node
      const name = localName(frame.written)
      if (holder && !voidElements.has(name)) holder._ += `</${name}>`
    }
  }

  /** Items do not nest: where one begins inside another, the first was never closed. */
  #closeUnclosedItem(): void {
    const open = this.#frames.findLastIndex((frame) => itemNames.has(frame.name))
    if (open <= 0) return
    while (this.#frames.length > open) this.#pop()
  }
}

const addressNames = new Set(['href', 'src', 'poster', 'data', 'cite', 'data-src'])
const voidElements = new Set('br hr img source input wbr embed area col track param'.split(' '))

function localName(written: string): string {
  return written.slice(written.indexOf(':') + 1).toLowerCase()
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
