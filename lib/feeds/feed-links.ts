import { Parser } from 'htmlparser2'
import { linksOfHeader } from './link-header.ts'
import { resolveWebAddress } from './web-address.ts'

export type FeedLinks = {
  /** Addresses the page declares as its feeds (link rel=alternate), in its order. */
  readonly declared: readonly string[]
  /** Addresses of ordinary links that look like feeds. */
  readonly mentioned: readonly string[]
}

const feedType =
  /^(application|text)\/(rss|atom|rdf|feed|x\.atom|x-rss|x-atom)(\+(xml|json))?$|^application\/(feed\+)?json$|^(application|text)\/xml$|^application\/rdf\+xml$/i
const feedPath =
  /(\/|\.|-|_|^)(rss|atom|feed|feeds|rdf)(\d?)(\/|\.xml|\.json|\.rdf|\.php|\.aspx?|$)|\.(rss|atom|rdf)$|\/index\.xml$|[?&](feed|format|type)=(rss2?|atom|feed|xml)\b/i
const mostMentioned = 10

/** Finds the feeds an HTML page names, as browsers would: base element, any case and order, head or body. */
export function findFeedLinks(html: string, pageUrl: string): FeedLinks {
  const declared = new Set<string>()
  const mentioned = new Set<string>()
  let base = pageUrl
  const parser = new Parser({
    onopentag(name, attributes) {
      const href = attributes['href']
      if (href === undefined) return
      if (name === 'base') base = resolveWebAddress(href, pageUrl) ?? base
      const address = resolveWebAddress(withoutFeedScheme(href), base)
      if (address === null) return
      if (name === 'link' && isFeedLink(attributes)) declared.add(address)
      if (name === 'a' && mentioned.size < mostMentioned && looksLikeFeed(address, href))
        mentioned.add(address)
    },
  })
  parser.end(html)
  return { declared: [...declared], mentioned: [...mentioned].filter((address) => !declared.has(address)) }
}

/** Feeds that a Link header names (RFC 8288). */
export function feedsOfLinkHeader(header: string | null, pageUrl: string): string[] {
  return linksOfHeader(header, pageUrl)
    .filter(({ relations, type }) => isFeedLink({ rel: relations.join(' '), type }))
    .map(({ url }) => url)
}

function isFeedLink(attributes: Readonly<Record<string, string | undefined>>): boolean {
  const relations = (attributes['rel'] ?? '').toLowerCase().split(/\s+/)
  const type = (attributes['type'] ?? '').split(';', 1)[0]?.trim() ?? ''
  if (relations.includes('feed') && type !== 'text/html') return true
  return relations.includes('alternate') && !relations.includes('stylesheet') && feedType.test(type)
}

function looksLikeFeed(address: string, written: string): boolean {
  if (/^feed:/i.test(written)) return true
  const { pathname, search } = new URL(address)
  return feedPath.test(pathname + search)
}

/** "feed:" is an alias of http. */
function withoutFeedScheme(href: string): string {
  return href
    .trim()
    .replace(/^feed:(?=https?:)/i, '')
    .replace(/^feed:/i, 'http:')
}
