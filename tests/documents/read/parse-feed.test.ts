import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serialize } from 'node:v8'
import iconv from 'iconv-lite'
import RssParser from 'rss-parser'
import { describe, expect, it } from 'vitest'
import type { ParsedFeed } from '#lib/documents/read/feed-types.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { readFeed } from '#lib/documents/read/rss-reader.ts'

const url = 'http://example.org/site/feed.xml'

async function parse(body: string | Buffer, contentType: string | null = null): Promise<ParsedFeed> {
  const result = await parseFeed({ body: Buffer.from(body), contentType, url })
  if (!result.ok) throw new Error(result.error.message)
  return result.feed
}

const fixture = (name: string) =>
  parse(readFileSync(path.join(import.meta.dirname, '../../fixtures/feeds', name)))

describe('fixtures', () => {
  it('broken XML is mended', async () => {
    const feed = await fixture('broken-xml.xml')
    expect(feed.title).toBe('Fish & Chips — café')
    expect(feed.entries.map(({ title }) => title)).toEqual(['One & two', 'Two'])
    expect(feed.entries[0]?.url).toBe('http://example.org/1?x=1&y=2')
    expect(feed.entries[0]?.excerpt).toBe('1 < 2')
    expect(feed.entries[1]?.html).toBe('<p>cut off</p>')
  })

  it('a feed behind an error page is read by the second reader', async () => {
    const feed = await fixture('html-before-feed.xml')
    expect(feed).toMatchObject({ kind: 'RSS 2.0', title: 'Fish & Chips', siteUrl: 'http://example.org/' })
    expect(feed.entries).toHaveLength(2)
    expect(feed.entries[0]).toMatchObject({
      guid: 'g1',
      title: 'One & two',
      url: 'http://example.org/1',
      author: 'Ada',
      html: '<p>x</p>',
      publishedAt: Date.UTC(2026, 0, 5),
      categories: ['news'],
      enclosures: [{ url: 'http://example.org/a.mp3', type: 'audio/mpeg', length: 7 }],
    })
    expect(feed.entries[1]).toMatchObject({ url: 'http://example.org/2', html: '<p>y</p>' })
    const atom =
      '<html/><feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>1</id><title type="html">q &amp;lt; r</title><link href="/x"/><updated>2026-01-05T00:00:00Z</updated><content type="html">&lt;b&gt;z&lt;/b&gt;&lt;script&gt;s&lt;/script&gt;</content></entry></feed>'
    expect((await parse(atom)).entries).toMatchObject([
      {
        guid: '1',
        title: 'q < r',
        url: 'http://example.org/x',
        html: '<b>z</b>',
        updatedAt: Date.UTC(2026, 0, 5),
      },
    ])
  })

  it('the second reader is asked where the first finds a feed without postings, and taken where it finds more', async () => {
    const status = '<feed><title>Status</title></feed>'
    const rss = '<rss version="2.0"><channel><title>B</title><item><title>One</title></item></channel></rss>'
    expect(await parse(status + rss)).toMatchObject({ kind: 'RSS 2.0', entries: [{ title: 'One' }] })
    expect(await parse(status)).toMatchObject({ kind: 'Atom', title: 'Status', entries: [] })
  })

  it('rss-parser still lets its XML reader be replaced (see rss-reader.ts when an upgrade breaks this)', async () => {
    expect(new RssParser()).toHaveProperty('xmlParser.parseString', expect.any(Function))
    // rss-parser's own reader refuses a bare ampersand, and feedsmith would lose the markup inside the title.
    const text = '<rss><channel><item><title>a & <b>b</b></title></item></channel></rss>'
    const feed = await readFeed(text, url)
    expect(feed?.entries[0]?.fields('title')[0]).toMatchObject({ isMarkup: true, _: 'a &amp; <b>b</b>' })
  })

  it('entities never grow nor read files', async () => {
    const feed = await fixture('entity-bomb.xml')
    expect(feed.title).toBe('Acme © news')
    expect(feed.entries[0]?.title).toBe('&b;&x;')
  })

  it('namespaces count, not prefixes; xml:base nests; XHTML keeps its order', async () => {
    const feed = await fixture('own-prefixes.xml')
    expect(feed).toMatchObject({
      kind: 'Atom',
      title: 'A & B',
      siteUrl: 'http://example.org/base/index.html',
    })
    expect(feed).toMatchObject({
      selfUrl: 'http://example.org/base/feed.atom',
      hubUrl: 'https://hub.example/',
    })
    expect(feed.entries[0]).toMatchObject({
      guid: 'urn:1',
      title: '1 < 2 <b>',
      url: 'http://example.org/base/sub/a.html',
      author: 'Ada',
    })
    expect(feed.entries[0]).toMatchObject({
      publishedAt: Date.UTC(2026, 0, 5, 9),
      updatedAt: null,
      imageUrl: 'http://example.org/t.jpg',
    })
    expect(feed.entries[0]?.html).toMatch(
      /first <b>second<\/b> third <img .*src="http:\/\/example.org\/base\/sub\/i.png"/,
    )
  })

  it('languages are tags, also where the publisher writes the name of a locale', async () => {
    const rss = (language: string) =>
      parse(`<rss><channel><title>T</title><language>${language}</language></channel></rss>`)
    const json = (language: unknown) =>
      parse(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', language, items: [] }))
    for (const read of [rss, json]) {
      expect((await read('en_US')).language).toBe('en-US')
      expect((await read('zh-Hant_TW')).language).toBe('zh-Hant-TW')
      expect((await read('US English')).language).toBeNull()
    }
  })

  it('hints, enclosures and relative addresses of RSS are read', async () => {
    const feed = await fixture('rss-hints.xml')
    expect(feed).toMatchObject({
      title: 'Hints',
      language: 'en-gb',
      siteUrl: 'http://example.org/site/',
      iconUrl: 'http://example.org/logo.png',
    })
    expect(feed.hints).toEqual({
      ttlMinutes: 60,
      skipHours: [0, 3],
      skipDays: [0],
      updatePeriodMs: 6 * 3_600_000,
    })
    const entry = feed.entries[0]
    expect(entry).toMatchObject({
      title: 'Italic & more',
      url: 'http://example.org/site/posts/1',
      guid: 'g1',
      author: 'Ada',
    })
    expect(entry?.enclosures).toEqual([
      { url: 'http://example.org/a.mp3', type: 'audio/mpeg', length: 7 },
      { url: 'http://example.org/b.mp4', type: 'video/mp4', length: null },
    ])
    expect(entry?.html).toMatch(/^<p>Text <img src="http:\/\/example.org\/site\/posts\/p.png"/)
    expect(entry?.publishedAt).toBe(Date.UTC(2026, 0, 4, 23))
  })
})

describe('encodings', () => {
  const text = '<rss version="2.0"><channel><title>Новости</title></channel></rss>'
  it.each([
    ['windows-1251', `<?xml version="1.0" encoding="windows-1251"?>${text}`, null],
    ['koi8-r', text, 'text/xml; charset=KOI8-R'],
    ['utf-16le', `\uFEFF${text}`, null],
    ['utf-16be', text, null],
    ['utf-32be', `\uFEFF${text}`, null],
    ['utf-8', `<?xml version="1.0" encoding="iso-8859-1"?>${text}`, null],
    ['utf-8', `<?xml version="1.0" encoding="x-unheard-of"?>${text}`, 'text/xml; charset=nonsense'],
  ])('%s is recognised', async (encoding, document, contentType) => {
    expect((await parse(iconv.encode(document, encoding), contentType)).title).toBe('Новости')
  })
})

describe('what is no feed', () => {
  it.each([
    ['', 'empty'],
    ['<!DOCTYPE html><html><body>Log in</body></html>', 'html'],
    ['[1, 2]', 'not-a-feed'],
    ['{"a": 1}', 'not-a-feed'],
    ['{"a": ', 'broken'],
    ['<urlset><url><loc>http://example.org/</loc></url></urlset>', 'not-a-feed'],
    ['just text', 'not-a-feed'],
  ])('%s is refused with a reason', async (body, kind) => {
    expect(await parseFeed({ body: Buffer.from(body), contentType: null, url })).toMatchObject({
      ok: false,
      error: { kind },
    })
  })
})

it('the picture that a feed gives a film stands in the card of that film', async () => {
  const item = (frame: string, picture: string) =>
    `<item><guid>${frame}</guid><description>&lt;p&gt;See&lt;/p&gt;&lt;iframe src="${frame}"&gt;&lt;/iframe&gt;</description><media:thumbnail url="${picture}"/></item>`
  const vimeo = 'https://player.vimeo.com/video/123456'
  const beside = 'https://www.youtube.com/embed/abcdefghijk'
  const picture = 'https://a.example/p.jpg'
  const own = 'https://i3.ytimg.com/vi/abcdefghijk/default.jpg'
  const feed = await parse(
    `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>F</title>${item(vimeo, picture)}${item(beside, picture)}${item(beside, own)}</channel></rss>`,
  )
  const shown = (html = '') => html.replace(/ (rel|target|loading|alt)="[^"]*"/g, '').replace(/ \/>/g, '>')
  const youTube = '<a href="https://www.youtube.com/watch?v=abcdefghijk" data-player="YouTube">'
  expect(feed.entries.map(({ html }) => shown(html))).toEqual([
    `<p>See</p> <a href="https://vimeo.com/123456" data-player="Vimeo"><img src="${picture}">Vimeo</a>`,
    `<p>See</p> ${youTube}YouTube</a><figure><img src="${picture}"></figure>`,
    `<p>See</p> ${youTube}<img src="${own}">YouTube</a>`,
  ])
  expect(feed.entries[0]?.imageUrl).toBe(picture)
})

it('a description that repeats the title is none', async () => {
  const described = async (description: string) =>
    (
      await parse(
        `<rss version="2.0"><channel><title>The Quay</title><description>${description}</description></channel></rss>`,
      )
    ).description
  expect(await described('THE QUAY')).toBeNull()
  expect(await described('News of the quay')).toBe('News of the quay')
})

it('a title that speaks of an element keeps its name, one that is marked up by it does not', async () => {
  const titles = {
    'The &lt;video&gt; element': 'The <video> element',
    'Use &lt;div&gt; and &lt;template&gt;': 'Use <div> and <template>',
    'How &lt;input&gt; works': 'How <input> works',
    '&lt;div&gt;Tides&lt;/div&gt;': 'Tides',
    '&lt;b&gt;Tides': 'Tides',
    'Is &lt;em&gt; or &lt;i&gt; better?': 'Is <em> or <i> better?',
    '&lt;![CDATA[Tides &lt;b&gt;ebb&lt;/b&gt;]]&gt;': 'Tides ebb',
    '<![CDATA[<![CDATA[Tides]]]]><![CDATA[>]]>': 'Tides',
    '&lt;p&gt;Tides&lt;br&gt;and ebbs': 'Tides and ebbs',
    '&lt;img src="a.png"&gt;Tides': 'Tides',
  }
  const items = Object.keys(titles).map((title) => `<item><title>${title}</title></item>`)
  const feed = await parse(`<rss version="2.0"><channel><title>F</title>${items.join('')}</channel></rss>`)
  expect(feed.entries.map(({ title }) => title)).toEqual(Object.values(titles))
})

it('of an author with an address the name is shown, and a file is known by the name in its query', async () => {
  const author = (written: string) => `<item><author>${written}</author></item>`
  const feed = await parse(
    `<rss version="2.0"><channel><title>F</title>${author('Jane Doe &lt;jane@a.example&gt;')}${author('Jane Doe (jane@a.example)')}${author('jane@a.example')}<item><enclosure url="https://a.example/get?file=a.mp3&amp;x=1"/></item></channel></rss>`,
  )
  expect(feed.entries.slice(0, 3).map((entry) => entry.author)).toEqual([
    'Jane Doe',
    'Jane Doe',
    'jane@a.example',
  ])
  expect(feed.entries[3]?.enclosures[0]?.type).toBe('audio/mpeg')
})

const rss = (items: string) =>
  parse(
    `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>F</title>${items}</channel></rss>`,
  )

it('a text that was marked or escaped twice is read as what was meant', async () => {
  const texts = [
    '&lt;![CDATA[&lt;p&gt;Tides&lt;/p&gt;]]&gt;',
    '&amp;lt;p&amp;gt;Tides&amp;lt;/p&amp;gt;',
    '<![CDATA[&lt;p&gt;Tides&lt;/p&gt;]]>',
    'On &amp;lt;p&amp;gt; of HTML',
  ]
  const feed = await rss(texts.map((text) => `<item><description>${text}</description></item>`).join(''))
  expect(feed.entries.map(({ html }) => html)).toEqual([
    '<p>Tides</p>',
    '<p>Tides</p>',
    '<p>Tides</p>',
    'On &lt;p&gt; of HTML',
  ])
})

it('HTML in Atom is read as such where its publisher forgot to say so, and shown as text where it says that', async () => {
  const entry = (type: string, text: string) => `<entry><summary${type}>${text}</summary></entry>`
  const html = '&lt;p&gt;Tides &lt;b&gt;ebb&lt;/b&gt;&lt;/p&gt;'
  const feed = await parse(
    `<feed>${entry('', html)}${entry(' type="text"', html)}${entry('', '5 &lt; 6')}</feed>`,
  )
  expect(feed.entries.map((each) => each.html.slice(0, 12))).toEqual([
    '<p>Tides <b>',
    '&lt;p&gt;Tid',
    '5 &lt; 6',
  ])
})

it('a player of Media RSS is a card, and the picture of a content counts as that of its posting', async () => {
  const content = (inside: string) => `<item><media:content>${inside}</media:content></item>`
  const player = '<media:player url="https://player.vimeo.com/video/123456"/>'
  const thumbnail = '<media:thumbnail url="https://a.example/p.jpg"/>'
  const feed = await rss(
    `${content(player + thumbnail)}<item><media:content url="https://a.example/f.mp4">${player}${thumbnail}</media:content></item><item><image><url>https://a.example/p.jpg</url></image></item><item><link>https://vimeo.com/123456</link>${player}</item>`,
  )
  const [card, file, picture, itself] = feed.entries
  expect(card?.html).toMatch(/<a href="https:\/\/vimeo.com\/123456".*<img src="https:\/\/a.example\/p.jpg"/)
  expect([file?.html, file?.imageUrl]).toEqual(['', 'https://a.example/p.jpg'])
  expect(picture?.html).toContain('<img src="https://a.example/p.jpg"')
  expect(itself?.html).toBe('')
})

it('of a film in several sizes one is shown, and words that are declared plain stay whole', async () => {
  const file = (name: string, more: string) =>
    `<media:content url="https://a.example/${name}" type="video/mp4" ${more}/>`
  const feed = await rss(
    `<item><media:group>${file('s.mp4', 'width="320"')}${file('l.mp4', 'width="1280"')}</media:group></item>
    <item><media:group>${file('s.mp4', 'isDefault="true"')}${file('l.mp4', 'bitrate="900"')}</media:group></item>
    <item>${file('1.mp4', '')}${file('2.mp4', '')}</item>
    <item><media:content url="https://a.example/p.png" medium="image"><media:description type="plain">A &lt;b&gt; key</media:description></media:content></item>`,
  )
  expect(feed.entries.map(({ enclosures }) => enclosures.map((each) => each.url.slice(-5)))).toEqual([
    ['l.mp4'],
    ['s.mp4'],
    ['1.mp4', '2.mp4'],
    [],
  ])
  expect(feed.entries[3]?.html).toContain('alt="A &lt;b&gt; key"')
})

it.each([
  [
    'https://s.example/image/fetch/w_1456,f_auto/https%3A%2F%2Fb.example%2Fp.png',
    'https://s.example/image/fetch/f_auto,q_auto/https%3A%2F%2Fb.example%2Fp.png',
  ],
  ['https://i0.wp.com/b.example/p.jpg?resize=600', 'https://b.example/p.jpg'],
  ['https://b.example/images/size/w1600/p.jpg', 'https://b.example/images/p.jpg'],
  ['https://live.staticflickr.com/6/1_abc_m.jpg', 'https://live.staticflickr.com/6/1_abc_b.jpg'],
  ['https://1.bp.blogspot.com/-a/b/c/s320/quay.jpg', 'https://1.bp.blogspot.com/-a/b/c/s1600/quay.jpg'],
  [
    'https://ichef.bbci.co.uk/ace/standard/240/cpsprodpb/1/quay.jpg',
    'https://ichef.bbci.co.uk/ace/standard/976/cpsprodpb/1/quay.jpg',
  ],
  [
    'https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/Quay.jpg/300px-Quay.jpg',
    'https://upload.wikimedia.org/wikipedia/commons/a/ab/Quay.jpg',
  ],
  [
    'https://64.media.tumblr.com/abc/s640x960/quay.jpg',
    'https://64.media.tumblr.com/abc/s1280x1920/quay.jpg',
  ],
  ['https://cdn.shopify.com/s/files/1/quay_300x.jpg', 'https://cdn.shopify.com/s/files/1/quay.jpg'],
  [
    'https://static01.nyt.com/images/2024/05/03/quay/quay-moth.jpg',
    'https://static01.nyt.com/images/2024/05/03/quay/quay-superJumbo.jpg',
  ],
  [
    'https://i.guim.co.uk/img/media/quay/2/master/500.jpg?width=140',
    'https://i.guim.co.uk/img/media/quay/2/master/3000.jpg?width=700',
  ],
  [
    'https://miro.medium.com/v2/resize:fit:700/1*quay.jpg',
    'https://miro.medium.com/v2/resize:fit:1400/1*quay.jpg',
  ],
  [
    'https://pbs.twimg.com/media/quay?format=jpg&name=small',
    'https://pbs.twimg.com/media/quay?format=jpg&name=large',
  ],
  [
    'https://a.example/files/styles/teaser/public/quay.jpg?itok=1',
    'https://a.example/files/styles/large/public/quay.jpg?itok=2',
  ],
  ['https://a.example/quay.jpg', 'https://a.example/quay@2x.jpg'],
])('a picture in the text is not shown again for its other size: %s', async (inText, beside) => {
  const item = (text: string) =>
    `<item><description>&lt;img src="${text.replaceAll('&', '&amp;amp;')}"&gt;</description><media:content medium="image" url="${beside.replaceAll('&', '&amp;')}"/></item>`
  const feed = await rss(item(inText) + item(inText.replaceAll(/(?<=\/|F)p(?=\.\w+)|1_abc|quay/gi, 'other')))
  expect(feed.entries.map(({ html }) => html.match(/<img/g)?.length)).toEqual([1, 2])
})

it('the description of a posting is that of its only picture, unless it is the text', async () => {
  const item = (text: string) =>
    `<item><description>${text}</description><media:content medium="image" url="https://a.example/p.jpg"/><media:description>The quay at noon</media:description></item>`
  const feed = await rss(item('Boats') + item(''))
  expect(feed.entries.map(({ html }) => html.match(/alt="([^"]*)"/)?.[1])).toEqual(['The quay at noon', ''])
})

it('the portrait of an author is no picture of a posting', async () => {
  const feed = await rss(
    '<item><media:thumbnail url="https://avatars.githubusercontent.com/u/1?s=60"/></item>',
  )
  expect(feed.entries[0]).toMatchObject({ html: '', imageUrl: null })
})

it('what is said of a film is shown, once', async () => {
  const item = (text: string) =>
    `<item><description>${text}</description><media:content url="https://a.example/f.mp4" type="video/mp4"><media:description type="plain">Waves &amp; gulls</media:description></media:content></item>`
  const feed = await rss(item('') + item('Look') + item('Look: Waves &amp;amp; gulls'))
  expect(feed.entries.map(({ html }) => html)).toEqual([
    '<p>Waves &amp; gulls</p>',
    'Look<p>Waves &amp; gulls</p>',
    'Look: Waves &amp; gulls',
  ])
})

it('an address without its beginning, or of a text that is elsewhere, leads to the posting', async () => {
  const feed = await rss('<item><link>www.a.example/1</link></item><item><link>www.html</link></item>')
  expect(feed.entries.map((entry) => entry.url)).toEqual([
    'https://www.a.example/1',
    'http://example.org/site/www.html',
  ])
  const atom = await parse('<feed><entry><id>1</id><content src="/1" type="text/html"/></entry></feed>')
  expect(atom.entries[0]?.url).toBe('http://example.org/1')
})

it('the names of a feed that all entries have are short, as each entry is sent to another thread with a copy', async () => {
  const name = 'A'.repeat(200_000)
  const items = Array.from({ length: 1_000 }, (_, id) => ({ id: `${id}` }))
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><author><name>${name}</name></author>${items.map(({ id }) => `<entry><id>${id}</id></entry>`).join('')}</feed>`
  const json = { version: 'https://jsonfeed.org/version/1.1', title: 'J', authors: [{ name }], items }
  for (const document of [atom, JSON.stringify(json)]) {
    const feed = await parse(document)
    expect([feed.entries.length, feed.entries.at(-1)?.author?.length]).toEqual([1_000, 1_000])
    expect(serialize(feed).byteLength).toBeLessThan(5_000_000)
  }
})

it('of a document with more postings than anybody writes the latest are read, in its order', async () => {
  const guids = async (items: readonly string[]) => {
    const { entries } = await rss(items.join(''))
    return [entries.length, entries[0]?.guid, entries.at(-1)?.guid]
  }
  const undated = Array.from({ length: 10_001 }, (_, at) => `<item><guid>${at}</guid></item>`)
  expect(await guids(undated)).toEqual([10_000, '0', '9999'])
  const dated = '<item><guid>new</guid><pubDate>Mon, 05 Jan 2026 12:00:00 GMT</pubDate></item>'
  expect(await guids([...undated, dated])).toEqual([10_000, '0', 'new'])
})
