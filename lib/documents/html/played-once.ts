import { attributeValue } from './attribute-value.ts'
import { playerLink } from './player-link.ts'

/** Sounds and films that a posting brings besides its text, by address, and the page that it leads to. */
export type Beside = { readonly files: readonly string[]; readonly page: string | null }

/**
 * Stored HTML without the player of the one file that stands in the text and beside it, and without the card of the film that the posting
 * itself is: readers would see both twice. Several such files stay where the text has them; `inText` names them, so that they are not
 * shown beside it as well. It may only be what sanitiseHtml wrote.
 */
export function playedOnce(
  html: string,
  { files, page }: Beside,
): { readonly html: string; readonly inText: readonly string[] } {
  const film = page === null ? null : playerLink(page)
  const isFilm = film !== null && shownAbove.has(film.player)
  const bare = isFilm && html.includes(' data-player="') ? withoutCard(html, film.href) : html
  if (files.length === 0 || !/<(audio|video)\b/.test(bare)) return { html: bare, inText: [] }
  const played = addressesPlayed(bare)
  const inText = files.filter((file) => {
    const beside = comparable(file)
    return played.some((address) => isSame(address, beside))
  })
  const [only = '', ...more] = inText
  if (inText.length === 0 || more.length > 0) return { html: bare, inText }
  return { html: bare.replace(player, (found) => (plays(found, only) ? '' : found)), inText: [] }
}

/** Players of films that the page of a posting begins with. */
const shownAbove = new Set(['YouTube', 'Vimeo'])
const player = /<(audio|video)\b[^<>]*>[^]*?<\/\1>/g
const card = /<a\b[^<>]* data-player="[^<>]*>[^]*?<\/a>/g

/** More than a text has that people wrote. Each is compared with each file, and a hostile text has a hundred thousand. */
const mostPlayers = 1_000

function addressesPlayed(html: string): string[] {
  const found = (html.match(player) ?? []).slice(0, mostPlayers).flatMap((tags) => addressesOf(tags, 'src'))
  return [...new Set(found.map(comparable))]
}

function withoutCard(html: string, href: string): string {
  return html.replace(card, (found) => (addressesOf(found, 'href').includes(href) ? '' : found))
}

function plays(found: string, file: string): boolean {
  return addressesOf(found, 'src').some((address) => isSame(comparable(address), comparable(file)))
}

/** Whether two addresses are of one file, whatever counter one of them leads through. */
function isSame(inside: string, beside: string): boolean {
  return inside === beside || beside.endsWith(`/${inside}`) || inside.endsWith(`/${beside}`)
}

function addressesOf(tags: string, name: 'href' | 'src'): string[] {
  return [...tags.matchAll(/<\w+\b[^<>]*>/g)].flatMap(([tag]) => attributeValue(tag, name) ?? [])
}

/** Without the scheme and the number that WordPress puts behind an address in its texts. */
function comparable(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\?_=\d+$/, '')
}
