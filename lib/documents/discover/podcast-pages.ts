import { resolveWebAddress } from '#lib/documents/html/web-address.ts'

/** Apple's directory of podcasts, by numbers: its pages name no feed. https://performance-partners.apple.com/search-api */
const podcastDirectory = 'https://itunes.apple.com/lookup'

/** The address at which the directory tells the feed of a podcast's page at Apple; null: it is no such page. */
export function podcastLookup(pageUrl: string, directory = podcastDirectory): string | null {
  const { hostname, pathname } = new URL(pageUrl)
  if (hostname !== 'podcasts.apple.com' && hostname !== 'itunes.apple.com') return null
  const id = /\/id(\d{3,15})(?:\/|$)/.exec(pathname)?.[1]
  return id === undefined ? null : `${directory}?id=${id}&entity=podcast`
}

const mostFeeds = 5

/** Addresses that a page's own data calls the feed of its podcast, as the players of many podcasts do. */
export function feedUrlsIn(html: string, pageUrl: string): string[] {
  const written = html.matchAll(/"(?:feedUrl|feed_url|rssUrl|rss_url|rssFeedUrl)"\s*:\s*"([^"]{8,2000})"/g)
  const addresses = new Set<string>()
  for (const [, json = ''] of written) {
    const address = resolveWebAddress(unescaped(json), pageUrl)
    if (address !== null) addresses.add(address)
    if (addresses.size >= mostFeeds) break
  }
  return [...addresses]
}

/** JSON writes strokes and ampersands as it likes: "\/", "\u002F", "\u0026". */
function unescaped(json: string): string {
  return json
    .replace(/\\u([0-9a-f]{4})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\\/', '/')
}
