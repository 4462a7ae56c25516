import { enclosuresOf, imageUrlOf, mediaNodes, withPicturesBeside } from './entry-media.ts'
import type { EntryField } from './feed-vocabulary.ts'
import type { ParsedEntry } from './feed-types.ts'
import { parseDate } from '#lib/documents/dates/parse-date.ts'
import { excerptOf, onOneLine, shorten } from '#lib/documents/html/plain-text.ts'
import { childrenOf, relationOf } from './xml-node.ts'
import type { XmlNode } from './xml-node.ts'
import type { RawEntry } from './rss-reader.ts'
import { firstShown, type StrangersHtml } from '#lib/documents/html/sanitise-html.ts'
import { htmlOf, plainTextOf } from './text-construct.ts'
import type { TextRules } from './text-construct.ts'
import { isWebAddress, resolveLink, resolveWebAddress, withScheme } from '#lib/documents/html/web-address.ts'

type EntryContext = {
  readonly rules: TextRules
  /** The address that relative addresses of this entry stand on. */
  readonly base: string
  /** The address that the document came from. */
  readonly url: string
}

/** Longest excerpt, in characters: three lines of a posting list. */
export const excerptLength = 300
/** Longest title; the few longer ones are whole articles. */
const titleLength = 1000
/** Of the names of authors. All entries of a feed may have those of the feed, and each is sent with a copy of its own to another thread. */
const authorsLength = 1000

/** Brings the postings of any XML format into the one shape of the program. `authors` has those of the feed. */
export function normaliseEntries(
  entries: readonly RawEntry[],
  contextOf: (raw: RawEntry) => EntryContext,
  authors: string | null,
): ParsedEntry[] {
  return entries.map((raw) => normaliseEntry(raw, contextOf(raw), authors))
}

function normaliseEntry(raw: RawEntry, context: EntryContext, authors: string | null): ParsedEntry {
  const url = urlOf(raw, context)
  const text = firstShown(bodiesOf(raw, context, url))
  const html = withPicturesBeside(raw, { base: context.base, url }, text)
  return {
    guid: guidOf(raw),
    title: titleOf(raw, context.rules),
    url,
    originalUrl: resolveWebAddress(raw.fields('feedburner:origlink')[0]?._, 'about:blank'),
    author: authorOf(raw, context.rules) ?? sourceAuthorOf(raw, context.rules) ?? authors,
    html,
    excerpt: excerptOf(text, excerptLength),
    publishedAt: dateOf(raw, [
      'pubdate',
      'published',
      'issued',
      'atom:published',
      'dcterms:issued',
      'created',
      'dcterms:created',
      'dc:date',
      'date',
    ]),
    updatedAt: dateOf(raw, ['updated', 'modified', 'atom:updated', 'dcterms:modified']),
    imageUrl: imageUrlOf(raw, context.base, html),
    enclosures: enclosuresOf(raw, context.base),
    categories: categoriesOf(raw),
    ...(context.rules === 'atom' && { isRevisable: true }),
  }
}

function titleOf(raw: RawEntry, rules: TextRules): string | null {
  for (const name of ['title', 'atom:title', 'dc:title', 'media:title', 'itunes:title'] as const) {
    for (const node of raw.fields(name)) {
      const title = plainTextOf(node, rules)
      if (title !== null) return shorten(title, titleLength)
    }
  }
  return null
}

function guidOf(raw: RawEntry): string | null {
  const nodes = [...raw.fields('guid'), ...raw.fields('id'), ...raw.fields('atom:id')]
  const written =
    nodes.find(({ _ }) => _.trim() !== '')?._ ?? raw.attributes['rdf:about'] ?? raw.attributes['about']
  const guid = (written ?? raw.fields('dc:identifier')[0]?._ ?? '').trim()
  return guid === '' ? null : guid
}

function urlOf(raw: RawEntry, context: EntryContext): string | null {
  const resolve = (address: string | undefined, node?: XmlNode) =>
    resolveLink(address, node === undefined || node.base === context.url ? context.base : node.base)
  const links = [...raw.fields('link'), ...raw.fields('atom:link')]
  const candidates = [
    ...raw
      .fields('link')
      .filter(isAlternate)
      .map((node) => resolve(withScheme(node._), node)),
    ...alternatesFirst(links).map((node) => resolve(node.$['href'], node)),
    ...permalinks(raw).map((node) => resolveWebAddress(node._, 'about:blank')),
    // An entry whose text is elsewhere (RFC 4287, 4.1.3.2).
    ...raw.fields('content').map((node) => resolve(node.$['src'], node)),
    resolve(raw.attributes['href']),
    resolveWebAddress(raw.attributes['rdf:about'], 'about:blank'),
  ]
  return candidates.find((candidate) => candidate !== null) ?? null
}

/** Links to the posting itself, web pages before other formats. */
function alternatesFirst(links: readonly XmlNode[]): readonly XmlNode[] {
  const alternates = links.filter(isAlternate)
  const isPage = ({ $ }: XmlNode) => /html|^$/.test($['type'] ?? '')
  return [...alternates.filter(isPage), ...alternates.filter((link) => !isPage(link))]
}

function isAlternate(link: XmlNode): boolean {
  return ['', 'alternate'].includes(relationOf(link))
}

function permalinks(raw: RawEntry): readonly XmlNode[] {
  return raw.fields('guid').filter(({ $ }) => $['ispermalink']?.trim().toLowerCase() !== 'false')
}

const bodyFields = [
  ...['content:encoded', 'content', 'atom:content', 'xhtml:body', 'body', 'xhtml:div', 'fullitem'],
  ...[
    'description',
    'summary',
    'atom:summary',
    'abstract',
    'itunes:summary',
    'dc:description',
    'itunes:subtitle',
  ],
] as readonly EntryField[]

/** The texts of the posting, the fullest first, each with the base of its addresses. */
export function bodiesOf(raw: RawEntry, context: EntryContext, url: string | null): StrangersHtml[] {
  const baseUrl = url !== null && isWebAddress(url) ? url : context.base
  const bodies = bodyFields.flatMap((name) =>
    raw.fields(name).map((node) => ({
      html: htmlOf(node, name.includes(':') && context.rules === 'atom' ? 'rss' : context.rules, url),
      baseUrl: node.base === context.url ? baseUrl : node.base,
    })),
  )
  const described = mediaNodes(raw, 'media:description')[0]
  return [...bodies, { html: htmlOf(described, 'rss', url), baseUrl }]
    .filter(({ html }) => html !== '')
    .slice(0, mostBodies)
}
/** Texts that are tried, one after the other, until one has something to show. */
const mostBodies = 10

function dateOf(raw: RawEntry, names: readonly EntryField[]): number | null {
  for (const name of names) {
    for (const node of raw.fields(name)) {
      const at = parseDate(node._)
      if (at !== null) return at
    }
  }
  return null
}

function authorOf(raw: RawEntry, rules: TextRules): string | null {
  const nodes = [
    ...raw.fields('author'),
    ...raw.fields('dc:creator'),
    ...raw.fields('atom:author'),
    ...raw.fields('itunes:author'),
    ...raw.fields('dc:author'),
  ]
  return namesOf(nodes, rules)
}

/** Those of the feed that an entry was taken from (RFC 4287, 4.2.11). */
function sourceAuthorOf(raw: RawEntry, rules: TextRules): string | null {
  const sources = [...raw.fields('source'), ...raw.fields('atom:source')]
  const nodes = sources.flatMap((source) => [
    ...childrenOf(source, 'author'),
    ...childrenOf(source, 'atom:author'),
  ])
  return namesOf(nodes, rules)
}

/** The names of persons, each once; null when there are none. */
export function namesOf(nodes: readonly XmlNode[], rules: TextRules): string | null {
  const names = nodes.map((node) => {
    const name = childrenOf(node, 'name')[0] ?? childrenOf(node, 'atom:name')[0]
    const email = childrenOf(node, 'email')[0]
    return (
      plainTextOf(name, rules) ?? withoutEmail(plainTextOf(node, rules) ?? plainTextOf(email, rules) ?? '')
    )
  })
  return joinNames(names)
}

/** Names as one text, each once; null when there are none. */
export function joinNames(names: readonly string[]): string | null {
  const distinct = [...new Set(names.filter((name) => name !== ''))].slice(0, 10)
  return distinct.length === 0 ? null : shorten(distinct.join(', '), authorsLength)
}

/** RSS wants "editor@example.org (Jane Doe)", others write "Jane Doe <editor@example.org>"; people want the name. */
function withoutEmail(author: string): string {
  const name =
    /^[^\s@]+@\S+\s+\((.+)\)$/.exec(author)?.[1] ??
    /^([^@<>()]+)[<(][^\s@<>()]+@[^\s<>()]+[>)]$/.exec(author)?.[1]
  return name?.trim() || author
}

function categoriesOf(raw: RawEntry): string[] {
  const nodes = [...raw.fields('category'), ...raw.fields('atom:category'), ...raw.fields('dc:subject')]
  const names = nodes.map(({ $, _ }) => onOneLine($['label'] ?? $['term'] ?? _))
  return [...new Set(names.filter((name) => name !== '' && name.length <= 200))].slice(0, 50)
}
