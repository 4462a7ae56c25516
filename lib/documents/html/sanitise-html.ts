import sanitize from 'sanitize-html'
import { arrangeHtml } from './arrange-html.ts'
import { withoutTracking } from './clean-address.ts'
import { mathAttributes, mathTags, textTags } from './html-vocabulary.ts'
import { isHiddenPicture, isRaster } from './picture-source.ts'
import { harmlessSchemes, resolveLink, resolveWebAddress } from './web-address.ts'

/**
 * Says how texts are cleaned. Raise it when the same HTML comes out otherwise than before: then readers are not told of an edit where nobody
 * but us changed the text.
 */
export const cleaningVersion = 5

/**
 * Makes HTML of strangers safe to show: text, headings, lists, tables, formulas, figures, images, sound and film by
 * http(s), links by http(s) and the schemes that only open another program. Scripts, styles, forms, frames, event handlers
 * and everything not listed vanish (OWASP: allow lists only); `arrangeHtml` saves before what a reader would miss.
 * Addresses become absolute against `baseUrl`, tracking parameters of links are dropped, images of one pixel too. Idempotent.
 */
export function sanitiseHtml(html: string, baseUrl: string): string {
  if (isPlain(html)) return html.trim()
  const arranged = arrangeHtml(html, baseUrl)
  currentBase = baseUrl
  return settled(arranged, cleanOnce(arranged))
}

/**
 * Two elements that a third kept apart can close each other when it vanishes ("<tr><body><tr>"), so that the next cleaning
 * would change it once more. Cleaned again until it stays as it is; texts of allowed elements alone stay at once.
 */
function settled(html: string, cleaned: string): string {
  if (!vanishing.test(html)) return cleaned
  let before = cleaned
  let after = cleanOnce(cleaned)
  for (let pass = 1; after !== before && pass < mostPasses; pass++)
    [before, after] = [after, cleanOnce(after)]
  return after
}
const mostPasses = 4

/** sanitize-html goes through all that is allowed at each call: the names of formulas took 45 of 130 µs, and few texts have any. */
function cleanOnce(html: string): string {
  return sanitize(html, formula.test(html) ? formulaOptions : options).trim()
}

export type StrangersHtml = { readonly html: string; readonly baseUrl: string }

/** The first of a posting's texts that has something to show when it is cleaned; '' where none has. */
export function firstShown(texts: readonly StrangersHtml[]): string {
  for (const { html, baseUrl } of texts) {
    const cleaned = sanitiseHtml(html, baseUrl)
    if (showsSomething(cleaned)) return cleaned
  }
  return ''
}

function showsSomething(html: string): boolean {
  return (
    /<(?:img|audio|video|math)\b/.test(html) || /(?:^|>)[^<>]*[^<>\s\u00AD\u200B-\u200D\uFEFF]/.test(html)
  )
}

function isPlain(html: string): boolean {
  return !/[<&>]|\[(?:embed|video|audio|youtube|vimeo|dailymotion|soundcloud|spotify)\b/.test(html)
}

/** The base for the transformations below; sanitize-html is synchronous, and building its options anew is slow. */
let currentBase = 'http://localhost/'

type Attributes = sanitize.Attributes

function transformLink(tagName: string, attributes: Attributes): sanitize.Tag {
  const { href, title, id } = attributes
  const own: Attributes = { ...(title !== undefined && { title }), ...(id !== undefined && { id }) }
  if (href !== undefined && jump.test(href)) return { tagName, attribs: { href, ...own } }
  const url = resolveLink(href, currentBase)
  if (url === null) return { tagName: 'span', attribs: own }
  if (!/^https?:/.test(url)) return { tagName, attribs: { href: url, ...own } }
  const player = attributes['data-player']
  const attribs: Attributes = {
    href: withoutTracking(url),
    rel: 'noopener noreferrer nofollow',
    target: '_blank',
    ...own,
    ...(player !== undefined && { 'data-player': player }),
  }
  return { tagName, attribs }
}
/** A jump inside a text, as `arrangeHtml` writes it. */
const jump = /^#t[0-9a-f]{6}-[\p{L}\p{N}_:.-]+$/u
const target = /^t[0-9a-f]{6}-[\p{L}\p{N}_:.-]+$/u

/** A publisher's ids could stand for parts of our pages; only the targets of jumps stay. */
function withoutForeignId(tagName: string, attribs: Attributes): sanitize.Tag {
  if (attribs['id'] !== undefined && !target.test(attribs['id'])) delete attribs['id']
  return { tagName, attribs }
}

function transformMedia(tagName: string, attributes: Attributes): sanitize.Tag {
  const attribs: Attributes = { ...attributes }
  const source = attributes['src'] ?? attributes['data-src']
  const isWrittenOut = tagName === 'img' && source !== undefined && isRaster(source)
  const src = isWrittenOut ? source : resolveWebAddress(source, currentBase)
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

function isDropped(tagName: string, attributes: Attributes): boolean {
  if (tagName === 'img') return attributes['src'] === undefined || isHiddenPicture(attributes)
  return tagName === 'source' && attributes['src'] === undefined
}

const align = { name: 'align', multiple: false, values: ['left', 'right', 'center', 'justify'] }
const allowedAttributes: Record<string, sanitize.AllowedAttribute[]> = {
  ...Object.fromEntries(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr'].map((name) => [name, [align]])),
  div: [align, 'data-language'],
  pre: ['data-language'],
  code: ['data-language'],
  a: ['href', 'rel', 'target', 'title', 'data-player'],
  img: ['src', 'alt', 'title', 'width', 'height', 'loading', 'data-inline'],
  audio: ['src', 'controls', 'preload'],
  video: ['src', 'controls', 'preload', 'poster', 'width', 'height'],
  source: ['src', 'type'],
  td: ['colspan', 'rowspan', align],
  th: ['colspan', 'rowspan', 'scope', align],
  col: ['span'],
  ol: ['start', 'reversed', 'type'],
  li: ['value'],
  details: ['open'],
  time: ['datetime'],
  abbr: ['title'],
  bdo: ['dir'],
  '*': ['dir', 'lang', 'id'],
}

const transformTags = {
  '*': withoutForeignId,
  a: transformLink,
  img: transformMedia,
  audio: transformMedia,
  video: transformMedia,
  source: transformMedia,
}

/** The beginning of an element that is not allowed. */
const vanishing = new RegExp(`<(?!(?:${[...textTags, ...mathTags].join('|')})[\\s/>])[a-z]`, 'i')
/** The beginning of an element of a formula. */
const formula = new RegExp(`<(?:${mathTags.join('|')})[\\s/>]`, 'i')

const options: sanitize.IOptions = {
  allowedTags: [...textTags],
  nonTextTags:
    'script style textarea option select noscript xmp title head object embed applet svg template annotation annotation-xml'.split(
      ' ',
    ),
  allowedAttributes,
  allowedSchemes: ['http', 'https'],
  allowedSchemesByTag: { a: ['http', 'https', ...harmlessSchemes], img: ['http', 'https', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'poster', 'cite'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Far more than any article needs; below it tags are dropped and their text stays.
  nestingLimit: 100,
  transformTags,
  exclusiveFilter: ({ tag, attribs }) => isDropped(tag, attribs),
}

const formulaOptions: sanitize.IOptions = {
  ...options,
  allowedTags: [...textTags, ...mathTags],
  allowedAttributes: {
    ...Object.fromEntries(mathTags.map((name) => [name, [...mathAttributes]])),
    ...allowedAttributes,
  },
}
