import { randomUUID } from 'node:crypto'
import sanitize from 'sanitize-html'
import { withoutTracking } from './clean-address.ts'
import { resolveWebAddress } from './web-address.ts'

/**
 * Makes HTML of strangers safe to show: text, headings, lists, tables, figures, images, sound and film by http(s),
 * links by http(s) and mailto. Scripts, styles, forms, frames, event handlers and everything not listed vanish
 * (OWASP: allow lists only). Addresses become absolute against `baseUrl`, tracking parameters of links are dropped,
 * images of one pixel too. Idempotent.
 */
export function sanitiseHtml(html: string, baseUrl: string): string {
  if (isPlain(html)) return html.trim()
  currentBase = baseUrl
  return settled(html, sanitize(html, options).trim())
}

/**
 * What an element that vanishes kept apart can close each other without it ("<tr><body><tr>"), so that the next cleaning
 * would change it once more. Cleaned again until it stays as it is; texts of allowed elements alone stay at once.
 */
function settled(html: string, cleaned: string): string {
  if (!vanishing.test(html)) return cleaned
  let [before, after] = [cleaned, sanitize(cleaned, options).trim()]
  for (let pass = 1; after !== before && pass < mostPasses; pass++)
    [before, after] = [after, sanitize(after, options).trim()]
  return after
}
const mostPasses = 4

type StrangersHtml = { readonly html: string; readonly baseUrl: string }

/**
 * Each text as `sanitiseHtml` makes it. sanitize-html sets itself up anew for each call, which takes longer than to
 * clean a short text (18 of 35 µs for 300 characters): texts are strung together and cleaned in one call. What comes out
 * is cut only at seams that stand outside of every element. Where a text leaves an element, a comment or a quote open,
 * a seam is none of those, and the texts of that string are cleaned one by one.
 */
export function sanitiseAll(texts: readonly StrangersHtml[]): string[] {
  const cleaned = texts.map(() => '')
  let string: (StrangersHtml & { readonly at: number })[] = []
  let room = longestString
  const cleanString = () => {
    const parts = sanitiseString(string)
    string.forEach(({ at }, index) => (cleaned[at] = parts[index] ?? ''))
    string = []
    room = longestString
  }
  texts.forEach(({ html, baseUrl }, at) => {
    // sanitize-html reads what follows an iframe in a call of its own, in which all seams seem to stand outside.
    if (isPlain(html) || /<iframe/i.test(html)) {
      cleaned[at] = sanitiseHtml(html, baseUrl)
      return
    }
    if (html.length > room) cleanString()
    string.push({ html, baseUrl, at })
    room -= html.length
  })
  cleanString()
  return cleaned
}

/** In characters: how much one text that leaves something open makes others cost again, and the memory for copies. */
const longestString = 20_000

/** One byte per character, as most texts have; nobody can write it who does not know this process. */
const seam = `\u0001${randomUUID()}\u0001`
let seamsOutside = 0
let bases: readonly string[] = []

function sanitiseString(texts: readonly StrangersHtml[]): string[] {
  const alone = () => texts.map(({ html, baseUrl }) => sanitiseHtml(html, baseUrl))
  if (texts.length < 2) return alone()
  seamsOutside = 0
  bases = texts.map(({ baseUrl }) => baseUrl)
  currentBase = bases[0] ?? ''
  const parts = sanitize(texts.map(({ html }) => html).join(seam), stringOptions).split(seam)
  if (seamsOutside !== texts.length - 1 || parts.length !== texts.length) return alone()
  return parts.map((part, at) => {
    const { html = '', baseUrl = '' } = texts[at] ?? {}
    currentBase = baseUrl
    return settled(html, part.trim())
  })
}

/** Is shown each piece of text with the element that it stands in, if any; behind a seam addresses have another base. */
function noticeSeams(text: string, tagName?: string): string {
  if (tagName !== undefined) return text
  for (let at = text.indexOf(seam); at !== -1; at = text.indexOf(seam, at + seam.length))
    currentBase = bases[++seamsOutside] ?? ''
  return text
}

function isPlain(html: string): boolean {
  return !/[<&>]/.test(html)
}

/** The base for the transformations below; sanitize-html is synchronous, and building its options anew is slow. */
let currentBase = 'http://localhost/'

type Attributes = sanitize.Attributes

function transformLink(tagName: string, attributes: Attributes): sanitize.Tag {
  const { href } = attributes
  if (href === undefined) return { tagName: 'span', attribs: {} }
  if (/^mailto:/i.test(href.trim())) return { tagName, attribs: { href: href.trim() } }
  const url = resolveWebAddress(href, currentBase)
  if (url === null) return { tagName: 'span', attribs: {} }
  const attribs: Attributes = {
    href: withoutTracking(url),
    rel: 'noopener noreferrer nofollow',
    target: '_blank',
  }
  if (attributes['title'] !== undefined) attribs['title'] = attributes['title']
  return { tagName, attribs }
}

function transformMedia(tagName: string, attributes: Attributes): sanitize.Tag {
  const attribs: Attributes = { ...attributes }
  const source = attributes['src'] ?? attributes['data-src']
  const src = resolveWebAddress(source, currentBase)
  if (src === null) delete attribs['src']
  else attribs['src'] = src
  const poster = resolveWebAddress(attributes['poster'], currentBase)
  if (poster === null) delete attribs['poster']
  else attribs['poster'] = poster
  if (tagName === 'img') attribs['loading'] = 'lazy'
  // Without a text the screen reader would read the address out.
  if (tagName === 'img') attribs['alt'] ??= ''
  if (tagName === 'audio' || tagName === 'video') attribs['controls'] = ''
  if (tagName === 'audio' || tagName === 'video') attribs['preload'] = 'none'
  return { tagName, attribs }
}

function isOnePixel(attributes: Attributes): boolean {
  const isTiny = (size: string | undefined) => /^\s*[01](px)?\s*$/i.test(size ?? '')
  return isTiny(attributes['width']) && isTiny(attributes['height'])
}

function isDropped(tagName: string, attributes: Attributes): boolean {
  if (tagName === 'img') return attributes['src'] === undefined || isOnePixel(attributes)
  return tagName === 'source' && attributes['src'] === undefined
}

const allowedAttributes = {
  a: ['href', 'rel', 'target', 'title'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
  audio: ['src', 'controls', 'preload'],
  video: ['src', 'controls', 'preload', 'poster', 'width', 'height'],
  source: ['src', 'type'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  col: ['span'],
  ol: ['start', 'reversed', 'type'],
  time: ['datetime'],
  abbr: ['title'],
  bdo: ['dir'],
  '*': ['dir', 'lang'],
}

const transformTags = {
  a: transformLink,
  img: transformMedia,
  audio: transformMedia,
  video: transformMedia,
  source: transformMedia,
}

// The commonest first: sanitize-html goes through the list for each tag and each piece of text.
const allowedTags = listOf(
  'p a br img em strong li span div b i',
  'h1 h2 h3 h4 h5 h6 hr blockquote pre code kbd samp var article section details summary',
  'abbr bdi bdo cite del dfn ins mark q s small sub sup u time wbr ruby rt rp',
  'ul ol dl dt dd table caption colgroup col thead tbody tfoot tr th td',
  'figure figcaption picture audio video source',
)
/** The beginning of an element that is not allowed. */
const vanishing = new RegExp(`<(?!(?:${allowedTags.join('|')})[\\s/>])[a-z]`, 'i')

const options: sanitize.IOptions = {
  allowedTags,
  nonTextTags: listOf(
    'script style textarea option select noscript xmp title head object embed applet svg math template',
  ),
  allowedAttributes,
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'poster', 'cite'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Far more than any article needs; below it tags are dropped and their text stays.
  nestingLimit: 100,
  transformTags,
  exclusiveFilter: ({ tag, attribs }) => isDropped(tag, attribs),
}

const stringOptions: sanitize.IOptions = { ...options, textFilter: noticeSeams }

function listOf(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}
