import { guessedToText, hasEntities, hasTags, htmlToText, onOneLine } from '#lib/documents/html/plain-text.ts'
import { youTubeId } from '#lib/documents/html/player-link.ts'
import { decodeEntities } from '#lib/documents/html/xml-entities.ts'
import type { XmlNode } from './xml-node.ts'

/** The rules that say whether a text is HTML: Atom labels its texts, RSS leaves it to guessing. */
export type TextRules = 'atom' | 'rss'

/** The text of an element as one line of plain text; null when there is none. */
export function plainTextOf(node: XmlNode | undefined, rules: TextRules): string | null {
  if (node === undefined) return null
  const text = unpacked(node)
  return toPlainText(text, node, rules) || null
}

function toPlainText(text: string, node: XmlNode, rules: TextRules): string {
  if (node.isMarkup || typeOf(node, rules) === 'html') return htmlToText(text)
  if (node.$['type'] === 'plain') return onOneLine(decodeEntities(text))
  return rules === 'rss' || isPacked(node) ? guessedToText(text) : onOneLine(text)
}

/** The text of an element as HTML, not sanitised yet; '' when there is none. `url`: as in `textToHtml`. */
export function htmlOf(node: XmlNode | undefined, rules: TextRules, url: string | null = null): string {
  if (node === undefined) return ''
  const text = unpacked(node).trim()
  const type = typeOf(node, rules)
  if (node.isMarkup || type === 'html') return text
  if (type === 'other') return ''
  // Publishers forget to say that it is HTML.
  const isForgotten = rules === 'atom' && node.$['type'] === undefined && wholeHtml.test(text)
  if (isForgotten) return text
  if (rules === 'atom' || node.$['type'] === 'plain') return textToHtml(text, url)
  if (hasTags(text)) return text
  const plain = hasEntities(text) ? decodeEntities(text) : text
  // It may have been escaped twice.
  return wholeHtml.test(plain) ? plain : textToHtml(plain, url)
}
/** A text that is HTML from end to end. */
const wholeHtml =
  /^<(p|div|h[1-6]|ul|ol|table|figure|blockquote|article|section|img)(\s[^<>]*)?>[^]*(<\/[a-z\d]+>|<(img|br|hr)\b[^<>]*>)$/i

/**
 * Plain text as HTML that shows the same, line ends included. Addresses become links. Where `url` is a film of YouTube, so do
 * its times ("1:02"), as on its page.
 */
export function textToHtml(text: string, url: string | null = null): string {
  const film = url === null ? null : filmPage(url)
  let html = ''
  let end = 0
  for (const match of text.matchAll(film === null ? address : addressOrTime)) {
    const [found] = match
    const [words, href] = /^\d/.test(found) ? [found, `${film}&t=${secondsOf(found)}s`] : linkOf(found)
    if (href === null) continue
    html += `${escaped(text.slice(end, match.index))}<a href="${escaped(href)}">${escaped(words)}</a>`
    end = match.index + words.length
  }
  return html + escaped(text.slice(end))
}

const address = /(?:https?:\/\/|(?<![\w.@/-])www\.)[^\s<>"“”«»\u3000-\u303F\uFF00-\uFF65]+/gi
const addressOrTime =
  /(?:https?:\/\/|(?<![\w.@/-])www\.)[^\s<>"“”«»\u3000-\u303F\uFF00-\uFF65]+|(?<![\w:.])(?:\d{1,2}:)?\d{1,2}:\d{2}(?![\w:])/gi

/** The address in it, without the full stop or bracket behind, and where it leads. */
function linkOf(found: string): [words: string, href: string | null] {
  const opened = (found.match(/[([]/g) ?? []).length
  let closed = (found.match(/[)\]]/g) ?? []).length
  let end = found.length
  for (; end > 0; end--) {
    const last = found[end - 1] ?? ''
    const isBracket = last === ')' || last === ']'
    if (isBracket && closed <= opened) break
    if (isBracket) closed--
    else if (!".,;:!?'’…*_~|}".includes(last)) break
  }
  const words = found.slice(0, end)
  const href = /^www/i.test(words) ? `https://${words}` : words
  return [words, URL.parse(href)?.hostname.includes('.') === true ? href : null]
}

function filmPage(url: string): string | null {
  const { hostname = '', pathname = '', searchParams } = URL.parse(url) ?? {}
  const id = pathname === '/watch' ? (searchParams?.get('v') ?? '') : pathname.replace('/shorts/', '')
  return /(^|\.)youtube\.com$/.test(hostname) && youTubeId.test(id)
    ? `https://www.youtube.com/watch?v=${id}`
    : null
}

function secondsOf(time: string): number {
  return time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

function escaped(text: string): string {
  const html = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return html.replace(/\r?\n/g, '<br />')
}

function unpacked(node: XmlNode): string {
  const text = isPacked(node) ? Buffer.from(node._, 'base64').toString('utf8') : node._
  const bare = text.trim()
  // A publisher who marks a text twice as text leaves the inner marks in it.
  const isMarked = !node.isMarkup && bare.startsWith('<![CDATA[') && bare.endsWith(']]>')
  return isMarked ? bare.replace(/<!\[CDATA\[|\]\]>/g, '') : text
}

/** Atom 0.3 allows text in base64; some say so with a media type instead. */
function isPacked({ $ }: XmlNode): boolean {
  return $['mode'] === 'base64' || $['encoding'] === 'base64' || $['type'] === 'application/octet-stream'
}

/** RFC 4287 3.1.1 and 4.1.3.3, Atom 0.3's media types included. */
function typeOf(node: XmlNode, rules: TextRules): 'text' | 'html' | 'other' | 'unknown' {
  const type = (node.$['type'] ?? '').trim().toLowerCase()
  if (type === 'html' || type === 'xhtml' || type.endsWith('/html') || type.includes('xhtml')) return 'html'
  if (rules === 'rss') return 'unknown'
  if (type === '' || type === 'text' || type.startsWith('text/')) return 'text'
  if (type.endsWith('/xml') || type.endsWith('+xml')) return node.isMarkup ? 'html' : 'text'
  return 'other'
}
