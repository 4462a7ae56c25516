import type { Fetched } from '#lib/documents/door/fetch-types.ts'
import type { ParsedFeed } from './feed-types.ts'
import { linksOfHeader } from '#lib/documents/door/link-header.ts'

/** The hub that tells us of a feed's news, and by which name the feed is known there. */
export type PushOffer = {
  readonly protocol: 'websub' | 'rsscloud'
  readonly hubUrl: string
  readonly topicUrl: string
}

/** YouTube's feeds are pushed although they do not say so (developers.google.com/youtube/v3/guides/push_notifications). */
const youtubeHub = 'https://pubsubhubbub.appspot.com/subscribe'

/** Of both addresses together: an index of PostgreSQL holds no more (lib/documents/door/normalise-url.ts). */
const longestOffer = 2_500

/**
 * The hub that a fetched feed names; null when it names none, or by longer addresses than are kept. Link headers go before the document (WebSub, 4); a hub
 * without rel=self is taken at the address that answered. WebSub, which brings the postings themselves, goes before
 * rssCloud, which only says that there are some.
 */
export function pushOfferOf(
  sourceUrl: string,
  answer: Pick<Fetched, 'finalUrl' | 'linkHeader'>,
  feed: Pick<ParsedFeed, 'hubUrl' | 'selfUrl' | 'cloudUrl'>,
): PushOffer | null {
  const links = linksOfHeader(answer.linkHeader, answer.finalUrl)
  const linked = (relation: string) => links.find(({ relations }) => relations.includes(relation))?.url
  const hubUrl = linked('hub') ?? feed.hubUrl ?? knownHub(answer.finalUrl)
  if (hubUrl !== null) {
    const topicUrl = linked('self') ?? youtubeTopic(answer.finalUrl) ?? feed.selfUrl ?? answer.finalUrl
    return kept({ protocol: 'websub', hubUrl, topicUrl })
  }
  if (feed.cloudUrl === null) return null
  return kept({ protocol: 'rsscloud', hubUrl: feed.cloudUrl, topicUrl: sourceUrl })
}

function kept(offer: PushOffer): PushOffer | null {
  return offer.hubUrl.length + offer.topicUrl.length > longestOffer ? null : offer
}

function knownHub(url: string): string | null {
  return youtubeTopic(url) === null ? null : youtubeHub
}

/** The address of a YouTube feed as its hub knows it: https, whatever the feed's own rel=self says. */
function youtubeTopic(url: string): string | null {
  const { hostname = '', pathname, search } = URL.parse(url) ?? {}
  if (!/^(www\.)?youtube\.com$/.test(hostname) || pathname !== '/feeds/videos.xml') return null
  return `https://www.youtube.com/feeds/videos.xml${search ?? ''}`
}
