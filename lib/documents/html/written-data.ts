import { isKnownPlayer } from './player-link.ts'

type Data = Readonly<Record<string, unknown>>

/** More is no data of one embed. */
const longestData = 100_000

/**
 * HTML of what an element without content holds as data for a script (Substack's `data-attrs`: posts of other sites, galleries, formulas,
 * links to articles, names), or of the posting that it would load. It is as unsafe as the rest of the text. '': nothing is known.
 */
export function htmlOfData(attributes: Readonly<Record<string, string>>): string {
  const address = embeddedPosting(attributes)
  if (address !== undefined) return frameOf(address, '')
  const data = readData(attributes['data-attrs'] ?? '')
  if (data === null) return ''
  const formula = textOf(data, 'persistentExpression')
  if (formula !== '') return `<code>${escaped(formula)}</code>`
  const gallery = listOf(objectOf(data['gallery'])['images'])
  if (gallery.length > 0) return galleryOf(gallery, objectOf(data['gallery']))
  const said = textOf(data, 'full_text') || (textOf(data, 'authorName') && textOf(data, 'text'))
  return said === '' ? linkOf(data) : quoteOf(said, data)
}

function embeddedPosting(attributes: Readonly<Record<string, string>>): string | undefined {
  const { class: names = '', cite } = attributes
  if (/(^|\s)fb-(video|post)(\s|$)/.test(names)) return attributes['data-href']
  if (/(^|\s)tiktok-embed(\s|$)/.test(names)) return cite
  return attributes['data-instgrm-permalink'] ?? attributes['data-embed-url']
}

function readData(json: string): Data | null {
  if (!json.startsWith('{') || json.length > longestData) return null
  try {
    return objectOf(JSON.parse(json))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function galleryOf(images: readonly unknown[], gallery: Data): string {
  const alt = textOf(gallery, 'alt')
  const caption = textOf(gallery, 'caption')
  const pictures = images.map((image) => pictureOf(textOf(objectOf(image), 'src'), alt)).join('')
  return `<figure>${pictures}${caption === '' ? '' : `<figcaption>${escaped(caption)}</figcaption>`}</figure>`
}

/** A posting of a network: its words, which may have links, its pictures, its author. */
function quoteOf(said: string, data: Data): string {
  const name = textOf(data, 'username') || textOf(data, 'authorHandle')
  const author = [textOf(data, 'name') || textOf(data, 'authorName'), name && `@${name}`].join(' ').trim()
  const photos = listOf(data['photos']).map((photo) =>
    pictureOf(textOf(objectOf(photo), 'img_url'), textOf(objectOf(photo), 'alt_text')),
  )
  const pictures = listOf(data['imageUrls']).map((url) => pictureOf(typeof url === 'string' ? url : '', ''))
  const other = objectOf(data['quoted_tweet'])
  const quoted = textOf(other, 'full_text') === '' ? '' : quoteOf(textOf(other, 'full_text'), other)
  const words = said.replace(/\r?\n/g, '<br>')
  const link = anchorOf(textOf(data, 'url'), author)
  const byline = link === '' ? '' : `<p>— ${link}</p>`
  return `<blockquote><p>${words}</p>${[...photos, ...pictures].join('')}${quoted}${byline}</blockquote>`
}

function linkOf(data: Data): string {
  const [title, instagram, film] = ['title', 'instagram_id', 'videoId'].map((name) => textOf(data, name))
  if (instagram) return frameOf(`https://www.instagram.com/p/${encodeURIComponent(instagram)}/`, title)
  if (film) return frameOf(`https://www.youtube.com/watch?v=${encodeURIComponent(film)}`, title)
  const address = textOf(data, 'canonical_url') || textOf(data, 'url')
  if (isKnownPlayer(address)) return frameOf(address, title)
  // A button for something else has an address and no title; a person that is named has no address.
  if (!title) return address === '' ? escaped(textOf(data, 'name')) : ''
  const caption = textOf(data, 'caption')
  return `<p>${anchorOf(address, title)}${caption === '' ? '' : `<br>${escaped(caption)}`}</p>`
}

function frameOf(address: string, title = ''): string {
  return `<iframe src="${escaped(address)}"${title === '' ? '' : ` title="${escaped(title)}"`}></iframe>`
}

function anchorOf(address: string, words: string): string {
  return address === '' ? escaped(words) : `<a href="${escaped(address)}">${escaped(words || address)}</a>`
}

function pictureOf(address: string, alt: string): string {
  return address === '' ? '' : `<img src="${escaped(address)}" alt="${escaped(alt)}">`
}

function objectOf(value: unknown): Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(data: Data, name: string): string {
  const value = data[name]
  return typeof value === 'string' ? value.trim() : ''
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
