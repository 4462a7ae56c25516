import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from '#lib/documents/html/plain-text.ts'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'

const clean = (html: string) => sanitiseHtml(html, 'https://example.org/blog/post')

const attacks = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:x">x</a>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '<iframe src="https://evil.example/"></iframe>',
  '<object data="x"></object>',
  '<embed src="x">',
  '<form action="/x"><input></form>',
  '<body onload=alert(1)>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<style>@import "x"</style>',
  '<link rel=stylesheet href=x>',
  '<meta http-equiv=refresh content="0;url=x">',
  '<base href="https://evil.example/">',
  '<video src="javascript:x" onloadstart=alert(1)></video>',
  '<video><source src="x" onerror=alert(1)></video>',
  '<audio src=data:x></audio>',
  '<details ontoggle=alert(1) open>x</details>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><script>alert(1)</script></xmp>',
  '<p id="x" class="y" name="z" onclick=alert(1)>x</p>',
  '<!--<img src="--><img src=x onerror=alert(1)>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<template><script>alert(1)</script></template>',
  '<table background="javascript:x"><td>x',
  '<img srcset="javascript:x 1x" src=y>',
  '<button formaction=x>x',
]

describe('sanitiseHtml', () => {
  it.each(attacks)('takes the sting out of %s', (html) => {
    const safe = clean(html)
    expect(safe).not.toMatch(
      /<(script|style|iframe|object|embed|form|input|svg|mglyph|link|meta|base|body|textarea|template|button)\b/i,
    )
    for (const tag of safe.match(/<[^>]*>/g) ?? [])
      expect(tag).not.toMatch(/\son\w+\s*=|javascript:|vbscript:|data:|style=|srcset=|\sid=|\sclass=/i)
    expect(clean(safe)).toBe(safe)
  })

  it('keeps text, lists, tables, figures and media', () => {
    const html =
      '<h2>a</h2><ul><li>b</li></ul><table><tr><td colspan="2">c</td></tr></table><figure><figcaption>d</figcaption></figure>'
    expect(clean(html)).toBe(html)
    expect(clean('<video src="/v.mp4" autoplay></video>')).toContain('src="https://example.org/v.mp4"')
    expect(clean('<video src="/v.mp4" autoplay></video>')).not.toContain('autoplay')
  })

  it('makes addresses absolute, links safe and drops tracking', () => {
    expect(clean('<a href="../x?utm_source=a&b=1">y</a>')).toBe(
      '<a href="https://example.org/x?b=1" rel="noopener noreferrer nofollow" target="_blank">y</a>',
    )
    expect(clean('<img src="//cdn.example/i.png" alt="i">')).toContain('src="https://cdn.example/i.png"')
    expect(clean('<a href="mailto:a@example.org">y</a>')).toContain('href="mailto:a@example.org"')
  })

  it('keeps formulas, but nothing in them that a browser would read in another way', () => {
    const html = '<math display="block"><msup><mi>x</mi><mn>2</mn></msup></math>'
    expect(clean(html)).toBe(html)
    expect(
      clean(
        '<math href="javascript:x"><maction><mglyph><style><!--</style><img title="--&gt;&lt;img src=x>"></math>',
      ),
    ).toBe('<math></math>')
  })

  it('keeps formulas of which only the source is there as text, and no other script', () => {
    expect(
      clean('<p>As <script type="math/tex; mode=display">a < b</script> says<script>a < b</script></p>'),
    ).toBe('<p>As <code>a &lt; b</code> says</p>')
    expect(clean('<script type="math/tex"><img src=x onerror=alert(1)></script>')).toBe(
      '<code>&lt;img src=x onerror=alert(1)&gt;</code>',
    )
    expect(clean('<math><mi>a</mi></math><script type="math/tex">a</script>')).toBe('<math><mi>a</mi></math>')
    expect(clean('<math><mi>a</mi></math> and <script type="math/tex">b</script>')).toContain(
      '<code>b</code>',
    )
  })

  it('shows a formula of MathJax once, whatever it wrote before its source', () => {
    const tex = '<script type="math/tex">a^2</script>'
    const [preview, empty] = ['a^2', ''].map((text) => `<span class="MathJax_Preview">${text}</span>`)
    const drawn = (inside: string) => `<span class="MathJax" id="f">${inside}</span>`
    const math = '<math><msup><mi>a</mi><mn>2</mn></msup></math>'
    for (const [written, shown] of [
      [`<p>As ${preview}${tex} says</p>`, '<p>As <code>a^2</code> says</p>'],
      [`<div class="MathJax_Preview">a^2</div>\n${tex}`, '<code>a^2</code>'],
      [`<p class="mathjax-block">${preview}${tex}</p>`, '<p><code>a^2</code></p>'],
      [`<p>${empty}${drawn('<nobr>a2</nobr>')}${tex}</p>`, '<p><code>a^2</code></p>'],
      [`<p>${empty}${drawn(math)}${tex}</p>`, `<p><span></span><span>${math}</span></p>`],
      [`<p>${preview}${tex}${preview}${tex}</p>`, '<p><code>a^2</code><code>a^2</code></p>'],
      [`<p>Only ${preview} here</p>`, '<p>Only <span>a^2</span> here</p>'],
      [`<p>${drawn('x')} or ${tex}</p>`, '<p><span>x</span> or <code>a^2</code></p>'],
      [`<span class="katex"><a href="#n">n</a></span>${tex}<b id="n">N</b>`, '<code>a^2</code><b>N</b>'],
    ])
      expect(clean(written ?? '').replace(/ id="t[^"]*"/g, '')).toBe(shown)
  })

  it('makes links of the players of other sites, which load nothing before they are pressed', () => {
    const html = clean(
      '<iframe src="https://www.youtube.com/embed/aaaaaaaaaaa"></iframe><iframe src="//x.example/p"></iframe><lite-youtube videoid="bbbbbbbbbbb"></lite-youtube>',
    )
    expect(html.match(/<a href="[^"]+"/g)).toEqual([
      '<a href="https://www.youtube.com/watch?v=aaaaaaaaaaa"',
      '<a href="https://x.example/p"',
      '<a href="https://www.youtube.com/watch?v=bbbbbbbbbbb"',
    ])
    expect(html).not.toMatch(/<(iframe|img|video|script|link)\b|\ssrc=/)
  })

  it('names a card by the film where its frame holds only the address again', () => {
    const frame = (inside: string) =>
      `<iframe src="https://www.youtube.com/embed/aaaaaaaaaaa">${inside}</iframe>`
    expect(clean(frame('https://www.youtube.com/watch?v=aaaaaaaaaaa'))).toContain('>YouTube</a>')
    expect(clean(frame('The tides'))).toContain('>The tides (YouTube)</a>')
  })

  it('marks smileys and icons, which stand in their line, and no other pictures', () => {
    const isInline = (attributes: string) => {
      const html = clean(`<img src="/a.png" ${attributes}>`)
      expect(clean(html)).toBe(html)
      return html.includes(' data-inline')
    }
    expect(['class="wp-smiley"', 'class="emoji"', 'width="16" height="16px"'].map(isInline)).toEqual([
      true,
      true,
      true,
    ])
    expect(['', 'width="600" height="20"', 'width="20%" height="20%"', 'class="hero"'].map(isInline)).toEqual(
      [...[false, false, false, false]],
    )
  })

  it('drops images of one pixel', () => {
    expect(clean('<p>a<img src="https://t.example/p.gif" width="1" height="1"></p>')).toBe('<p>a</p>')
  })

  it('changes nothing of what it cleaned, whatever element vanished from it', () => {
    // Without the body the second row ends the first.
    expect(clean('<tr><body><tr>')).toBe('<tr></tr><tr></tr>')
  })

  it('survives deep nesting quickly', () => {
    expect(clean('<div>'.repeat(20_000) + 'deep')).toContain('deep')
  })
})

/** Pieces that may leave a parser in another state than it found it in, and those that others write behind them. */
const pieces = [
  ...attacks,
  ...[
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<a href="../x">',
    '<a href="',
    '">',
    "<i title='",
    "'>",
    '</a>',
    '<li>',
    '<td>',
  ],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<!',
    '<?',
    '<',
    '</',
    '&',
    '&amp',
    '&#1;',
    '&#60;',
    '&lt;',
    ' ',
    'text',
  ],
  ...[
    '<iframe>',
    '<iframe src=x>',
    '</iframe>',
    '<noscript>',
    '</noscript>',
    '<xmp>',
    '</xmp>',
    '<plaintext>',
  ],
  ...['<svg>', '</svg>', '<math>', '</math>', '<title>', '</title>', '<textarea>', '</textarea>', '</style>'],
  ...[
    '<form>',
    '</form>',
    '<select>',
    '<option>',
    '</select>',
    '<html>',
    '<body>',
    '</body>',
    '</br>',
    '<br/>',
  ],
  ...['<script', '<style>', '<noframes>', '</noframes>', '<foreignObject>', '<template>', '</template>'],
  ...['<img src="/i.png" alt="<p>">', '<table><tr>', '</table>', '<h1>', '</div>', '<div>'.repeat(120)],
]

it('cleans what was cleaned no more, whatever a text leaves open', () => {
  const html = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(html, (text) => {
      expect(clean(clean(text))).toBe(clean(text))
    }),
    { numRuns: 3_000 },
  )
})

describe('excerptOf', () => {
  it('shows no half of a tag or reference, wherever the text is cut', () => {
    for (let words = 0; words < 120; words++) {
      const html = `<p>${'word '.repeat(words)}<a href="https://example.org/${'x'.repeat(1_000)}">&amp;</a>${' &amp; more'.repeat(800)}</p>`
      const excerpt = excerptOf(html, 300)
      expect(excerpt).not.toMatch(/<|href|xxx|amp/)
      expect(excerpt.length).toBeGreaterThan(250)
      expect(excerpt.length).toBeLessThanOrEqual(300)
    }
  })
})
