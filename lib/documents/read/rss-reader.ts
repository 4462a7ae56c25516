import RssParser from 'rss-parser'
import { entryFields, feedFields } from './feed-vocabulary.ts'
import type { EntryField, FeedField } from './feed-vocabulary.ts'
import { readXml } from './read-xml.ts'
import type { FeedKind } from './feed-types.ts'
import type { XmlDocument } from './read-xml.ts'
import { childrenOf, keyOf } from './xml-node.ts'
import type { XmlNode } from './xml-node.ts'

/** A feed as rss-parser hands it over: the elements of each field, in order. */
export type RawFeed = {
  readonly kind: FeedKind
  readonly fields: (name: FeedField) => readonly XmlNode[]
  readonly entries: readonly RawEntry[]
  /** xml:base of the document, or its address. */
  readonly base: string
  readonly attributes: Readonly<Record<string, string>>
}

export type RawEntry = {
  readonly fields: (name: EntryField) => readonly XmlNode[]
  readonly base: string
  readonly attributes: Readonly<Record<string, string>>
}

type Extras = Record<string, unknown>

type Xml2Js = { parseString: (text: string, done: (error: Error | null, result: unknown) => void) => void }

/**
 * Reads RSS, Atom or CDF with rss-parser, which gets a lenient XML reader in the place of xml2js. Its own reader
 * refuses what one bare ampersand in a thousand postings breaks, knows namespaces only by their usual prefixes and
 * mixes up the order of XHTML; ours gives the same shape. Every field is asked for as a custom field (`raw:title`),
 * because rss-parser makes excerpts of the texts it knows with a regular expression that takes quadratic time on
 * hostile input, and refuses a whole feed for one bad Atom date. It looks for each field in each posting, so that it is
 * told only of those that the document has.
 * @returns null when the text holds no feed
 */
export async function readFeed(text: string, url: string): Promise<RawFeed | null> {
  const document = readXml(text, url)
  if (document === null) return null
  const parser = new RssParser<Extras, Extras>({
    customFields: {
      // rss-parser's types know the triples for items only; the code takes them for feeds too.
      feed: customFields(feedFields, document) as unknown as string[],
      item: customFields(entryFields, document) as (string | { keepArray: boolean })[][],
    },
  })
  const inside = parser as unknown as { xmlParser?: Xml2Js }
  if (typeof inside.xmlParser?.parseString !== 'function')
    throw new Error('rss-parser keeps its XML reader no longer in "xmlParser"')
  inside.xmlParser = { parseString: (_text, done) => done(null, inShapeOfXml2Js(document)) }
  const feed = await parser.parseString(text)
  return {
    kind: kindOf(document),
    fields: (name) => nodesOf(feed[keyOf(name)]),
    entries: feed.items.map((item) => ({
      fields: (name) => nodesOf(item[keyOf(name)]),
      base: String(item.base),
      attributes: item.attributes as Readonly<Record<string, string>>,
    })),
    base: String(feed.base),
    attributes: feed.attributes as Readonly<Record<string, string>>,
  }
}

type CustomField = [from: string, to: string, options: { keepArray: boolean }]
const common: readonly CustomField[] = [
  ['$', 'attributes', { keepArray: true }],
  ['base', 'base', { keepArray: true }],
]

function customFields(fields: readonly string[], { names }: XmlDocument): CustomField[] {
  const present = fields.filter((name) => names.has(name)).map(keyOf)
  return [...common, ...present.map((key): CustomField => [key, key, { keepArray: true }])]
}

function nodesOf(value: unknown): readonly XmlNode[] {
  return Array.isArray(value) ? (value as XmlNode[]) : []
}

/** The document as rss-parser expects it: RSS of every version as 2.0, with all items inside the channel. */
function inShapeOfXml2Js({ rootName, root, items }: XmlDocument): unknown {
  if (rootName === 'entry') return { feed: { $: root.$, base: root.base, entry: items } }
  if (rootName === 'feed') return { feed: { ...root, entry: items } }
  const channel = rootName === 'channel' ? root : (childrenOf(root, 'channel')[0] ?? root)
  return { rss: { $: { version: '2.0' }, channel: [{ ...channel, item: items }] } }
}

function kindOf({ rootName, root }: XmlDocument): FeedKind {
  if (rootName === 'feed' || rootName === 'entry') return 'Atom'
  if (rootName.startsWith('rdf')) return 'RSS 1.0'
  if (rootName === 'channel')
    return root.$['version'] === undefined && root.$['xmlns'] === undefined ? 'CDF' : 'RSS 1.0'
  return root.$['version']?.trim().startsWith('0.9') === true ? 'RSS 0.9' : 'RSS 2.0'
}
