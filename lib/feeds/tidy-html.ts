import { decodeEntities } from './xml-entities.ts'

export type Attributes = Record<string, string>

export type TidyRules = {
  /** Attributes that may stay, by element; '*' for all. */
  readonly allowedAttributes: Readonly<Record<string, readonly string[]>>
  /** Changes an element; as sanitize-html's transformTags. */
  readonly transformTags: Readonly<
    Record<string, (tagName: string, attributes: Attributes) => { tagName: string; attribs: Attributes }>
  >
  /** Attributes that mean nothing without a value. */
  readonly dropsWhenEmpty: ReadonlySet<string>
  readonly isDropped: (tagName: string, attributes: Attributes) => boolean
}

/**
 * Sanitises HTML that is tidy: well-known elements in lower case and plain attributes, comments and references; what
 * HTML closes by itself is closed. 90 % of the postings of the feed corpus are, and sanitize-html takes several times as
 * long for them. Its result is met to the letter: a test compares the two over the corpus and over made-up HTML.
 * Safe whatever comes in: the result is put together from escaped text and listed elements and attributes only.
 * @returns null when the HTML is not tidy: it is for sanitize-html then
 */
export function sanitiseTidyHtml(html: string, rules: TidyRules): string | null {
  let result = ''
  const open: OpenElement[] = []
  for (let at = 0; at < html.length;) {
    const tagAt = html.indexOf('<', at)
    const text = textOf(html.slice(at, tagAt === -1 ? html.length : tagAt))
    if (text === null) return null
    result += text
    if (tagAt === -1) break
    const tag = readTag(html, tagAt)
    if (tag === null) return null
    at = tag.end
    const written = tag.isClosing ? close(tag.name, open) : openElement(tag, open, rules)
    if (written === null) return null
    result += written
  }
  return result + closeDownTo(0, open)
}

type OpenElement = { readonly name: string; readonly closing: string }
type Tag = {
  /** '' for a comment. */
  readonly name: string
  readonly isClosing: boolean
  readonly attributes: string
  readonly isSelfClosing: boolean
  readonly end: number
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const blocks =
  'p h1 h2 h3 h4 h5 h6 div blockquote pre hr ul ol dl figure figcaption section article table details'
/** Elements that vanish while what is inside stays. */
const transparent = names('font big tt strike center label aside nav main header footer address')
const listed = names(
  `${blocks} li dt dd thead tbody tr th td caption a abbr b bdi bdo cite code del dfn em i img br ins kbd mark q s samp small span strong sub summary sup time u var`,
)
const empty = names('img br hr')
/** Which open elements end where another begins (htmlparser2's rules, after WHATWG HTML 13.2.6.4). */
const implied = new Map<string, ReadonlySet<string>>([
  ...[...blocks.split(' '), ...'aside nav main header footer address'.split(' ')].map(
    (name) => [name, names('p')] as const,
  ),
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, names('h1 h2 h3 h4 h5 h6 p')] as const),
  ...['a', 'li', 'th'].map((name) => [name, names(name)] as const),
  ['tr', names('tr th td')],
  ['td', names('thead th td')],
  ['dd', names('dd dt')],
  ['dt', names('dd dt')],
  ['tbody', names('thead tbody')],
])
const deepestNesting = 90

const tag =
  /<(?:(\/?)([a-z][a-z0-9]*)((?:\s+[a-z][a-z0-9:_-]*(?:=(?:"[^"]*"|'[^']*'|[^\s"'=<>`]*[^\s"'=<>`/]))?)*)\s*(\/?)>|!--(?!>|->)[^<>-]*(?:-[^<>-]+)*-->)/y
const attribute = /([a-z][a-z0-9:_-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

function readTag(html: string, at: number): Tag | null {
  tag.lastIndex = at
  const match = tag.exec(html)
  if (match === null) return null
  const [, slash = '', name = '', attributes = '', selfClosing = ''] = match
  const isClosing = slash !== ''
  if (isClosing && (attributes !== '' || selfClosing !== '')) return null
  return { name, isClosing, attributes, isSelfClosing: selfClosing !== '', end: tag.lastIndex }
}

/** What is written for an opening tag, which joins the open elements; null when only a real parser can tell. */
function openElement(read: Tag, open: OpenElement[], rules: TidyRules): string | null {
  const { name } = read
  if (name === '') return ''
  const isEmpty = empty.has(name)
  if (!listed.has(name) && !transparent.has(name)) return null
  if (open.length >= deepestNesting || (read.isSelfClosing && !isEmpty)) return null
  let before = ''
  while (implied.get(name)?.has(open.at(-1)?.name ?? '') === true) before += open.pop()?.closing ?? ''
  if (transparent.has(name)) {
    open.push({ name, closing: '' })
    return before
  }
  const attributes = attributesOf(read, rules)
  if (attributes === null) return null
  const { tagName, attribs } = rules.transformTags[name]?.(name, attributes) ?? {
    tagName: name,
    attribs: attributes,
  }
  if (!isEmpty) open.push({ name, closing: `</${tagName}>` })
  else if (rules.isDropped(tagName, attribs)) return before
  return `${before}<${tagName}${writeAttributes(tagName, attribs, rules)}${isEmpty ? ' /' : ''}>`
}

/** What is written for a closing tag: it ends its element with all that is open inside, or nothing. */
function close(name: string, open: OpenElement[]): string | null {
  const depth = open.findLastIndex((element) => element.name === name)
  if (depth >= 0) return closeDownTo(depth, open)
  // HTML makes elements of these two.
  return name === 'p' || name === 'br' ? null : ''
}

function closeDownTo(depth: number, open: OpenElement[]): string {
  let written = ''
  while (open.length > depth) written += open.pop()?.closing ?? ''
  return written
}

/** The attributes that matter, each as often as it counts: once. */
function attributesOf({ name, attributes: written }: Tag, rules: TidyRules): Attributes | null {
  const attributes: Attributes = {}
  if (written === '') return attributes
  for (const [, key = '', double, single, bare] of written.matchAll(attribute)) {
    if (!isAllowed(name, key, rules) && key !== 'data-src') continue
    if (Object.hasOwn(attributes, key)) continue
    const value = decoded((double ?? single ?? bare ?? '').replace(unfinished, literal))
    if (value === null || (key === 'href' && /^\s*mailto:(?![\w.%+-]+@[\w.-]+$)/i.test(value))) return null
    attributes[key] = value
  }
  return attributes
}

const unfinished = /&([a-zA-Z][a-zA-Z0-9]*)(?=([^a-zA-Z0-9;]|$))/g

/** In attributes `&name=` is no reference, nor is any name that HTML does not know (WHATWG HTML 13.2.5.73). */
function literal(whole: string, name: string, next: string): string {
  const isKnown = decodeEntities(`${whole};`) !== `${whole};`
  return next === '=' || !isKnown ? `&amp;${name}` : whole
}

function isAllowed(name: string, key: string, { allowedAttributes }: TidyRules): boolean {
  return allowedAttributes[name]?.includes(key) === true || allowedAttributes['*']?.includes(key) === true
}

function writeAttributes(name: string, attributes: Attributes, rules: TidyRules): string {
  let written = ''
  for (const [key, value] of Object.entries(attributes)) {
    if (!isAllowed(name, key, rules) || (value === '' && rules.dropsWhenEmpty.has(key))) continue
    written +=
      value === '' && key !== 'alt' ? ` ${key}` : ` ${key}="${escape(value).replace(/"/g, '&quot;')}"`
  }
  return written
}

function textOf(written: string): string | null {
  if (!/[&>]/.test(written)) return written
  const text = decoded(written)
  return text === null ? null : escape(text)
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

const reference = /&(?:#(\d{1,6})|#[xX]([0-9a-fA-F]{1,5})|[a-zA-Z][a-zA-Z0-9]{0,30});|&(?=[\w#])/g

/** Text with its references resolved; null when one of them is not entirely clear. */
function decoded(written: string): string | null {
  if (!written.includes('&')) return written
  let isClear = true
  const text = written.replace(reference, (whole, decimal: string | undefined, hex: string | undefined) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    if (!Number.isNaN(code)) {
      isClear &&= (code >= 32 && code < 127) || (code >= 160 && code < 0xd800)
      return String.fromCodePoint(code)
    }
    const character = decodeEntities(whole)
    isClear &&= character !== whole
    return character
  })
  return isClear ? text : null
}
