import { decodeEntities } from './xml-entities.ts'

const tag = /<(?:!--[\s\S]{0,2000}?-->|![^<>]{0,2000}>|\/?[a-zA-Z][^<>]{0,2000}>)/g
const blockTag = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/td|\/blockquote)\b[^<>]{0,2000}>/gi

const notText = /<(script|style)\b[^<>]{0,2000}>[\s\S]{0,5000}?<\/\1\s*>/gi

/** White space folded to single blanks, none at the ends. */
export function onOneLine(text: string): string {
  // Most texts are so already, and finding that out is cheaper than to replace each blank by a blank.
  return (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}

/** The text of HTML on one line. Not a sanitiser: the result is text and must be shown as text. */
export function htmlToText(html: string): string {
  if (!html.includes('<')) return onOneLine(decodeEntities(html))
  return onOneLine(decodeEntities(html.replace(notText, '').replace(blockTag, ' ').replace(tag, '')))
}

/** Whether a text that claims nothing about its type is HTML: it has a tag or an entity. */
export function looksLikeHtml(text: string): boolean {
  return /<\/?[a-z][a-z0-9]*(\s[^<>]*)?\/?>|&(#\d+|#x[\da-f]+|[a-z][a-z0-9]+);/i.test(text)
}

/** The first `limit` characters of sanitised HTML as text, cut at a word where one ends near. */
export function excerptOf(html: string, limit: number): string {
  const start = htmlToText(beginningOf(html, limit * 4))
  // Hardly any text there, then: look further.
  const isEnough = start.length > limit || html.length <= limit * 4
  return shorten(isEnough ? start : htmlToText(beginningOf(html, limit * 20)), limit)
}

/** The beginning of sanitised HTML, without a tag or reference that would be cut in two. */
function beginningOf(html: string, length: number): string {
  return html.length <= length ? html : html.slice(0, length).replace(/<[^<>]*$|&[#\w]*$/, '')
}

/** A text of at most `limit` characters, ending in an ellipsis when something was cut off. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1)
  const blank = cut.lastIndexOf(' ')
  const kept = blank > limit * 0.7 ? cut.slice(0, blank) : cut
  // Half of a surrogate pair at the end would be no character.
  return `${kept.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}
