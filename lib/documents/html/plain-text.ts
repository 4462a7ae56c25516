import { decodeEntities } from './xml-entities.ts'

const tag = /<(?:!--[\s\S]{0,2000}?-->|![^<>]{0,2000}>|\/?[a-zA-Z][^<>]{0,2000}>)/g
const blockTag =
  /<(?:br|\/?(?:p|div|li|h[1-6]|tr|t[dh]|d[td]|blockquote|pre|figure|figcaption|section|article|summary))\b[^<>]{0,2000}>/gi
/** A picture that is written out (data:) is longer than other tags, and may have been cut. */
const picture = /<img\b[^<>]*(?:>|$)/gi
const notText = /<(script|style)\b[^<>]{0,2000}>[\s\S]{0,5000}?<\/\1\s*>/gi

/** White space folded to single blanks, none at the ends. */
export function onOneLine(text: string): string {
  // Most texts are so already, and finding that out is cheaper than to replace each blank by a blank.
  return (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim()
}

/** The text of HTML on one line. Not a sanitiser: the result is text and must be shown as text. */
export function htmlToText(html: string): string {
  if (!html.includes('<')) return onOneLine(decodeEntities(html))
  const words = html.replace(picture, '').replace(notText, '').replace(blockTag, ' ').replace(tag, '')
  return onOneLine(decodeEntities(words))
}

/** As `htmlToText`, for a text that does not say whether it is HTML: what is no element of HTML stays ("List<String>"). */
export function guessedToText(text: string): string {
  if (!text.includes('<')) return onOneLine(decodeEntities(text))
  const bare = text.replace(/<!--[\s\S]{0,2000}?-->/g, '').replace(notText, '')
  const closed = new Set((bare.match(/<\/[a-z\d]+/gi) ?? []).map((found) => found.slice(2).toLowerCase()))
  const isMeant = (found: string, behind: string) => isTag(found) && !isNamed(found, closed, behind)
  const replaced = (by: string) => (found: string, at: number, whole: string) =>
    isMeant(found, whole.charAt(at + found.length)) ? by : found
  const words = bare.replace(blockTag, replaced(' ')).replace(tag, replaced(''))
  return onOneLine(decodeEntities(words))
}

/** Whether a text that claims nothing about its type has tags: elements of HTML, or others that are closed. */
export function hasTags(text: string): boolean {
  return (text.match(tag) ?? []).some(
    (found) => isTag(found) || /^<\/([a-z][a-z\d]*-|[a-z]+:math>)/i.test(found),
  )
}

/** Whether it has references to characters, which a plain text has not. */
export function hasEntities(text: string): boolean {
  return /&(#\d+|#x[\da-f]+|[a-z][a-z0-9]+);/i.test(text)
}

/** "<b>" and "<a href=…>" are tags; "<T>", "<stdio.h>" and, in "a<b and c>d", "<b and c>" are words. */
function isTag(found: string): boolean {
  if (found.startsWith('<!')) return found.startsWith('<!--') || /^<!doctype/i.test(found)
  const [, name = '', rest = ''] = /^<\/?([a-z][a-z\d]*)((?:[\s/][^<>]*)?)>$/i.exec(found) ?? []
  if (!elements.has(name.toLowerCase())) return false
  return rest.includes('=') || ['', '/'].includes(rest.trim()) || lonely.has(name.toLowerCase())
}

/**
 * Whether a tag stands for its own name ("the <video> element"): it has no attribute and no end, or needs an attribute to show anything.
 * An element that marks words ("<em>") has them right behind it.
 */
function isNamed(found: string, closed: ReadonlySet<string>, behind: string): boolean {
  const name = /^<([a-z][a-z\d]*)\s*>$/i.exec(found)?.[1]?.toLowerCase()
  if (name === undefined || leftOpen.has(name)) return false
  if (marks.has(name)) return !closed.has(name) && /^[\s.,:;?!)]?$/.test(behind)
  return empty.has(name) || !closed.has(name)
}
const empty = new Set('area base embed img input link meta param source track'.split(' '))
/** Elements that titles leave open, or that have no end. */
const leftOpen = new Set('br center hr li p wbr'.split(' '))
const marks = new Set('b big em font i q s small span strong sub sup u'.split(' '))

/** Elements whose attributes need no value. */
const lonely = new Set(
  'input details dialog audio video ol script iframe option button select img br hr'.split(' '),
)
const elements = new Set(
  [
    'a abbr acronym address applet area article aside audio b base bdi bdo big blink blockquote body br button canvas',
    'caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset',
    'figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input',
    'ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noframes noscript object ol',
    'optgroup option output p param picture pre progress q rb rp rt rtc ruby s samp script section select small',
    'source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr',
    'track tt u ul var video wbr xmp',
  ].flatMap((line) => line.split(' ')),
)

/** The first `limit` characters of sanitised HTML as text, cut at a word where one ends near. */
export function excerptOf(html: string, limit: number): string {
  const text = html.replace(picture, '')
  const start = htmlToText(beginningOf(text, limit * 4))
  // Hardly any text there, then: look further.
  const isEnough = start.length > limit || text.length <= limit * 4
  return shorten(isEnough ? start : htmlToText(beginningOf(text, limit * 20)), limit)
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
