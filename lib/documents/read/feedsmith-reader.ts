import { parseFeed } from 'feedsmith'
import type { EntryField, FeedField } from './feed-vocabulary.ts'
import type { RawEntry, RawFeed } from './rss-reader.ts'
import type { XmlNode } from './xml-node.ts'

type Parsed = ReturnType<typeof parseFeed<string>>
type AtomFeed = Extract<Parsed, { format: 'atom' }>['feed']
type AtomEntry = NonNullable<AtomFeed['entries']>[number]
type AtomLink = NonNullable<AtomEntry['links']>[number]
type RssFeed = Extract<Parsed, { format: 'rss' }>['feed']
type RssItem = NonNullable<RssFeed['items']>[number]
type RdfFeed = Extract<Parsed, { format: 'rdf' }>['feed']
type RdfItem = NonNullable<RdfFeed['items']>[number]

/** Elements by name; what is absent stays out. */
type Elements<Field extends string> = Partial<Record<Field, readonly (XmlNode | null)[]>>

/**
 * The second reader, for XML that `rss-reader.ts` refuses: feedsmith takes a feed that stands beside another root
 * element, such as an error page printed before it. Gives the same shape, so that everything behind is the same;
 * less of the feed than the first reader finds (no xml:base, Media RSS or hints), but all of its postings.
 * @returns null when feedsmith finds no feed either
 */
export function readWithFeedsmith(text: string, url: string): RawFeed | null {
  const parsed = parsedByFeedsmith(text)
  switch (parsed?.format) {
    case 'atom':
      return rawFeed('Atom', url, atomElements(parsed.feed), parsed.feed.entries?.map(entryElements))
    case 'rss':
      return rawFeed('RSS 2.0', url, rssElements(parsed.feed), parsed.feed.items?.map(itemElements))
    case 'rdf':
      return rawFeed('RSS 1.0', url, rssElements(parsed.feed), parsed.feed.items?.map(rdfItemElements))
    default:
      return null
  }
}

/** feedsmith has no value for "no feed": it throws, whatever the reason. */
function parsedByFeedsmith(text: string): Parsed | null {
  try {
    return parseFeed(text)
  } catch {
    return null
  }
}

function rawFeed(
  kind: RawFeed['kind'],
  base: string,
  feed: Elements<FeedField>,
  entries: readonly Elements<EntryField>[] = [],
): RawFeed {
  const toEntry = (elements: Elements<EntryField>): RawEntry => ({
    fields: (name) => present(elements[name]),
    base,
    attributes: {},
  })
  return { kind, fields: (name) => present(feed[name]), entries: entries.map(toEntry), base, attributes: {} }

  function present(nodes: readonly (XmlNode | null)[] = []): XmlNode[] {
    return nodes.filter((node) => node !== null).map((node) => ({ ...node, base }))
  }
}

function node(text: string | undefined, attributes: Record<string, string | undefined> = {}): XmlNode | null {
  const $ = Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
  if (text === undefined && Object.keys($).length === 0) return null
  return { $: $ as Record<string, string>, _: text ?? '', isMarkup: false, base: '' }
}

function linkNode({ href, rel, type }: AtomLink): XmlNode | null {
  return node(undefined, { href, rel, type })
}

function atomElements(feed: AtomFeed): Elements<FeedField> {
  return {
    title: [node(feed.title?.value, { type: feed.title?.type })],
    subtitle: [node(feed.subtitle?.value, { type: feed.subtitle?.type })],
    link: (feed.links ?? []).map(linkNode),
    author: (feed.authors ?? []).map(({ name }) => node(name)),
    icon: [node(feed.icon)],
    logo: [node(feed.logo)],
  }
}

function entryElements(entry: AtomEntry): Elements<EntryField> {
  return {
    id: [node(entry.id)],
    title: [node(entry.title?.value, { type: entry.title?.type })],
    link: (entry.links ?? []).map(linkNode),
    content: [node(entry.content?.value, { type: entry.content?.type })],
    summary: [node(entry.summary?.value, { type: entry.summary?.type })],
    published: [node(entry.published)],
    updated: [node(entry.updated)],
    author: (entry.authors ?? []).map(({ name }) => node(name)),
    category: (entry.categories ?? []).map(({ term, label }) => node(label ?? term)),
  }
}

function rssElements(feed: RssFeed | RdfFeed): Elements<FeedField> {
  return {
    title: [node(feed.title)],
    link: [node(feed.link)],
    description: [node(feed.description)],
    language: [node('language' in feed ? feed.language : undefined)],
  }
}

function itemElements(item: RssItem): Elements<EntryField> {
  const { guid } = item
  return {
    ...rdfItemElements(item),
    guid: [node(guid?.value, { ispermalink: guid?.isPermaLink === false ? 'false' : undefined })],
    pubdate: [node(item.pubDate)],
    author: (item.authors ?? []).map(({ name, email }) => node(name ?? email)),
    category: (item.categories ?? []).map(({ name }) => node(name)),
    enclosure: (item.enclosures ?? []).map(({ url, type, length }) =>
      node(undefined, { url, type, length: length?.toString() }),
    ),
  }
}

function rdfItemElements(item: RssItem | RdfItem): Elements<EntryField> {
  return {
    title: [node(item.title)],
    link: [node(item.link)],
    description: [node(item.description)],
    'content:encoded': [node(item.content?.encoded)],
    'dc:creator': (item.dc?.creators ?? []).map((name) => node(name)),
    'dc:date': (item.dc?.dates ?? []).map((date) => node(date)),
  }
}
