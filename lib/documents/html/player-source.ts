import { isKnownPlayer } from './player-link.ts'
import { resolveWebAddress } from './web-address.ts'

type Attributes = Readonly<Record<string, string>>

/** The address that a frame would show, in whatever attribute a script or a consent banner keeps it; undefined: none is said. */
export function frameAddress(attributes: Attributes): string | undefined {
  const { src = '' } = attributes
  if (!/^\s*(about:|data:|javascript:|$)/i.test(src)) return src
  const kept = Object.entries(attributes).find(
    ([name, value]) =>
      name !== 'src' &&
      !otherAddress.test(name) &&
      (lazySource.test(name) || /^\s*(https?:)?\/\//i.test(value)),
  )
  return kept?.[1]
}
const lazySource = /^(data-)?(lazy-?)?(src|url)$/
const otherAddress =
  /^(srcdoc|style|title|name|on\w+|.*(poster|thumb|image|img|picture|icon|href|link|page|share|privacy|placeholder|background).*)$/

/** The film or sound of an element that a script makes a player of (lite-youtube, amp-vimeo, a div of some page), as an address; null: it is none. */
export function playerAddress(name: string, attributes: Attributes, base: string): string | null {
  return (
    filmOf(name, attributes) ??
    hostedFilm(name, attributes) ??
    ampAddress(name, attributes) ??
    namedPlayer(attributes, base)
  )
}

function filmOf(name: string, attributes: Attributes): string | null {
  const provider = `${attributes['data-plyr-provider'] ?? ''} ${attributes['data-provider'] ?? ''}`
  const named = `${name} ${attributes['class'] ?? ''} ${Object.keys(attributes).join(' ')} ${provider}`
  const site = /youtube|vimeo|dailymotion|\blyte\b/i.exec(named)?.[0].toLowerCase().replace('lyte', 'youtube')
  if (site === undefined) return null
  const said = ['videoid', 'video-id', 'data-videoid', 'data-video-id', `data-${site}-id`, `data-${site}`]
  const others = ['data-yt-id', 'data-ytid', 'data-plyr-embed-id', 'data-embed-id', 'data-id', 'id']
  const id =
    said.map((attribute) => attributes[attribute] ?? '').find((value) => /^[\w-]{5,30}$/.test(value)) ??
    others
      .map((attribute) => (attributes[attribute] ?? '').replace(/^(lyte|WYL)_/, ''))
      .find((value) => (site === 'youtube' ? /^(?=.*[A-Z\d])[\w-]{11}$/ : /^\d{5,12}$/).test(value))
  if (id === undefined) return null
  if (site === 'youtube') return `https://www.youtube.com/watch?v=${id}`
  return site === 'vimeo'
    ? `https://player.vimeo.com/video/${id}`
    : `https://www.dailymotion.com/embed/video/${id}`
}

/** Films of the hosts that companies and newspapers pay: Wistia, Mux, Vidyard, Brightcove. */
function hostedFilm(name: string, attributes: Attributes): string | null {
  const { class: names = '' } = attributes
  const wistia = /(?:^|\s)wistia_async_(\w{8,12})/.exec(names)?.[1]
  const media = name === 'wistia-player' ? attributes['media-id'] : wistia
  if (media !== undefined) return `https://fast.wistia.net/embed/iframe/${encodeURIComponent(media)}`
  const mux = /^mux-(player|video)$/.test(name) ? attributes['playback-id'] : undefined
  if (mux !== undefined) return `https://player.mux.com/${encodeURIComponent(mux)}`
  const vidyard = names.includes('vidyard-player-embed') ? attributes['data-uuid'] : undefined
  if (vidyard !== undefined) return `https://play.vidyard.com/${encodeURIComponent(vidyard)}`
  const { 'data-account': account = '', 'data-video-id': video = '' } = attributes
  if (!/^\d{5,20}$/.test(account) || !/^(ref:)?[\w-]{3,60}$/.test(video)) return null
  const { 'data-player': player = 'default', 'data-embed': embed = 'default' } = attributes
  const path = [account, `${player}_${embed}`].map(encodeURIComponent).join('/')
  return `https://players.brightcove.net/${path}/index.html?videoId=${encodeURIComponent(video)}`
}

/** The film or snippet that a script writes in its place, as an address; null: it is some other script. */
export function writtenByScript(address: string): string | null {
  const { hostname = '', pathname = '', searchParams } = URL.parse(address) ?? {}
  if (hostname === 'gist.github.com') return address
  if (/^(cdn\.jwplayer|content\.jwplatform)\.com$/.test(hostname) && /^\/players\/[\w-]+\.js$/.test(pathname))
    return address
  const isKaltura = /(^|\.)kaltura\.com$/.test(hostname) && pathname.includes('/embedIframeJs/')
  return isKaltura && searchParams?.has('entry_id') === true ? address : null
}

/** Elements of AMP, and one of Twitter, by the attribute that names what they show. */
const pages: ReadonlyMap<string, readonly [attribute: string, before: string]> = new Map([
  [
    'amp-soundcloud',
    ['data-trackid', 'https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F'],
  ],
  ['amp-twitter', ['data-tweetid', 'https://twitter.com/i/status/']],
  ['twitter-widget', ['data-tweet-id', 'https://twitter.com/i/status/']],
  ['amp-instagram', ['data-shortcode', 'https://www.instagram.com/p/']],
  ['amp-gist', ['data-gistid', 'https://gist.github.com/']],
  ['amp-facebook', ['data-href', '']],
  ['amp-reddit', ['data-src', '']],
  ['amp-tiktok', ['data-src', 'https://www.tiktok.com/embed/v2/']],
])

function ampAddress(name: string, attributes: Attributes): string | null {
  const [attribute = '', before = ''] = pages.get(name) ?? []
  const shown = attributes[attribute]
  if (shown === undefined) return null
  return /^https?:/i.test(shown) || before === '' ? shown : before + encodeURIComponent(shown)
}

const filmSetting = /"(?:youtube|vimeo|dailymotion)_url":"(https?:[^"]{1,500})"/

/** An address of a player that we know, in an attribute that says that it is to be played here. */
function namedPlayer(attributes: Attributes, base: string): string | null {
  // Elementor keeps the address among other settings of its script.
  const setting = filmSetting.exec(attributes['data-settings'] ?? '')?.[1]?.replaceAll('\\/', '/')
  if (setting !== undefined && isKnownPlayer(setting)) return setting
  for (const [name, value] of Object.entries(attributes)) {
    if (!/^data-[a-z-]*(src|embed|video|player|iframe)(-?(url|src))?$/.test(name)) continue
    // On a page of a player everything that is relative is one.
    const address = /^\s*(https?:)?\/\//i.test(value) ? resolveWebAddress(value, base) : null
    if (address !== null && isKnownPlayer(address)) return address
  }
  return null
}
