import { resolveWebAddress } from './web-address.ts'

type Attributes = Readonly<Record<string, string>>

export type Picture = {
  readonly src: string
  /** A script of the publisher's page would have put it in. */
  readonly isLazy: boolean
}

/**
 * The one address that a picture is stored with, chosen among the attributes that scripts read, `srcset`, `src` and the
 * `source` elements beside it. Placeholders are none.
 * @returns null when there is no picture to show
 */
export function pictureOf(written: Attributes, sources: readonly Attributes[], base: string): Picture | null {
  const attributes = withWidth(written)
  const resolve = (address: string | undefined) => pictureAddress(address, base)
  const source = resolve(attributes['src'])
  const isStandIn = source === null || standIn.test(attributes['src'] ?? '')
  const isLazyClass = /lazy|defer|b-loaded/i.test(attributes['class'] ?? '')
  const lazy = lazyAddress(attributes, base, isStandIn || isLazyClass)
  if (lazy !== null) return { src: lazy, isLazy: true }
  const own = resolve(bestOfSet(attributes['srcset'])) ?? source
  if (own !== null) return { src: own, isLazy: isLazyClass || isStandIn }
  for (const other of inOrder(sources)) {
    const address =
      lazyAddress(other, base, true) ?? resolve(bestOfSet(other['srcset'])) ?? resolve(other['src'])
    if (address !== null) return { src: address, isLazy: isLazyClass }
  }
  return null
}

/** Addresses in which a script would put the width of the screen, with the best of the widths that there are. */
function withWidth(attributes: Attributes): Attributes {
  const widths = (attributes['data-widths']?.match(/\d{2,5}/g) ?? []).map(Number).sort((a, b) => a - b)
  const width = widths.find((each) => each >= enoughPixels) ?? widths.at(-1)
  if (width === undefined) return attributes
  const filled = Object.entries(attributes).map(([name, value]) => [
    name,
    value.replace(/\{width\}/g, String(width)),
  ])
  return Object.fromEntries(filled) as Attributes
}
/** Placeholders that a script fills later. */
const unfilled = /\{(width|height|size|w|h|src|url)\}|\{\{|\$\{/i

/** Whether the publisher hides a picture or makes it a dot, as those are that count readers. */
export function isHiddenPicture(attributes: Attributes): boolean {
  const style = attributes['style'] ?? ''
  const isTiny = (side: string | undefined, styled: RegExp) =>
    /^\s*[01](px)?\s*$/i.test(side ?? '') || styled.test(style)
  return isTiny(attributes['width'], tinyWidth) && isTiny(attributes['height'], tinyHeight)
}
const tinyWidth = /(?:^|[;\s])width:\s?[01](?:px)?(?:[;\s!]|$)/i
const tinyHeight = /(?:^|[;\s])height:\s?[01](?:px)?(?:[;\s!]|$)/i

/** Attributes of HTML itself, and those that name something else than the picture. */
const otherAttributes =
  /^(src|srcset|sizes|alt|title|width|height|class|id|style|loading|decoding|longdesc|usemap|lowsrc|on\w+|.*(href|link|page|share|caption|credit|author|icon|avatar|placeholder|thumb|preview|tiny|lqip).*)$/
/** Names that only scripts for lazy pictures use: what they hold comes before a real `src`, which is smaller then. */
const lazyNames =
  /^(data-)?(pagespeed-)?(lazy-?(load)?-?)?(src|original|original-?src|lazy|lazyload|echo|actualsrc|opt-src|cfsrc|ll-src|hi-?res-?src|srcset)$/

/** `isAny`: nothing else is there to show, so each attribute counts that holds the address of a picture. */
function lazyAddress(attributes: Attributes, base: string, isAny: boolean): string | null {
  const found: { readonly rank: number; readonly address: string }[] = []
  for (const [name, value] of Object.entries(attributes)) {
    const isLazy = lazyNames.test(name) && name !== 'src' && name !== 'srcset'
    if (!isLazy && (!isAny || otherAttributes.test(name))) continue
    const address = name.includes('set') || /\s\d+[wx]\s*(,|$)/.test(value) ? bestOfSet(value) : value.trim()
    if (address === undefined || /\s/.test(address) || !/[./]/.test(address)) continue
    const isPicture = pictureFile.test(address) || (isLazy ? true : /src|img|image|original/.test(name))
    const resolved = isPicture ? pictureAddress(address, base) : null
    if (resolved === null || standIn.test(address)) continue
    // As in HTML itself, a set has better ones.
    const rank = name.includes('set') ? 0 : 1
    found.push({ rank: isLazy ? rank : 2, address: resolved })
  }
  return found.toSorted((a, b) => a.rank - b.rank)[0]?.address ?? null
}

const pictureFile = /\.(jpe?g|png|gif|webp|avif|bmp)([?#!:@]|$)/i
/** Names of files that stand in for a picture until a script has put it in. */
const standIn =
  /(^|\/)(spacer|blank|pixel|transparent|trans|clear(dot)?|1x1|none|empty|dummy|gr[ae]y|default|[\w-]{0,40}placeholder[\w-]{0,40}|(ajax-)?load(er|ing)|lazy(load)?|spinner|preload)([-_.]?\d{1,4}(x\d{1,4})?)?\.(gif|png|svg|jpe?g|webp)([?#]|$)/i
/** Those of them that show nothing at all. */
const nothing =
  /(^|\/)(spacer|blank|pixel|transparent|trans|clear(dot)?|1x1)([-_.]?\d{1,4}(x\d{1,4})?)?\.(gif|png|svg|webp)([?#]|$)/i

/** An address of the web, or a small raster that is written out; null for what shows nothing. */
function pictureAddress(address: string | undefined, base: string): string | null {
  const trimmed = address?.trim() ?? ''
  if (/^data:/i.test(trimmed)) return isRaster(trimmed) && !isDot(trimmed) ? trimmed : null
  if (trimmed.startsWith('#') || nothing.test(trimmed) || unfilled.test(trimmed)) return null
  return resolveWebAddress(trimmed, base)
}

/** Attributes of plugins that load the picture behind an element late. */
const lazyBackground =
  /^data-(bg|bg-?src|bg-?image|bg-?url|background|background-?image|background-?src|lazy-?background|parallax-image)$/
const writtenBackground = /(?:^|[;\s])background(?:-image)?:[^;]{0,100}?url\(\s?['"]?([^'")]{3,2000})/i
const blockWithBackground = /(^|\s)wp-block-cover(\s|$)/

/**
 * The picture behind an element: one that a plugin would load late, one that a block of WordPress has there, or one in an element that has
 * nothing else to show. Patterns that repeat are decoration. Null: none.
 */
export function backgroundOf(attributes: Attributes, base: string, isEmpty: boolean): string | null {
  const { style = '', class: names = '' } = attributes
  const lazy = Object.entries(attributes).find(([name]) => lazyBackground.test(name))?.[1]
  const isShown = isEmpty || blockWithBackground.test(names)
  const written = isShown && !/(^|[^-])repeat/i.test(style) ? writtenBackground.exec(style)?.[1] : undefined
  const bare = lazy === undefined ? written : (/url\(\s?['"]?([^'")]{3,2000})/i.exec(lazy)?.[1] ?? lazy)
  if (bare === undefined || !pictureFile.test(bare) || standIn.test(bare)) return null
  return pictureAddress(bare, base)
}

const longestRaster = 100_000
const raster = /^data:image\/(?:png|gif|jpe?g|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/

/** A picture in the text itself (RFC 2397) of a kind that can run nothing, up to 75 kB. */
export function isRaster(address: string): boolean {
  return address.length <= longestRaster && raster.test(address)
}

/** Whether a raster is as small as placeholders are: at most two pixels wide, or too few bytes for a drawing. */
function isDot(address: string): boolean {
  const encoded = address.slice(address.indexOf(',') + 1)
  const bytes = Buffer.from(encoded.slice(0, 64), 'base64')
  if (address.startsWith('data:image/png')) return bytes.length >= 24 && bytes.readUInt32BE(16) <= 2
  if (!address.startsWith('data:image/gif')) return false
  return encoded.length < 100 || (bytes.length >= 10 && bytes.readUInt16LE(6) <= 2)
}

/** The column of a text is some 700 pixels wide, and screens have up to two dots for each. */
const enoughPixels = 1_200

/** The address in a `srcset` that fits best (HTML, 4.8.4.2): wide enough, or twice as dense at most. */
function bestOfSet(set: string | undefined): string | undefined {
  if (set === undefined || set.length > longestSet) return undefined
  const candidates = candidatesOf(set)
  const enough = candidates.filter(({ pixels }) => pixels >= enoughPixels)
  const smallest = enough.toSorted((a, b) => a.pixels - b.pixels)[0]
  return (smallest ?? candidates.toSorted((a, b) => b.pixels - a.pixels)[0])?.address
}
const longestSet = 20_000

/** As HTML reads them: an address ends with a blank, and commas at its end belong to no address. */
function candidatesOf(set: string): { readonly address: string; readonly pixels: number }[] {
  return [...set.matchAll(/([^\s,](?:\S*[^\s,])?)(?:,+(?=\s|$)|(\s[^,]*))?/g)].flatMap(
    ([, address = '', rest = '']) => {
      const words = rest.trim().split(/\s+/)
      const described = words.findIndex((word) => descriptor.test(word))
      // Behind other words the address has blanks in it, which a browser would not read.
      const parts = described === -1 ? words : words.slice(0, described)
      if (described === -1 && parts.join('') !== '') return []
      const said = words.slice(Math.max(0, described)).find((word) => /[wx]$/.test(word)) ?? '1x'
      const number = Number.parseFloat(said)
      // 1x is the column of a text once.
      const pixels = said.endsWith('x') ? (number * enoughPixels) / 2 : number
      return [{ address: [address, ...parts].join(' ').trim(), pixels }]
    },
  )
}
const descriptor = /^\d+(\.\d+)?[wxh]$/

/** Sources for every screen first, then for wide ones; those for phones, for dark or for unknown types come last. */
function inOrder(sources: readonly Attributes[]): Attributes[] {
  const rank = ({ media = '', type = '' }: Attributes) =>
    (/max-width|dark|print/i.test(media) ? 1 : 0) + (/jxl|hei[cf]|jp2/i.test(type) ? 2 : 0)
  return sources.toSorted((a, b) => rank(a) - rank(b))
}
