import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeDocument } from '#lib/feeds/decode-document.ts'
import { readFeed } from '#lib/feeds/rss-reader.ts'
import { sanitiseByLibrary, sanitiseHtml } from '#lib/feeds/sanitise-html.ts'
import { sanitiseTidyHtml } from '#lib/feeds/tidy-html.ts'

const base = 'https://example.org/blog/post'
const seed = 20260105

/** Pieces that meet at all the corners where a parser of HTML may go wrong. */
const pieces = [
  ...'p div span a b i em ul ol li dl dt dd table thead tbody tr th td blockquote pre h1 h2 font center header'
    .split(' ')
    .flatMap((name) => [`<${name}>`, `</${name}>`, `<${name} class="x" dir='rtl'>`]),
  ...[
    '<br>',
    '<br/>',
    '<br />',
    '</br>',
    '<hr>',
    '<p/>',
    '<P>',
    '</img>',
    '<!-- c -->',
    '<!-->',
    '<!--->-->',
  ],
  ...[
    '<!--a--!>',
    '<![CDATA[x]]>',
    '<?x?>',
    '<!doctype html>',
    '<',
    '>',
    '</',
    '</>',
    '< p>',
    '<p',
    '="',
    "'",
    '"',
  ],
  ...[
    '<a href="x?a=1&b=2&copy=3&amp;d&not_x=1&lt;">',
    '<a href=/x/>',
    "<a href='java&#115;cript:x'>",
    '<a href>',
  ],
  ...[
    '<a href="mailto:a@example.org">',
    '<a href="mailto:a&#10;@x">',
    '<a title="a&quot;<b>" href="//x.org/y">',
  ],
  ...[
    '<img src="a.png" alt="">',
    '<img src=a.png width=1 height=1>',
    '<img data-src="b.png" alt=\'"\'>',
    '<img>',
  ],
  ...[
    '<img src=x onerror=alert(1)>',
    '<img src="x" src="y" width="">',
    '<video src="v"></video>',
    '<source src=x>',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<svg>',
    '</svg>',
    '<math>',
    '<iframe>',
    '</iframe>',
    '<xmp>',
  ],
  ...[
    '<noscript>',
    '</noscript>',
    '<title>',
    '</title>',
    '<textarea>',
    '<select>',
    '<option>',
    '<col>',
    '<wbr>',
  ],
  ...[
    '&amp;',
    '&lt;',
    '&lt',
    '&nbsp;',
    '&copy',
    '&copyx;',
    '&#8217;',
    '&#x27;',
    '&#0;',
    '&#150;',
    '&#xD800;',
    '&',
  ],
  ...['&bogus;', '&amp;lt;', '&#', '&#x;', ' ', '\n', 'text', 'ж', '💡', '\u00a0', '\u0001', 'javascript:x'],
]
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((chosen) => chosen.join(''))

describe('sanitiseHtml', () => {
  it('never differs from sanitize-html alone, whatever the HTML (seeded)', () => {
    const differs = (html: string) => sanitiseHtml(html, base) !== sanitiseByLibrary(html, base)
    fc.assert(
      fc.property(soup, (html) => !differs(html)),
      { seed, numRuns: 30_000 },
    )
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'<>/="\'& apbr!-;#x1\n'), maxLength: 40 }),
        (html) => !differs(html),
      ),
      { seed, numRuns: 30_000 },
    )
  })

  it('leaves what is not tidy to sanitize-html', () => {
    const rules = {
      allowedAttributes: {},
      transformTags: {},
      dropsWhenEmpty: new Set<string>(),
      isDropped: () => false,
    }
    const isTidy = (html: string) => sanitiseTidyHtml(html, rules) !== null
    for (const html of ['a', '<p>a &amp; b</p>', '<ul><li>a<li>b</ul>', '<!-- x --><b>a'])
      expect(isTidy(html), html).toBe(true)
    for (const html of [
      '<script>x</script>',
      '<svg>',
      '<p',
      '</p>',
      '<x-y>',
      'a &copy b',
      '<p/>',
      '<!-->',
      '<B>',
    ])
      expect(isTidy(html), html).toBe(false)
  })

  it('takes no more than a moment for text made to keep the tag pattern busy', () => {
    const startedAt = performance.now()
    for (const html of [
      '<a' + ' x'.repeat(200_000),
      '<a' + ' '.repeat(200_000),
      '<!--' + '-a'.repeat(200_000),
      '<p a="'.repeat(50_000),
    ])
      sanitiseTidyHtml(html, {
        allowedAttributes: {},
        transformTags: {},
        dropsWhenEmpty: new Set(),
        isDropped: () => false,
      })
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

const corpus = path.resolve('..', 'shared', 'feed-corpus')

describe.skipIf(!existsSync(corpus))('the corpus (skipped where ../shared/feed-corpus is absent)', () => {
  it('comes out the same as from sanitize-html alone', { timeout: 120_000 }, async () => {
    const lines = readFileSync(path.join(corpus, 'manifest.jsonl'), 'utf8').trim().split('\n')
    let compared = 0
    for (const { file, kind } of lines.map((line) => JSON.parse(line) as { file: string; kind: string })) {
      if (!/^(rss|atom)-/.test(kind) || file.endsWith('.gz')) continue
      const feed = await readFeed(decodeDocument(readFileSync(path.join(corpus, file)), null), base)
      for (const entry of feed?.entries ?? []) {
        for (const name of ['content:encoded', 'content', 'description', 'summary'] as const) {
          for (const { _: html } of entry.fields(name)) {
            expect(sanitiseHtml(html, base), file).toBe(sanitiseByLibrary(html, base))
            compared++
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(2_000)
  })
})
