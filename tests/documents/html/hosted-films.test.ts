import { expect, test } from 'vitest'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'

const clean = (html: string) => sanitiseHtml(html, 'https://a.example/post')
const cards = (html: string) =>
  [...clean(html).matchAll(/<a href="([^"]*)"[^<>]* data-player="([^"]*)"/g)].map(([, href, player]) => [
    player,
    href,
  ])

const wistia = ['Wistia', 'https://fast.wistia.net/embed/iframe/abc123def4']
const brightcove = [
  'Brightcove',
  'https://players.brightcove.net/1752604059001/default_default/index.html?videoId=6123456789001',
]
const jw = ['JW Player', 'https://cdn.jwplayer.com/players/Ab12Cd34-Xy98Zw76.html']

test.each([
  [
    'a class of Wistia',
    wistia,
    '<div class="wistia_embed wistia_async_abc123def4 videoFoam=true">&nbsp;</div>',
  ],
  ['an element of Wistia', wistia, '<wistia-player media-id="abc123def4"></wistia-player>'],
  ['a frame of Wistia', wistia, '<iframe src="//fast.wistia.net/embed/iframe/abc123def4"></iframe>'],
  [
    'an element of Brightcove',
    brightcove,
    '<video-js data-account="1752604059001" data-player="default" data-embed="default" data-video-id="6123456789001"></video-js>',
  ],
  [
    'a video of Brightcove',
    brightcove,
    '<video data-account="1752604059001" data-video-id="6123456789001" class="video-js" controls></video>',
  ],
  [
    'an element of Mux',
    ['Mux', 'https://player.mux.com/EcHgOK9coz5K4rj'],
    '<mux-player playback-id="EcHgOK9coz5K4rj"></mux-player>',
  ],
  ['a script of JW', jw, '<script src="https://cdn.jwplayer.com/players/Ab12Cd34-Xy98Zw76.js"></script>'],
  ['a frame of JW', jw, '<iframe src="https://cdn.jwplayer.com/players/Ab12Cd34-Xy98Zw76.html"></iframe>'],
  [
    'a picture of Vidyard',
    ['Vidyard', 'https://play.vidyard.com/AbCdEf123'],
    '<img class="vidyard-player-embed" src="https://play.vidyard.com/AbCdEf123.jpg" data-uuid="AbCdEf123">',
  ],
  [
    'a script of Kaltura',
    [
      'Kaltura',
      'https://cdnapisec.kaltura.com/p/1/sp/100/embedIframeJs/uiconf_id/4/partner_id/1?iframeembed=true&amp;entry_id=1_abc',
    ],
    '<script src="https://cdnapisec.kaltura.com/p/1/sp/100/embedIframeJs/uiconf_id/4/partner_id/1?autoembed=true&amp;entry_id=1_abc"></script>',
  ],
  [
    'an embed',
    ['Vimeo', 'https://vimeo.com/123456'],
    '<p>[embed width="5"]https://vimeo.com/123456[/embed]</p>',
  ],
  ['an embed alone', ['Vimeo', 'https://vimeo.com/123456'], '[embed]https://vimeo.com/123456[/embed]'],
  [
    'an embed whose address was made a link',
    ['Vimeo', 'https://vimeo.com/123456'],
    'a<br />[embed]<a href="https://vimeo.com/123456">https://vimeo.com/123456</a>[/embed]<br />b',
  ],
  [
    'a code of YouTube',
    ['YouTube', 'https://www.youtube.com/watch?v=abcdefghijk'],
    '<p>[youtube https://youtu.be/abcdefghijk]</p>',
  ],
  [
    'a code of SoundCloud',
    ['SoundCloud', 'https://api.soundcloud.com/tracks/12'],
    '<p>[soundcloud url=&#8221;https://api.soundcloud.com/tracks/12&#8243; width="100%"]</p>',
  ],
])('%s is a card', (_, card, html) => {
  expect(cards(html)).toEqual([card])
  expect(clean(html)).not.toContain('[')
})

test('short codes of files are players, and the picture of a card stays in it', () => {
  const codes =
    '<p>[video width="640" mp4="https://a.example/v.mp4"][/video]</p><p>[audio https://a.example/s.mp3]</p>'
  expect(clean(codes)).toMatch(
    /<video src="https:\/\/a.example\/v.mp4".*<audio src="https:\/\/a.example\/s.mp3"/,
  )
  const picture =
    '<img class="vidyard-player-embed" src="https://play.vidyard.com/AbCdEf123.jpg" data-uuid="AbCdEf123">'
  expect(clean(picture)).toMatch(/<a [^<>]*><img src="https:\/\/play.vidyard.com\/AbCdEf123.jpg"/)
  expect(clean('<p>[caption id="a"]<img src="/b.jpg"> Quay[/caption]</p>')).toMatch(
    /^<p><img [^<>]*> Quay<\/p>$/,
  )
})

test.each([
  '<p>Write [embed]https://a.example/[/embed] for that.</p>',
  '<pre>[embed]https://a.example/x[/embed]</pre>',
  '<p>[gallery ids="1,2"] and [sic]</p>',
  '<p>[video src="nowhere"]</p>',
])('other words in brackets stay: %s', (html) => {
  expect(clean(html)).toBe(html)
})

test.each([
  [
    'words',
    'Sales 2024 Costs',
    '<svg><style>.a{}</style><text>Sales <tspan>2024</tspan></text><text>Costs</text></svg>',
  ],
  ['HTML inside', 'Quay', '<svg><foreignObject><p>Quay</p><script>x()</script></foreignObject></svg>'],
  [
    'the title of a chart',
    'Sales by year',
    '<svg role="img" viewBox="0 0 400 300"><title>Sales by year</title><path/></svg>',
  ],
  ['no title of an icon', '', '<svg role="img" viewBox="0 0 24 24"><title>Twitter</title><path/></svg>'],
  [
    'no title beside words',
    'Sales',
    '<svg role="img" width="400"><title>Chart</title><text>Sales</text></svg>',
  ],
])('of a drawing stay %s', (_, words, svg) => {
  expect(clean(`<p>before${svg}after</p>`).replace(/\s+/g, ' ')).toBe(
    words === '' ? '<p>beforeafter</p>' : `<p>before ${words} after</p>`,
  )
})

test('the picture in a drawing stays', () => {
  expect(
    clean('<svg><image xlink:href="https://a.example/p.jpg" width="300" height="200"/></svg>'),
  ).toContain('<img src="https://a.example/p.jpg" width="300" height="200"')
})

test.each([
  ['a plugin', '<div class="rocket-lazyload" data-bg="https://a.example/p.jpg"></div>'],
  ['a plugin with words', '<div data-bg="url(https://a.example/p.jpg)">Quay</div>'],
  [
    'a cover of WordPress',
    '<div class="wp-block-cover" style="background-image:url(/p.jpg)"><p>Quay</p></div>',
  ],
  ['an empty figure', `<figure style="background: #fff url('/p.jpg') no-repeat center"></figure>`],
])('the picture behind an element is shown: %s', (_, html) => {
  expect(clean(html).match(/<img src="https:\/\/a.example\/p.jpg"/g)).toHaveLength(1)
})

test.each([
  '<div style="background-image:url(/p.jpg)">Words</div>',
  '<hr style="background:url(/p.jpg) repeat-x">',
  '<div data-bg="#fff">Words</div>',
  '<div data-bg="/spacer.gif"></div>',
])('no decoration becomes a picture: %s', (html) => {
  expect(clean(html)).not.toContain('<img')
})

const hidden =
  'display:none;font-size:1px;color:#fff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden'
test.each([
  ['', `<div style="${hidden}">Seen in the list of mails</div>`],
  ['', '<span class="preheader" style="display:none !important;mso-hide:all;visibility:hidden">x</span>'],
  ['<div>A tab</div>', '<div style="display:none">A tab</div>'],
  ['<div>Folded</div>', '<div style="max-height:0;overflow:hidden">Folded</div>'],
  ['<p>Before</p><div>Later</div>', `<p>Before</p><div style="${hidden}">Later</div>`],
])('only the hidden first words of a mail vanish: %s', (shown, html) => {
  expect(clean(html)).toBe(shown)
})
