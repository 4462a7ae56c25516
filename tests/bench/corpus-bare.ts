import RssParser from 'rss-parser'
import type { ParsedEntry, ParsedFeed, ParseResult } from '#lib/documents/read/feed-types.ts'

const nothing = {
  description: null,
  siteUrl: null,
  language: null,
  iconUrl: null,
  selfUrl: null,
  hubUrl: null,
  cloudUrl: null,
  hints: { ttlMinutes: null, skipHours: [], skipDays: [], updatePeriodMs: null },
} as const

/** The document as rss-parser alone understands it, in the shape of ours, so that both are compared with the same expectations. */
export async function parseBare({ body }: { readonly body: Buffer }): Promise<ParseResult> {
  try {
    const { title, items } = await new RssParser().parseString(body.toString())
    const feed: ParsedFeed = { ...nothing, kind: 'RSS 2.0', title: text(title), entries: items.map(entryOf) }
    return { ok: true, feed }
  } catch (error) {
    return { ok: false, error: { kind: 'broken', message: String(error) } }
  }
}

function entryOf({ title, link, guid, isoDate, content }: RssParser.Item): ParsedEntry {
  return {
    guid: text(guid),
    title: text(title),
    url: text(link),
    html: text(content) ?? '',
    publishedAt: isoDate === undefined ? null : Date.parse(isoDate),
    originalUrl: null,
    author: null,
    excerpt: '',
    updatedAt: null,
    imageUrl: null,
    enclosures: [],
    categories: [],
  }
}

/** Its types promise strings; elements with attributes or others inside come as objects. */
function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
