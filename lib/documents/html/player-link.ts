/** A film, sound or map of another site: the page that shows it, and whose it is. */
type PlayerLink = { readonly href: string; readonly player: string }

type Known = {
  readonly player: string
  readonly host: RegExp
  /** Of hosts that have much else. */
  readonly path?: RegExp
  /** From the address of the frame to that of the page that people know; undefined: it stays. */
  readonly page?: (url: URL) => string | null
}

/** Films of YouTube have names of this form. */
export const youTubeId = /^[\w-]{6,20}$/

const known: readonly Known[] = [
  {
    player: 'YouTube',
    host: /(^|\.)(youtube(-nocookie)?\.com|youtu\.be)$/,
    page: youTubePage,
  },
  {
    player: 'Vimeo',
    host: /(^|\.)vimeo\.com$/,
    page: ({ pathname, searchParams }) => {
      const id = /^\/video\/(\d+)/.exec(pathname)?.[1] ?? /^\d+$/.exec(searchParams.get('clip_id') ?? '')?.[0]
      const hash = searchParams.get('h')
      return id === undefined ? null : `https://vimeo.com/${id}${hash === null ? '' : `/${hash}`}`
    },
  },
  {
    player: 'Dailymotion',
    host: /(^|\.)dailymotion\.com$/,
    page: ({ pathname, searchParams }) => {
      const id = /^\/embed\/video\/(\w+)/.exec(pathname)?.[1] ?? searchParams.get('video')
      return id === null ? null : `https://www.dailymotion.com/video/${id}`
    },
  },
  {
    player: 'Twitch',
    host: /(^|\.)twitch\.tv$/,
    page: ({ searchParams }) => {
      const [video, channel, clip] = ['video', 'channel', 'clip'].map((name) => searchParams.get(name))
      if (video) return `https://www.twitch.tv/videos/${video.replace(/^v/, '')}`
      if (clip) return `https://clips.twitch.tv/${clip}`
      return channel ? `https://www.twitch.tv/${channel}` : null
    },
  },
  { player: 'TED', host: /(^|\.)ted\.com$/, page: ({ pathname }) => `https://www.ted.com${pathname}` },
  {
    player: 'Spotify',
    host: /(^|\.)spotify\.com$/,
    page: ({ hostname, pathname, searchParams }) => {
      // Podcasts of its hosting are elsewhere.
      if (!/^(open|embed|play)\./.test(hostname)) return null
      const [, kind, id] = /^spotify:(\w+):(\w+)$/.exec(searchParams.get('uri') ?? '') ?? []
      const path = id === undefined ? pathname.replace(/^\/embed(-podcast)?\//, '/') : `/${kind}/${id}`
      return `https://open.spotify.com${path}`
    },
  },
  {
    player: 'CodePen',
    host: /(^|\.)codepen\.io$/,
    page: ({ pathname }) => `https://codepen.io${pathname.replace(/\/embed\/(preview\/)?/, '/pen/')}`,
  },
  { player: 'Wistia', host: /(^|\.)wistia\.(com|net)$/ },
  { player: 'Brightcove', host: /^players\.brightcove\.net$/ },
  { player: 'Mux', host: /^player\.mux\.com$/ },
  {
    player: 'JW Player',
    host: /^(cdn\.jwplayer|content\.jwplatform)\.com$/,
    path: /^\/players\//,
    page: ({ origin, pathname }) => origin + pathname.replace(/\.js$/, '.html'),
  },
  { player: 'Vidyard', host: /^play\.vidyard\.com$/ },
  {
    player: 'Kaltura',
    host: /(^|\.)kaltura\.com$/,
    path: /\/embed(IframeJs|PlaykitJs)\//,
    page: ({ href }) => href.replace('autoembed=true', 'iframeembed=true'),
  },
  { player: 'SoundCloud', host: /(^|\.)soundcloud\.com$/ },
  { player: 'Bandcamp', host: /(^|\.)bandcamp\.com$/ },
  { player: 'Mixcloud', host: /(^|\.)mixcloud\.com$/ },
  {
    player: 'GitHub Gist',
    host: /^gist\.github\.com$/,
    page: ({ origin, pathname }) => origin + pathname.replace(/\.(js|pibb)$/, ''),
  },
  { player: 'Bluesky', host: /^embed\.bsky\.app$/ },
  { player: 'OpenStreetMap', host: /(^|\.)openstreetmap\.org$/ },
  { player: 'Google Maps', host: /^maps\.google\.[a-z.]{2,6}$/ },
  { player: 'Google Maps', host: /^www\.google\.[a-z.]{2,6}$/, path: /^\/maps(\/|$)/ },
]

/** The page that a frame of a service for embedding shows, so that the link leads there. */
function framedPage({ hostname, pathname, searchParams }: URL): string | null {
  const isFacebook = hostname === 'www.facebook.com' && pathname.startsWith('/plugins/')
  const isEmbedly = /^cdn\.(embedly\.com|iframe\.ly)$/.test(hostname)
  const isDrupal = pathname.endsWith('/media/oembed')
  if (!isFacebook && !isEmbedly && !isDrupal) return null
  const framed = ['href', 'src', 'url']
    .map((name) => searchParams.get(name))
    .filter((page) => /^https?:\/\//.test(page ?? ''))
  const page = framed.find((one) => isKnownPlayer(one ?? '')) ?? framed.at(-1) ?? null
  // A frame in a frame in a frame …
  return page === null || /embedly\.com|iframe\.ly|facebook\.com\/plugins/.test(page) ? null : page
}

/** Frames of hosts that only measure or advertise. */
const counters =
  /(^|\.)(googletagmanager\.com|doubleclick\.net|google-analytics\.com|googlesyndication\.com|amazon-adsystem\.com)$/

/** The page that shows the film, sound or map of a frame; null for frames that show nothing. */
export function playerLink(address: string): PlayerLink | null {
  const url = URL.parse(address)
  if (url === null || counters.test(url.hostname)) return null
  const framed = framedPage(url)
  if (framed !== null) return playerLink(framed)
  const found = known.find((player) => isOf(player, url))
  if (found !== undefined) return { href: found.page?.(url) ?? address, player: found.player }
  // Mastodon's posts and PeerTube's films are on hosts of any name.
  if (/^\/@[^/]+\/\d+\/embed$/.test(url.pathname))
    return { href: address.replace(/\/embed(?=[?#]|$)/, ''), player: `Mastodon, ${url.hostname}` }
  const isPeerTube = /^\/videos\/embed\/[\w-]{20,40}$/.test(url.pathname)
  return { href: address, player: isPeerTube ? `PeerTube, ${url.hostname}` : url.hostname }
}

/** The picture of a film that its player has by the film's id alone, for a link that `playerLink` gave; null: it has none. */
export function playerPicture(href: string): string | null {
  const url = URL.parse(href)
  if (url?.hostname === 'www.youtube.com') {
    const id = url.searchParams.get('v') ?? ''
    return youTubeId.test(id) ? `https://i.ytimg.com/vi/${id}/hqdefault.jpg` : null
  }
  const film =
    url?.hostname === 'www.dailymotion.com' ? /^\/video\/(\w+)$/.exec(url.pathname)?.[1] : undefined
  return film === undefined ? null : `https://www.dailymotion.com/thumbnail/video/${film}`
}

/** Whether an address is of a player that we know by name. */
export function isKnownPlayer(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && known.some((player) => isOf(player, url))
}

function isOf({ host, path }: Known, { hostname, pathname }: URL): boolean {
  return host.test(hostname) && (path?.test(pathname) ?? true)
}

function youTubePage({ hostname, pathname, searchParams }: URL): string | null {
  const [, first = '', second = ''] = pathname.split('/')
  const list = searchParams.get('list')
  if ((second === 'videoseries' || (first === 'embed' && second === '')) && /^[\w-]{10,}$/.test(list ?? ''))
    return `https://www.youtube.com/playlist?list=${list}`
  const channel = searchParams.get('channel')
  if (second === 'live_stream')
    return channel === null ? null : `https://www.youtube.com/channel/${encodeURIComponent(channel)}/live`
  const named = ['embed', 'v', 'shorts', 'live'].includes(first) ? second : searchParams.get('v')
  // Flash took its settings behind an ampersand.
  const id = (hostname.endsWith('youtu.be') ? first : (named ?? '')).split('&', 1)[0] ?? ''
  if (!youTubeId.test(id)) return null
  const start = searchParams.get('start') ?? ''
  return `https://www.youtube.com/watch?v=${id}${/^\d+$/.test(start) ? `&t=${start}s` : ''}`
}
