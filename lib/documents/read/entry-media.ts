import { chaptersOf, durationOf } from './entry-chapters.ts'
import type { EntryField } from './feed-vocabulary.ts'
import type { Enclosure } from './feed-types.ts'
import { fileType } from './file-type.ts'
import { attributeValue } from '#lib/documents/html/attribute-value.ts'
import { playerPicture } from '#lib/documents/html/player-link.ts'
import { htmlToText, shorten } from '#lib/documents/html/plain-text.ts'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'
import { plainTextOf } from './text-construct.ts'
import { childrenOf, relationOf } from './xml-node.ts'
import type { XmlNode } from './xml-node.ts'
import type { RawEntry } from './rss-reader.ts'
import { resolveLink, resolveWebAddress } from '#lib/documents/html/web-address.ts'

/** Media RSS elements of a posting, inside a media:group or not. */
export function mediaNodes(raw: RawEntry, name: EntryField): readonly XmlNode[] {
  return [...raw.fields(name), ...raw.fields('media:group').flatMap((group) => childrenOf(group, name))]
}

/** Those, and those inside the contents, which speak of one file. */
function mediaNodesInside(raw: RawEntry, name: EntryField): readonly XmlNode[] {
  return [
    ...mediaNodes(raw, name),
    ...mediaNodes(raw, 'media:content').flatMap((node) => childrenOf(node, name)),
  ]
}

const mostEnclosures = 50

/**
 * Files that come with a posting, each address once: RSS enclosure, Atom link, Media RSS sound and film. The first sound or
 * film has the chapters and the duration of iTunes; Media RSS says how long each of its files is.
 */
export function enclosuresOf(raw: RawEntry, base: string): Enclosure[] {
  const links = [...raw.fields('link'), ...raw.fields('atom:link')].filter(
    (link) => relationOf(link) === 'enclosure',
  )
  const alone = raw.fields('media:content').filter((node) => !isImage(node))
  const media = [...alone, ...raw.fields('media:group').flatMap(filesOfGroup)]
  const found = new Map<string, Enclosure>()
  for (const { $ } of [...raw.fields('enclosure'), ...links, ...media]) {
    const url = resolveLink($['url'] ?? $['href'], base)
    if (url === null || found.has(url) || found.size >= mostEnclosures || isFlash($)) continue
    const type = fileType(url, $['type'], $['medium'])
    found.set(url, { url, type, length: bytesOf($['length'] ?? $['filesize']) })
  }
  const enclosures = [...found.values()]
  const played = enclosures.filter(({ type }) => /^(audio|video)\//.test(type ?? ''))
  const files = Map.groupBy(mediaNodes(raw, 'media:content'), ({ $ }) => resolveLink($['url'], base))
  return enclosures.map((each) => {
    if (!played.includes(each)) return each
    // One without an address can only be the one that there is.
    const file = files.get(each.url) ?? (played.length === 1 ? files.get(null) : undefined) ?? []
    const said = file.map(({ $ }) => $['duration'] ?? '')
    if (each !== played[0]) return { ...each, ...durationOf(said) }
    const itunes = raw.fields('itunes:duration').map(({ _ }) => _)
    return { ...each, ...durationOf([...itunes, ...said]), ...chaptersOf(raw, base) }
  })
}

/** A group has one sound or film in several sizes; the one that its publisher prefers counts, or the largest. */
function filesOfGroup(group: XmlNode): XmlNode[] {
  const files = childrenOf(group, 'media:content').filter((node) => !isImage(node) && !isFlash(node.$))
  const kindOf = ({ $ }: XmlNode) => (fileType($['url'] ?? '', $['type'], $['medium']) ?? '').split('/')[0]
  return [...Map.groupBy(files, kindOf)].flatMap(([kind, nodes]) => {
    if (kind !== 'audio' && kind !== 'video') return nodes
    const size = ({ $ }: XmlNode) =>
      $['isdefault'] === 'true' ? Infinity : Number($['width'] ?? $['bitrate'] ?? 0) || 0
    return nodes.toSorted((a, b) => (size(a) === size(b) ? 0 : size(b) - size(a))).slice(0, 1)
  })
}

/** The players that YouTube's feeds still name; nothing plays them. */
function isFlash($: XmlNode['$']): boolean {
  return /shockwave-flash/i.test($['type'] ?? '')
}

/** Some write "1,234,567"; a part of a number is none. */
function bytesOf(written = ''): number | null {
  const length = /^\s*\d{1,3}(,?\d{3})*\s*$|^\s*\d+\s*$/.test(written)
    ? Number(written.replaceAll(',', ''))
    : 0
  return length > 0 && Number.isSafeInteger(length) ? length : null
}

/** The picture of a posting: the one the publisher names, else the first in its text. */
export function imageUrlOf(raw: RawEntry, base: string, html: string): string | null {
  const named = [
    ...mediaNodesInside(raw, 'media:thumbnail'),
    ...mediaNodes(raw, 'media:content').filter(isImage),
    ...raw.fields('itunes:image'),
    ...raw.fields('enclosure').filter(isImage),
    ...raw.fields('image'),
  ]
  for (const node of named) {
    const found = resolveWebAddress(addressOf(node), base)
    if (found !== null && !faces.test(found)) return found
  }
  return firstImage(html)
}

/** Of a picture: as Media RSS, iTunes, or the channels of RSS have it. */
function addressOf(node: XmlNode): string {
  return node.$['url'] ?? node.$['href'] ?? childrenOf(node, 'url')[0]?._ ?? node._
}

/** The first image of sanitised HTML, whose addresses are absolute. */
export function firstImage(html: string): string | null {
  for (const [tag] of html.matchAll(/<img\b[^<>]*>/g)) {
    const source = attributeValue(tag, 'src')
    if (source !== null && /^https?:./.test(source)) return source
  }
  return null
}

function isImage({ $ }: XmlNode): boolean {
  const type = $['type'] ?? ''
  if ($['medium'] === 'image' || type.startsWith('image/')) return true
  const isUnsaid = ($['medium'] ?? '') === '' && !/^(audio|video)\//.test(type)
  return isUnsaid && (fileType($['url'] ?? $['href'] ?? '', type) ?? '').startsWith('image/')
}

/** A picture beside a text, with what is said of it. */
type PictureBeside = {
  readonly url: string
  readonly alt: string
  readonly width: number
  readonly height: number
}

/**
 * The text of a posting with the pictures that stand beside it (Media RSS, enclosures) behind it; of one in several sizes the best.
 * Where there is no picture at all, its thumbnail or the one that iTunes has.
 */
export function withPicturesBeside(
  raw: RawEntry,
  { base, url }: { readonly base: string; readonly url: string | null },
  text: string,
): string {
  const html = withFilmBeside(raw, { base, url }, text) + saidOfFiles(raw, text)
  const groups = raw.fields('media:group').flatMap((group) => {
    const images = childrenOf(group, 'media:content').filter(isImage)
    const said = saidOf(group)
    const best = images.map((node) => pictureOf(node, base, said)).sort((a, b) => b.width - a.width)[0]
    return best === undefined ? [] : [best]
  })
  const enclosed = [...raw.fields('enclosure'), ...raw.fields('link'), ...raw.fields('atom:link')].filter(
    (node) => (node.$['rel'] === undefined || relationOf(node) === 'enclosure') && isImage(node),
  )
  const alone = [...raw.fields('media:content').filter(isImage), ...enclosed]
  const pictures = [...alone.map((node) => pictureOf(node, base, saidOf(node))), ...groups]
  const shown = showPictures(pictures.length === 1 ? withWordsOfPosting(raw, pictures, text) : pictures, html)
  if (
    shown !== '' ||
    /<(img|video)\b/.test(html) ||
    mediaNodes(raw, 'media:content').some((node) => !isImage(node) && node.$['url'] !== undefined)
  )
    return html + shown
  const [named] = [
    ...mediaNodesInside(raw, 'media:thumbnail'),
    ...raw.fields('itunes:image'),
    ...raw.fields('image'),
  ]
  return named === undefined ? html : withThumbnail(html, showPictures([pictureOf(named, base, '')], html))
}

/** The only picture with the description that its posting has (New York Times), unless that is the text. */
function withWordsOfPosting(
  raw: RawEntry,
  pictures: readonly PictureBeside[],
  text: string,
): PictureBeside[] {
  const said = shorten(plainTextOf(raw.fields('media:description')[0], 'rss') ?? '', longestSaid)
  const isText = said === '' || htmlToText(text).includes(said.slice(0, 100))
  return pictures.map((picture) => ({ ...picture, alt: picture.alt === '' && !isText ? said : picture.alt }))
}

/** The words that a feed has about sounds and films, as paragraphs below the text; none that the text says already. */
function saidOfFiles(raw: RawEntry, text: string): string {
  const said = raw
    .fields('media:content')
    .filter((node) => !isImage(node) && node.$['url'] !== undefined)
    .map(saidOf)
  if (said.every((words) => words === '')) return ''
  const words = htmlToText(text)
  const added = [...new Set(said)].filter((each) => each !== '' && !words.includes(each.slice(0, 100)))
  return added
    .slice(0, mostEnclosures)
    .map((each) => `<p>${escaped(each)}</p>`)
    .join('')
}

/** The text with a card of the film whose player Media RSS names, where it is no file, nor what the posting itself leads to. */
function withFilmBeside(
  raw: RawEntry,
  { base, url }: { readonly base: string; readonly url: string | null },
  html: string,
): string {
  const [player] = [...mediaNodesInside(raw, 'media:player'), ...mediaNodesInside(raw, 'media:embed')]
  const address = resolveWebAddress(player?.$['url'], base)
  const isFile = ({ $ }: XmlNode) => $['url'] !== undefined && !isFlash($)
  if (address === null || mediaNodes(raw, 'media:content').some(isFile)) return html
  const card = sanitiseHtml(`<iframe src="${escaped(address)}"></iframe>`, base)
  const href = attributeValue(card, 'href')
  if (href === null || href === url || html.includes(`"${escaped(href)}"`)) return html
  return html + card
}

/**
 * The text with the picture of the whole posting: in the card of its only film, else behind it. A card that gets its player's own
 * picture when it is shown takes no other one.
 */
export function withThumbnail(html: string, figure: string): string {
  const links = [...html.matchAll(/<a\b[^<>]*>/g)]
  const [card, ...more] = links.filter(([tag]) => attributeValue(tag, 'data-player') !== null)
  const image = /<img\b[^<>]*>/.exec(figure)?.[0]
  if (card === undefined || more.length > 0 || image === undefined) return html + figure
  const own = playerPicture(attributeValue(card[0], 'href') ?? '')
  const film =
    own
      ?.replace(/\/hqdefault\.jpg$/, '')
      .split('/')
      .at(-1) ?? ''
  if (!image.includes(film)) return html + figure
  const end = card.index + card[0].length
  return html.slice(0, end) + image + html.slice(end)
}

/** Those of the pictures that the HTML has not yet, in their order, as HTML that is clean. */
export function showPictures(pictures: readonly PictureBeside[], html: string): string {
  const seen = new Set(
    [...html.matchAll(/<(?:img|video)\b[^<>]*>/g)].flatMap(([tag]) =>
      ['src', 'poster'].map((name) => pictureKey(attributeValue(tag, name) ?? '')),
    ),
  )
  const best = new Map<string, PictureBeside>()
  for (const picture of pictures.slice(0, mostEnclosures)) {
    const key = pictureKey(picture.url, picture.width)
    const before = best.get(key)
    if (picture.url === '' || seen.has(pictureKey(picture.url)) || faces.test(picture.url)) continue
    if (before === undefined) best.set(key, picture)
    else if (picture.width > before.width) best.set(key, { ...picture, alt: picture.alt || before.alt })
  }
  return [...best.values()]
    .map(({ url, alt, width, height }) => {
      const size = width > 0 && height > 0 ? ` width="${width}" height="${height}"` : ''
      return `<figure><img src="${escaped(url)}" alt="${escaped(alt)}"${size} loading="lazy" /></figure>`
    })
    .join('')
}

/** Portraits of the author, which publishing systems and GitHub put beside each posting. */
const faces = /^https?:\/\/(([\w-]+\.)*gravatar\.com|avatars\d?\.githubusercontent\.com)\//

function pictureOf(node: XmlNode, base: string, alt: string): PictureBeside {
  const { $ } = node
  const url = resolveWebAddress(addressOf(node), base) ?? ''
  const side = (written = '') => (/^\d{1,5}$/.test(written.trim()) ? Number(written) : 0)
  return { url, alt, width: side($['width']), height: side($['height']) }
}

/** The words about a picture: its description, or the title that stands for one. */
function saidOf(node: XmlNode): string {
  const [said] = [...childrenOf(node, 'media:description'), ...childrenOf(node, 'media:text')]
  return shorten(plainTextOf(said, 'rss') ?? '', longestSaid)
}
const longestSaid = 1_000

/** Large services and how each has the size of a picture in its path: Flickr, Blogger, the BBC, Wikimedia, Tumblr, Shopify, the New York Times, the Guardian, Medium, Twitter. */
const sizesOfHosts: readonly (readonly [host: RegExp, size: RegExp])[] = [
  [/\.staticflickr\.com$/, /_[a-z\d]{1,2}(?=\.\w+$)/],
  [/\.(blogspot|googleusercontent)\.com$/, /\/[swh]\d{2,4}(-[a-z\d-]+)?(?=\/[^/]*$)|=[swh]\d{2,4}[^/]*$/],
  [/^ichef\.bbci\.co\.uk$/, /\/\d{2,4}(x\d{2,4})?(?=\/)/],
  [/^upload\.wikimedia\.org$/, /\/thumb(?=\/)|(?<=\.\w{3,4})\/\d{2,4}px-[^/]*$/g],
  [/\.media\.tumblr\.com$/, /_\d{2,4}(sq)?(?=\.\w+$)|\/s\d{2,4}x\d{2,4}(_c\d)?(?=\/)/],
  [/^cdn\.shopify\.com$/, /_(\d{2,4}x|x\d{2,4}|small|medium|large|grande|compact|master)(?=\.\w+$)/],
  [
    /\.nyt\.com$/,
    /-(thumb|medium|moth|article|super|jumbo|threeByTwo|video|master|popup)\w*(-v\d)?(?=\.\w+$)/,
  ],
  [/\.guim\.co\.uk$/, /(?<=\/master)\/\d{2,4}(?=\.\w+$)/],
  [/^miro\.medium\.com$/, /^.*(?=\/[^/]+$)/],
  [/^pbs\.twimg\.com$/, /:\w+$/],
]

/** The same for one picture in several sizes: without what names of files and queries say of its size. */
function pictureKey(address: string, width = 0, isInner = false): string {
  const url = URL.parse(address)
  if (url === null) return address
  // Services that change sizes have the address of the picture in theirs: Substack, Cloudinary, Jetpack.
  const inner = isInner ? undefined : /^.*\/(https?(?::|%3A)(?:\/|%2F){1,2}[^/%].*)$/i.exec(url.pathname)?.[1]
  const source = inner === undefined ? null : URL.parse(inner.replace(/%3A/i, ':').replace(/%2F/gi, '/'))
  if (source !== null) return pictureKey(source.href, width, true)
  const query = url.search
    .slice(1)
    .split('&')
    .filter(
      (part) =>
        !/^(w|h|width|height|size|fit|crop|resize|quality|q|auto|format|fm|dpr|strip|ssl|s|rect|name|itok)=/i.test(
          part,
        ),
    )
  let path = url.pathname
    .replace(/[-_]\d{2,4}x\d{2,4}(?=\.\w+$)/, '')
    .replace(/-scaled(?=\.\w+$)/, '')
    .replace(/@[23]x(?=\.\w+$)/, '')
    .replace(/\/size\/w\d{2,5}(h\d{2,5})?(?=\/)/, '')
    .replace(/\/styles\/[^/]+\/(?=(public|private)\/)/, '/')
  for (const [host, size] of sizesOfHosts) if (host.test(url.host)) path = path.replace(size, '')
  const withoutWidth = path.split(/(\d+)/).filter((part) => part !== String(width))
  return `${url.host}${withoutWidth.join('')}?${query.join('&')}`.replace(/^i\d\.wp\.com\//, '')
}

function escaped(value: string): string {
  return value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
