import { Parser } from 'htmlparser2'
import { linksOfHeader } from '#lib/documents/door/link-header.ts'
import { resolveWebAddress } from '#lib/documents/html/web-address.ts'
import { PageIcons } from './page-icons.ts'

export type FeedLinks = {
  /** Addresses the page declares as its feeds (link rel=alternate), in its order. */
  readonly declared: readonly string[]
  /** Addresses of ordinary links that look like feeds, then of those whose words say so. */
  readonly mentioned: readonly string[]
  /** The address to which the page moves its readers (meta refresh); null: none. */
  readonly movesTo: string | null
  /** Addresses of its icons, the fittest first. */
  readonly icons: readonly string[]
}

const feedType =
  /^(application|text)\/(rss|atom|rdf|feed|x\.atom|x-rss|x-atom)(\+(xml|json))?$|^application\/(feed\+)?json$|^(application|text)\/xml$|^application\/rdf\+xml$/i
const feedPath =
  /(\/|\.|-|_|^)(rss|atom|feed|feeds|rdf)(\d?)(\/|\.xml|\.json|\.rdf|\.php|\.aspx?|$)|\.(rss|atom|rdf)$|\/index\.xml$|[?&](feed|format|type)=(rss2?|atom|feed|xml)\b/i
const mostMentioned = 10
/** More than anybody visits (discover-feed.ts). */
const mostDeclared = 100

/** Words of links that lead to a feed: "RSS", "Subscribe via Atom", "News feed", "Flux". */
const feedWords = /\b(rss|atom|feeds?|flux|syndication)\b|フィード|피드|订阅源/i
const longestWords = 60
/** HTML lets "url=" be left out (4.2.5.3). */
const refreshTarget = /^\s{0,9}[\d.]{0,9}\s{0,9}[;,\s]\s{0,9}(?:url\s{0,9}=\s{0,9})?["']?([^"'\s;,][^"'\s]*)/i

/**
 * Finds the feeds and icons an HTML page names, as browsers would: base element, any case and order, head or body. Feeds whose link
 * says that they are of comments come last.
 */
export function findFeedLinks(html: string, pageUrl: string): FeedLinks {
  const declared = new Set<string>()
  const ofComments = new Set<string>()
  const mentioned = new Set<string>()
  const worded = new Set<string>()
  const icons = new PageIcons()
  let base = pageUrl
  let movesTo: string | null = null
  let linkInWords: string | null = null
  const noteWords = (address: string, words: string) => {
    const isShort = words.length <= longestWords && worded.size < mostMentioned
    if (isShort && feedWords.test(words) && address !== pageUrl) worded.add(address)
  }
  const reader = new TagReader(
    {
      onopentag(name, attributes) {
        if (name === 'a') linkInWords = null
        if (linkInWords !== null && (name === 'img' || isFeedIcon(attributes)))
          noteWords(linkInWords, isFeedIcon(attributes) ? 'RSS' : (attributes['alt'] ?? ''))
        if (name === 'meta' && /^refresh$/i.test(attributes['http-equiv'] ?? '')) {
          const target = refreshTarget.exec(attributes['content'] ?? '')?.[1]
          movesTo ??= resolveWebAddress(target, base)
        }
        const href = attributes['href']
        if (href === undefined) return
        if (name === 'base') base = resolveWebAddress(href, pageUrl) ?? base
        if (name === 'link') icons.note(attributes, base)
        const address = resolveWebAddress(withoutFeedScheme(href), base)
        if (address === null) return
        const isComments = isOfComments(attributes['title'] ?? '')
        if (name === 'link' && declared.size + ofComments.size < mostDeclared && isFeedLink(attributes))
          (isComments ? ofComments : declared).add(address)
        if (name !== 'a') return
        if (mentioned.size < mostMentioned && looksLikeFeed(address, href)) mentioned.add(address)
        else {
          linkInWords = address
          noteWords(address, attributes['title'] ?? attributes['aria-label'] ?? '')
          if (isFeedIcon(attributes)) noteWords(address, 'RSS')
        }
      },
      // The words of a link are the first behind its tag.
      ontext(text) {
        if (linkInWords === null || text.trim() === '') return
        noteWords(linkInWords, text)
        linkInWords = null
      },
    },
    { recognizeSelfClosing: true }, // an image in the page may have an empty <style/>, which would swallow the rest
  )
  reader.end(html)
  const named = new Set([...declared, ...ofComments])
  return {
    declared: [...named],
    mentioned: [...new Set([...mentioned, ...worded])].filter((address) => !named.has(address)),
    movesTo: movesTo === pageUrl ? null : movesTo,
    icons: icons.fittest(),
  }
}

/** Whether the title of a feed, or of a link to one, says that it has comments, in the languages that WordPress speaks most. */
export function isOfComments(title: string): boolean {
  return /\bcomment(s|i|aires?)?\b|comentari|comentário|komment|koment|reacties|yorum|hozzászólás|коммент|комент|каментар|σχ[οό]λ[ιί]|コメント|评论|評論|回响|迴響|댓글|תגובות|تعليقات|نظرات|دیدگاه|iruzkin|टिप्पण|মন্তব্য|კომენტარ|bình luận|ความเห็น|ความคิดเห็น|留言/i.test(
    title,
  )
}

/**
 * Reads tags without keeping which elements are open: to htmlparser2 every element is over with its tag, as <br> is. It goes
 * through all that are open for each tag, so that a page of 70,000 that nest took it half a minute.
 */
class TagReader extends Parser {
  protected override isVoidElement(): boolean {
    return true
  }
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
  const { hostname, pathname, search } = new URL(address)
  return feedPath.test(pathname + search) || /^feed(s|proxy)?\./.test(hostname)
}

/** The sign of feeds in place of words, by the names that fonts and files of icons give it. */
function isFeedIcon({ class: names = '', src = '' }: Readonly<Record<string, string>>): boolean {
  return (
    /(^|[\s_-])rss([\s_-]|$)/i.test(names) || /(^|[/_-])(rss|feed-?icon)[\w-]{0,30}\.(png|gif|svg)/i.test(src)
  )
}

/** "feed:" is an alias of http. */
function withoutFeedScheme(href: string): string {
  return href
    .trim()
    .replace(/^feed:(?=https?:)/i, '')
    .replace(/^feed:/i, 'http:')
}
