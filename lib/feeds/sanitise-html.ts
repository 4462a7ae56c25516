import sanitize from 'sanitize-html'
import { resolveWebAddress, withoutTracking } from './web-address.ts'

/**
 * Makes HTML of strangers safe to show: text, headings, lists, tables, figures, images, sound and film by http(s),
 * links by http(s) and mailto. Scripts, styles, forms, frames, event handlers and everything not listed vanish
 * (OWASP: allow lists only). Addresses become absolute against `baseUrl`, tracking parameters of links are dropped,
 * images of one pixel too. Idempotent.
 */
export function sanitiseHtml(html: string, baseUrl: string): string {
  if (html === '') return ''
  if (!/[<&>]/.test(html)) return html.trim()
  currentBase = baseUrl
  return sanitize(html, options).trim()
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

const options: sanitize.IOptions = {
  allowedTags: listOf(
    'h1 h2 h3 h4 h5 h6 p br hr div span blockquote pre code kbd samp var article section details summary',
    'a abbr b bdi bdo cite del dfn em i ins mark q s small strong sub sup u time wbr ruby rt rp',
    'ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td',
    'figure figcaption picture img audio video source',
  ),
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

function listOf(...lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}
