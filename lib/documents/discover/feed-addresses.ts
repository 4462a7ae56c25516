import { cleanAddress } from '#lib/documents/html/clean-address.ts'

/** The paths of feeds on hosts that nobody's page points at; tried only when nothing else was found. Commonest first. */
const wellKnownPaths = [
  'feed',
  'rss',
  'feed.xml',
  'rss.xml',
  'atom.xml',
  'index.xml',
  'feed.json',
  'feeds/posts/default',
  'rss/',
  'feed/atom',
  '?feed=rss2',
]

/** The well-known addresses for a page: below its own folder, then at the root of its host. */
export function wellKnownAddresses(pageUrl: string): string[] {
  const folder = pageUrl.endsWith('/') ? pageUrl : `${pageUrl.split(/[?#]/, 1)[0] ?? pageUrl}/`
  const isRoot = new URL(folder).pathname === '/'
  const below = wellKnownPaths.slice(0, isRoot ? undefined : 5).map((path) => new URL(path, folder).href)
  const atRoot = isRoot ? [] : wellKnownPaths.map((path) => new URL(`/${path}`, folder).href)
  return [...new Set([...below, ...atRoot])]
}

/** Addresses where feeds may be. Somebody said so; a link of the page looks so; or nobody said anything. */
export type CandidateAddresses = {
  readonly addresses: readonly string[]
  readonly ground: 'named' | 'linked' | 'guessed'
}

/**
 * Feeds of sites whose addresses tell where they are: YouTube channels and playlists, Reddit, Mastodon profiles,
 * GitHub repositories, Bluesky, Medium. Only rules; nothing is fetched. Whether a host has Mastodon profiles is a guess.
 */
export function addressesByRule(pageUrl: string): CandidateAddresses {
  const addresses = addressesOfKnownSite(pageUrl)
  if (addresses.length > 0) return { addresses, ground: 'named' }
  const { origin, pathname } = new URL(pageUrl)
  const profile = /^\/@[\w.]+(?=\/*$)/.exec(pathname)?.[0]
  return { addresses: profile === undefined ? [] : [`${origin}${profile}.rss`], ground: 'guessed' }
}

function addressesOfKnownSite(pageUrl: string): string[] {
  const url = new URL(pageUrl)
  const host = url.hostname.replace(/^(www|m|old|new)\./, '')
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  if (host === 'youtube.com') return youtube(url, path)
  if (host === 'reddit.com') return reddit(url, path)
  if (host === 'github.com') return github(path)
  if (host === 'bsky.app' && /^\/profile\/[^/]+$/.test(path)) return [`https://bsky.app${path}/rss`]
  if (host === 'medium.com' && /^\/@?[\w.-]+$/.test(path)) return [`https://medium.com/feed${path}`]
  return []
}

/** The query says which postings: /top/?t=week are those of the week. */
function reddit(url: URL, path: string): string[] {
  if (!/^\/((r|u|user)\/[^/]+|search$)/.test(path) || path.endsWith('.rss')) return []
  return [cleanAddress(`https://www.reddit.com${path}/.rss${url.search}`)]
}

function youtube(url: URL, path: string): string[] {
  const channel = /^\/channel\/(UC[\w-]{22})/.exec(path)?.[1]
  const playlist = url.searchParams.get('list')
  const feed = `${url.origin}/feeds/videos.xml`
  if (playlist !== null) return [`${feed}?playlist_id=${encodeURIComponent(playlist)}`]
  return channel === undefined ? [] : [`${feed}?channel_id=${channel}`]
}

function github(path: string): string[] {
  const repository = /^\/([^/]+)\/([^/]+)/.exec(path)
  if (repository === null) return path === '' ? [] : [`https://github.com${path}.atom`]
  const base = `https://github.com/${repository[1]}/${repository[2]}`
  return [`${base}/releases.atom`, `${base}/commits.atom`, `${base}/tags.atom`]
}

/**
 * The channel that a YouTube handle page ("/@name") is about: its feed is named after the id in the page. Other channels are named there,
 * too; its own is its `externalId`.
 */
export function youtubeChannelFeed(html: string, pageUrl: string): string | null {
  if (!/(^|\.)youtube\.com$/.test(new URL(pageUrl).hostname)) return null
  const id =
    /"externalId":"(UC[\w-]{22})"/.exec(html) ??
    /"(?:channelId|browseId)":"(UC[\w-]{22})"|\/channel\/(UC[\w-]{22})/.exec(html)
  const channel = id?.[1] ?? id?.[2]
  return channel === undefined ? null : `${new URL(pageUrl).origin}/feeds/videos.xml?channel_id=${channel}`
}
