import type { Shown, ShownContents } from './shown-contents.ts'

/** The kinds of contents that are counted, and the least shares of them that are kept, in percent. */
export const contentGoals = { pictures: 99, embeds: 98, words: 99.5 } as const
export type ContentKind = keyof typeof contentGoals

/** Something that a browser shows of the publisher's text and not of the cleaned one. */
export type Loss = { readonly kind: ContentKind; readonly what: string; readonly reason: string }

export type KeptContents = {
  readonly shown: Readonly<Record<ContentKind, number>>
  readonly losses: readonly Loss[]
}

/** Compares what a browser shows of a text before and after cleaning. */
export function compareContents(before: ShownContents, after: ShownContents): KeptContents {
  const { words, pictures, embeds } = before
  return {
    shown: { words: words.length, pictures: pictures.length, embeds: embeds.length },
    losses: [
      ...lostWords(before, after),
      ...lostPictures(pictures, after.pictures),
      ...lostEmbeds(before, after),
    ],
  }
}

/** The share of what a browser shows that is kept. */
export function shareKept({ shown, losses }: KeptContents, kind: ContentKind) {
  const kept = shown[kind] - losses.filter((loss) => loss.kind === kind).length
  return { shown: shown[kind], kept, percent: (100 * kept) / shown[kind] }
}

function lostWords(before: ShownContents, after: ShownContents): Loss[] {
  const left = new Map<string, number>()
  for (const word of after.words) left.set(word, (left.get(word) ?? 0) + 1)
  return before.words.flatMap((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    if (count > 0) return []
    const place = Object.entries(before.places).find(([, text]) => text.includes(word))?.[0]
    return [{ kind: 'words', what: word, reason: place === undefined ? 'ordinary text' : `in ${place}` }]
  })
}

function lostPictures(before: readonly Shown[], after: readonly Shown[]): Loss[] {
  const kept = new Set(after.flatMap(({ addresses }) => addresses))
  return before
    .filter(({ addresses }) => !addresses.some((address) => kept.has(address)))
    .map((picture) => ({ kind: 'pictures', ...lossOf(picture) }))
}

/** An embed is kept as itself, or as a link that was not there before and leads to its site; each link stands for one embed. */
function lostEmbeds(before: ShownContents, after: ShownContents): Loss[] {
  const kept = new Set([...after.embeds, ...after.pictures].flatMap(({ addresses }) => addresses))
  const links = [...after.links]
  for (const link of before.links) {
    const at = links.indexOf(link)
    if (at !== -1) links.splice(at, 1)
  }
  return before.embeds.flatMap((embed) => {
    if (embed.addresses.some((address) => kept.has(address))) return []
    const at = links.findIndex((link) => embed.addresses.some((address) => siteOf(address) === siteOf(link)))
    if (at === -1) return [{ kind: 'embeds', ...lossOf(embed) }]
    links.splice(at, 1)
    return []
  })
}

/** A film's page may have another host name than its player. */
function siteOf(address: string): string {
  const labels = URL.parse(address)?.hostname.split('.') ?? []
  const site = labels.slice(-2).join('.')
  return /^(youtube-nocookie\.com|youtu\.be)$/.test(site) ? 'youtube.com' : site
}

function lossOf({ addresses, type }: Shown): { readonly what: string; readonly reason: string } {
  const [what = ''] = addresses
  const isFlash = /flash/i.test(type) || addresses.some((address) => /\.swf([?#]|$)/i.test(address))
  if (isFlash) return { what, reason: 'Flash, which no browser plays' }
  if (!/^(https?|data):/.test(what)) return { what, reason: 'no address of the web' }
  return { what, reason: blank.test(what) ? 'a blank picture by its name' : 'other' }
}
const blank = /\/(spacer|blank|pixel|transparent|clear|1x1)\.(gif|png)/i
