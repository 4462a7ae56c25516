import { describe, expect, it } from 'vitest'
import { addressesByRule, youtubeChannelFeed } from '#lib/documents/discover/feed-addresses.ts'
import { pastedAddress } from '#lib/documents/discover/pasted-address.ts'
import { findFeedLinks } from '#lib/documents/discover/feed-links.ts'

describe('rules for known sites', () => {
  it.each([
    [
      'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv/videos',
      'https://www.youtube.com/feeds/videos.xml?channel_id=UCabcdefghijklmnopqrstuv',
    ],
    [
      'https://www.youtube.com/playlist?list=PL123',
      'https://www.youtube.com/feeds/videos.xml?playlist_id=PL123',
    ],
    ['https://old.reddit.com/r/rss/', 'https://www.reddit.com/r/rss/.rss'],
    ['https://www.reddit.com/r/rss/top/?t=week', 'https://www.reddit.com/r/rss/top/.rss?t=week'],
    [
      'https://www.reddit.com/r/rss/top?sort=top&t=all&utm_source=share',
      'https://www.reddit.com/r/rss/top/.rss?sort=top&t=all',
    ],
    ['https://www.reddit.com/search/?q=harbour', 'https://www.reddit.com/search/.rss?q=harbour'],
    ['https://mastodon.example/@ada', 'https://mastodon.example/@ada.rss'],
    ['https://github.com/nodejs/node/issues', 'https://github.com/nodejs/node/releases.atom'],
    ['https://bsky.app/profile/ada.example', 'https://bsky.app/profile/ada.example/rss'],
    ['https://medium.com/@ada', 'https://medium.com/feed/@ada'],
  ])('%s has its feed at %s', (pageUrl, feedUrl) => {
    expect(addressesByRule(pageUrl).addresses[0]).toBe(feedUrl)
  })
  it.each([
    ['@ada@mastodon.example', 'https://mastodon.example/@ada'],
    [' @Ada.L@Mastodon.example ', 'https://mastodon.example/@Ada.L'],
    ['@veritasium', 'https://www.youtube.com/@veritasium'],
    ['example.org/@ada', 'https://example.org/@ada'],
    ['@ada@nowhere', null],
    ['@ada@evil.example/x', null],
    ['ada@mastodon.example', null],
  ])('what is pasted as %j is %j', (input, address) => {
    expect(pastedAddress(input)).toBe(address)
  })
  it('an address of Reddit that is a feed already gets no second ending', () => {
    expect(addressesByRule('https://www.reddit.com/r/rss/top/.rss?t=week').addresses).toEqual([])
  })
  it('the channel of a YouTube page is its own, though others are named before', () => {
    const other = '{"browseId":"UCzzzzzzzzzzzzzzzzzzzzzz"} "/channel/UCzzzzzzzzzzzzzzzzzzzzzz"'
    const html = `${other} {"externalId":"UCabcdefghijklmnopqrstuv"}`
    expect(youtubeChannelFeed(html, 'https://www.youtube.com/@ada')).toContain(
      'channel_id=UCabcdefghijklmnopqrstuv',
    )
  })
  it('a YouTube handle page tells its channel', () => {
    expect(
      youtubeChannelFeed('{"externalId":"UCabcdefghijklmnopqrstuv"}', 'https://www.youtube.com/@ada'),
    ).toContain('channel_id=UCabcdefghijklmnopqrstuv')
  })
})

describe('findFeedLinks', () => {
  it.each([
    '<a href="/x" aria-label="RSS feed"><i></i></a>',
    '<a class="icon-rss" href="/x"></a>',
    '<a href="/x"><span class="fa fa-rss"></span></a>',
    '<a href="/x"><img src="/i/rss_24.png"></a>',
  ])('knows the sign of a feed in %s', (html) => {
    expect(findFeedLinks(html, 'https://a.example/').mentioned).toEqual(['https://a.example/x'])
    expect(
      findFeedLinks(html.replace('rss', 'grass').replace('RSS feed', 'Grass'), 'https://a.example/')
        .mentioned,
    ).toEqual([])
  })
  it('knows hosts that have feeds alone', () => {
    const html = '<a href="https://feeds.feedburner.com/Tides">Subscribe</a>'
    expect(findFeedLinks(html, 'https://a.example/').mentioned).toEqual([
      'https://feeds.feedburner.com/Tides',
    ])
  })
  it('obeys base, never leaves http and passes over other alternates', () => {
    const html =
      '<base href="http://cdn.example/x/"><link rel="alternate" type="application/rss+xml" href="feed.xml"><link rel="alternate" hreflang="de" href="/de"><link rel=alternate type="application/rss+xml" href="javascript:x">'
    expect(findFeedLinks(html, 'http://example.org/').declared).toEqual(['http://cdn.example/x/feed.xml'])
  })
})
