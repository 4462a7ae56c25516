import { describe, expect, test } from 'vitest'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'

const base = 'https://a.example/post'
const clean = (html: string) => sanitiseHtml(html, base)
const all = (html: string, pattern: RegExp) => [...clean(html).matchAll(pattern)].map(([, found]) => found)
const pictures = (html: string) => all(html, /<img [^<>]*?src="([^"]*)"/g)
const links = (html: string) => all(html, /<a [^<>]*?href="([^"]*)"/g)

/** A GIF of one pixel, as plugins put it where the picture is to come. */
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const picture = (name: string) => `https://i.example/${name}`

describe('of a picture that a script would load', () => {
  test.each([
    ['Optimole', 'a.jpg', `<img src="${picture('q:eco/a.jpg')}" data-opt-src="${picture('a.jpg')}">`],
    ['Shopify', '360.jpg', '<img data-src="//i.example/{width}.jpg" data-widths="[180, 360]">'],
    ['a template', 'b.jpg', '<img src="//i.example/{width}/b.jpg" srcset="//i.example/b.jpg 900w">'],
    [
      'another',
      'c.jpg',
      `<img data-src="{{ a }}" src="${dot}"><noscript><img src="//i.example/c.jpg"></noscript>`,
    ],
    [
      'Medium',
      'd.jpg',
      '<img class="m-thumbnail" src="//i.example/30.jpg"><img data-src="//i.example/d.jpg">',
    ],
    [
      'AMP',
      'e.webp',
      '<amp-img src="//i.example/e.webp"><amp-img fallback src="//i.example/e.jpg"></amp-img></amp-img>',
    ],
    ['a page', 'f.jpg', `<img src="${dot}"><noscript>&lt;img src="//i.example/f.jpg"&gt;</noscript>`],
    [
      'a loaded page',
      'g.jpg',
      '<img src="//i.example/g.jpg"><noscript>&lt;img src="//i.example/g.jpg"&gt;</noscript>',
    ],
    ['no img', 'h.webp', '<picture><source type="image/webp" srcset="//i.example/h.webp"></picture>'],
  ])('%s, %s is shown, once', (_, name, html) => {
    expect(pictures(html)).toEqual([picture(name)])
  })

  test('what is no picture in a noscript stays text', () => {
    expect(clean('<noscript>&lt;b&gt; and &lt;img&gt;</noscript>')).toBe('&lt;b&gt; and &lt;img&gt;')
    expect(clean(`<noscript>&lt;img src=x onerror=alert(1)&gt;</noscript>`)).not.toContain('onerror')
  })
})

test('a set of pictures is read as HTML reads it', () => {
  const best = (set: string) => pictures(`<img srcset="${set}">`)[0]
  expect(best('/a,b/1.jpg 1x,/a,b/2.jpg 2x')).toBe('https://a.example/a,b/2.jpg')
  expect(best('/1.jpg, /2.jpg 2x,')).toBe('https://a.example/2.jpg')
  expect(best('/1.jpg 800w 600h, /2.jpg 1600w 1200h')).toBe('https://a.example/2.jpg')
  expect(best('/my photo.jpg 1400w, /my photo-300.jpg 300w')).toBe('https://a.example/my%20photo.jpg')
  expect(best('\n /1.jpg\n 320w,\n /2.jpg\n 1280w\n')).toBe('https://a.example/2.jpg')
  expect(pictures('<img srcset="/1.jpg big" src="/2.jpg">')).toEqual(['https://a.example/2.jpg'])
})

describe('a player that waits for a script or for consent is a card', () => {
  const film = 'https://www.youtube.com/embed/abcdefghijk'
  const page = 'https://www.youtube.com/watch?v=abcdefghijk'
  test.each([
    `<iframe src="about:blank" data-litespeed-src="${film}"></iframe>`,
    `<iframe data-cookieblock-src="${film}" data-privacy-link="https://b.example/"></iframe>`,
    `<iframe data-cmp-src="${film}"></iframe>`,
    `<iframe src="${film}" srcdoc="<a href=${film}><img src=/thumb.jpg></a>"></iframe>`,
    `<div class="rll-youtube-player" data-src="${film}" data-id="abcdefghijk"></div>`,
    `<div class="youtube-player" data-id="aBcdefghijk"></div>`.replace('aBc', 'abC'),
    `<div class="lyte" id="lyte_abCdefghijk"></div>`,
    `<div class="epyt-facade" data-facadesrc="${film}?rel=0"><img src="/still.jpg"></div>`,
    `<iframe src="/media/oembed?url=${encodeURIComponent(page)}&amp;max_width=0&amp;hash=x"></iframe>`,
    `<p>${page}</p>`,
    `<div data-plyr-provider="youtube" data-plyr-embed-id="abCdefghijk"></div>`,
  ])('%s', (html) => {
    expect(links(html).map((link) => link?.toLowerCase())).toEqual([page])
    expect(clean(html)).toContain('data-player="YouTube"')
  })

  test('so is an address that WordPress left where the player was to come', () => {
    const embed = (text: string) =>
      `<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${text}\n</div><figcaption>Boats</figcaption></figure>`
    expect(links(embed('https://youtu.be/abcdefghijk?a=1&amp;b=2'))).toEqual([page])
    expect(clean(embed('https://b.example/1'))).toContain('data-player="b.example"')
    expect(links(embed('See https://b.example/1'))).toEqual([])
    for (const other of ['https://b.example/1', 'https://www.google.com/search'])
      expect(clean(`<p>${other}</p>`)).toBe(`<p>${other}</p>`)
  })

  test.each([
    ['<amp-soundcloud data-trackid="243"></amp-soundcloud>', 'tracks%2F243'],
    ['<amp-twitter data-tweetid="885"></amp-twitter>', 'status/885'],
    ['<amp-instagram data-shortcode="fBwFP"></amp-instagram>', 'fBwFP'],
    [
      '<amp-facebook data-href="https://www.facebook.com/x/posts/1"></amp-facebook>',
      'facebook.com/x/posts/1',
    ],
    [
      '<embed src="http://vimeo.com/moogaloop.swf?clip_id=1234567&amp;server=x">',
      'https://vimeo.com/1234567',
    ],
    ['<iframe src="https://embed.spotify.com/?uri=spotify:album:1DF"></iframe>', 'spotify.com/album/1DF'],
    [
      '<iframe src="https://www.youtube.com/embed/?list=PLabcdefghijk"></iframe>',
      'playlist?list=PLabcdefghijk',
    ],
  ])('%s leads to %s', (html, part) => {
    expect(links(html)).toEqual([expect.stringContaining(part)])
  })

  test('a frame whose page is written out shows its words', () => {
    expect(clean('<iframe srcdoc="&lt;p&gt;A chart&lt;script&gt;x&lt;/script&gt;&lt;/p&gt;"></iframe>')).toBe(
      '<p>A chart</p>',
    )
  })

  test('a class that happens to name a site is none', () => {
    expect(links('<div class="share-youtube" id="share-links" data-id="block-three">x</div>')).toEqual([])
    expect(clean('<constructor>x</constructor>')).toBe('x')
    const onPlayer = '<a href="https://a.example/" data-player="Bees">b</a><div data-video="1">x</div>'
    const cleaned = sanitiseHtml(onPlayer, 'https://www.youtube.com/watch?v=abcdefghijk')
    expect(cleaned.match(/<a /g)).toHaveLength(1)
  })
})

test('words that stood apart in a browser stand apart, and boxes that only open something are not shown', () => {
  expect(clean('<button>Seven</button><label>Eight</label>')).toBe('Seven Eight')
  expect(clean('<meter>60%</meter><progress>3/10</progress>done')).toMatch(/60%\s+3\/10\s+done/)
  expect(clean('Text<input type="checkbox" class="margin-toggle"><span>A note</span>')).toBe(
    'Text<span>A note</span>',
  )
})

describe('what an element without content holds as data is shown', () => {
  const element = (data: unknown) =>
    clean(`<div data-attrs="${JSON.stringify(data).replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"></div>`)

  test("a post of another network, with Substack's words, pictures and author", () => {
    const photos = [{ img_url: picture('a.jpg'), alt_text: 'A boat' }]
    const html = element({ url: 'https://x.example/1', full_text: 'Hey\nyou', name: 'Ada', photos })
    expect(html).toMatch(/<p>Hey<br \/>you<\/p><img src="https:\/\/i.example\/a.jpg" alt="A boat"/)
    expect(html).toMatch(/<a href="https:\/\/x.example\/1"[^<>]*>Ada<\/a>/)
  })

  test('a gallery, a formula, an article, a film and a name', () => {
    const images = [{ src: picture('1.jpg') }, { src: picture('2.jpg') }]
    expect(element({ gallery: { images, caption: 'Boats' } }).match(/<img /g)).toHaveLength(2)
    expect(element({ persistentExpression: 'a < b' })).toBe('<div><code>a &lt; b</code></div>')
    expect(element({ title: 'Why', canonical_url: 'https://x.example/why' })).toContain('>Why</a>')
    expect(element({ videoId: 'abcdefghijk' })).toContain('watch?v=abcdefghijk')
    expect(element({ name: 'Ada', type: 'user' })).toBe('<div>Ada</div>')
  })

  test('but nothing that is no data, and nothing that runs', () => {
    expect([clean('<p data-attrs="{a"></p>'), element([1]), element({ url: 'https://x.example/' })]).toEqual([
      '<p></p>',
      '<div></div>',
      '<div></div>',
    ])
    expect(element({ full_text: '<script>1</script><b onclick="x()">b</b>' })).toBe(
      '<div><blockquote><p><b>b</b></p></blockquote></div>',
    )
    expect(element({ title: 'x', url: 'javascript:alert(1)' })).not.toContain('href')
  })

  test.each([
    '<blockquote class="instagram-media" data-instgrm-permalink="https://s.example/1"></blockquote>',
    '<blockquote class="tiktok-embed" cite="https://s.example/1"><section></section></blockquote>',
    '<div class="fb-video" data-href="https://s.example/1"></div>',
  ])('%s is a card', (html) => {
    expect(links(html)).toEqual(['https://s.example/1'])
    expect(links(html.replace('><', '>Words<'))).toEqual([])
  })

  test('a film in the settings of Elementor', () => {
    const settings = '{"youtube_url":"https:\\/\\/youtu.be\\/abcdefghijk","video_type":"youtube"}'
    expect(links(`<div data-settings='${settings}'><img src="/still.jpg"></div>`)).toEqual([
      'https://www.youtube.com/watch?v=abcdefghijk',
    ])
  })
})

test('a frame that shows another page leads to that page', () => {
  const film = encodeURIComponent('https://www.youtube.com/embed/abcdefghijk')
  const framed = (src: string) => links(`<iframe src="${src}"></iframe>`)[0]
  expect(framed(`https://cdn.embedly.com/widgets/media.html?src=${film}`)).toContain('watch?v=abcdefghijk')
  expect(framed('https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Ff.example%2F1')).toBe(
    'https://f.example/1',
  )
  expect(framed('https://www.youtube.com/embed/live_stream?channel=UCabc')).toContain('/channel/UCabc/live')
  expect(framed('https://podcasters.spotify.com/pod/show/x/embed')).toContain('podcasters.spotify.com')
})

test('the best of a lazy picture is taken, with the size that its data says', () => {
  const lazy = `<img src="${dot}" data-src="/a-600.jpg" data-srcset="/a-600.jpg 600w, /a.jpg 1600w">`
  expect(pictures(lazy)).toEqual(['https://a.example/a.jpg'])
  for (const size of ['data-orig-width="8" data-orig-height="6"', 'data-orig-size="8,6" width="8"'])
    expect(clean(`<img src="/a.jpg" ${size}>`)).toContain('width="8" height="6"')
  expect(clean('<img src="/a.jpg" style="height: 60px; width:80.5px">')).toContain('width="80" height="60"')
  expect(clean('<img src="/a.jpg" style="max-width:80px;height:60px">')).not.toContain('width')
  expect(pictures('<img src="/img/lazy-placeholder.png" data-img="/a.jpg">')).toEqual([
    'https://a.example/a.jpg',
  ])
  const custom = '<a-img src="/a.jpg"><noscript><img src="/a-small.jpg"></noscript></a-img>'
  expect(pictures(custom)).toEqual(['https://a.example/a.jpg'])
})

test('a film whose poster shows nothing has the one in its background', () => {
  const film = `<video src="/v.mp4" poster="/spacer.png" style="background: url('/still.jpg') 50%"></video>`
  expect(clean(film)).toContain('poster="https://a.example/still.jpg"')
})

test('marks of XML around a text are no comment', () => {
  expect(clean('<![CDATA[<p>In</p>]]> and <b><![CDATA[out]]></b>')).toBe('<p>In</p> and <b>out</b>')
  expect(clean('<![CDATA[<script>alert(1)</script>]]>')).toBe('')
})

test('a link to the page itself jumps, however its address is written', () => {
  const page = 'http://a.example/post/?utm_source=rss'
  const note = '<a href="https://a.example/post#n">1</a><p id="n">Note</p>'
  expect(sanitiseHtml(note, page)).toMatch(/<a href="#(t[0-9a-f]{6}-n)">1<\/a><p id="\1">/)
})

test('an answer by mail keeps the blanks of its subject', () => {
  expect(links('<a href="mailto:a@b.example?subject=Re: My news">x</a>')).toEqual([
    'mailto:a@b.example?subject=Re:%20My%20news',
  ])
})

test.each([
  [
    'Prism',
    '<pre><code class="language-TypeScript line-numbers">x</code></pre>',
    '<pre><code data-language="typescript">x</code></pre>',
  ],
  [
    'highlight.js',
    '<pre><code class="hljs lang-c++">x</code></pre>',
    '<pre><code data-language="c++">x</code></pre>',
  ],
  [
    'GitHub',
    '<div class="highlight highlight-source-js"><pre>x</pre></div>',
    '<div data-language="js"><pre>x</pre></div>',
  ],
  ['WordPress', '<pre class="brush: php; title: ;">x</pre>', '<pre data-language="php">x</pre>'],
  ['Hugo', '<pre><code data-lang="go">x</code></pre>', '<pre><code data-language="go">x</code></pre>'],
  ['a stranger', `<pre data-language='"><b>' class="language-">x</pre>`, '<pre>x</pre>'],
])('the language of code stays as %s names it', (_, html, expected) => {
  expect(clean(html)).toBe(expected)
  expect(clean(clean(html))).toBe(expected)
})
