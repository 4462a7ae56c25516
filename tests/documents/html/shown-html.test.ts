import { describe, expect, test } from 'vitest'
import { isSigned, proxiedImage } from '#lib/documents/html/image-address.ts'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'
import { shownHtml, shownImage } from '#lib/documents/html/shown-html.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

const base = 'https://a.example/post'
const show = (html: string) =>
  shownHtml(sanitiseHtml(html, base), (address) => `/p?u=${encodeURIComponent(address)}&x`)

test('pictures go through the shower, their other attributes stay', () => {
  expect(show('<p><img src="/a.png?x=1&amp;y=2" alt="A &quot;b&quot; <c>" width="30"></p>')).toBe(
    '<p><img src="/p?u=https%3A%2F%2Fa.example%2Fa.png%3Fx%3D1%26y%3D2&amp;x" alt="A &quot;b&quot; &lt;c&gt;" width="30" loading="lazy" /></p>',
  )
  expect(show('<video src="/f.mp4" poster="/p.jpg"></video>')).toContain(
    'poster="/p?u=https%3A%2F%2Fa.example%2Fp.jpg&amp;x"',
  )
})

test('the card of a film gets its player’s picture where that comes through this server, and is asked of nobody else', () => {
  const frame = (address: string) => `<p>See:</p><iframe src="${address}" title="Boats"></iframe>`
  const film = frame('https://www.youtube-nocookie.com/embed/abcdefghijk?start=5')
  expect(show(film)).toMatch(
    /data-player="YouTube"><img src="\/p\?u=https%3A%2F%2Fi\.ytimg\.com%2Fvi%2Fabcdefghijk%2Fhqdefault\.jpg&amp;x" alt="" loading="lazy" \/>Boats/,
  )
  expect(show(frame('https://www.dailymotion.com/embed/video/x8abc'))).toContain('thumbnail%2Fvideo%2Fx8abc')
  for (const showImage of [String, () => null])
    expect(shownHtml(sanitiseHtml(film, base), showImage)).not.toContain('<img')
  expect(show(frame('https://player.vimeo.com/video/12345'))).not.toContain('<img')
  const stored = sanitiseHtml(film, base).replace(
    '>Boats',
    '><img src="https://a.example/b.jpg" alt="">Boats',
  )
  expect(show(stored).match(/<img/g)).toHaveLength(1)
})

test('pictures that only count readers are left out', () => {
  for (const tracker of [
    '<img src="https://pixel.wp.com/b.gif?x" alt="">',
    '<img src="https://www.facebook.com/tr?id=1">',
    '<img src="http://feeds.feedburner.com/~r/x/~4/y">',
    '<img src="//vg09.met.vgwort.de/na/abc">',
    '<img src="/count.gif" width="1" height="1">',
  ])
    expect(show(`<p>a${tracker}b</p>`)).toBe('<p>ab</p>')
  expect(show('<img src="https://notpixel.wp.com.example/b.gif">')).toContain('<img')
})

test('a picture of a host with thousands of labels takes no longer than its address is long', async () => {
  const picture = (labels: number) => `<img src="https://${'a.'.repeat(labels)}example/x.png" alt="">`
  const shown = (labels: number) => shownHtml(picture(labels).repeat(10), String)
  expect(shown(975)).toBe(picture(975).repeat(10))
  expect(await growthOverFour(shown, 975)).toBeLessThan(growthOfNoSquare)
})

test('of a text with more pictures than anybody looks at, the first five hundred are given out', () => {
  const shown: string[] = []
  const html = shownHtml(
    '<p><img src="https://a.example/x.png"></p>'.repeat(5_000) +
      '<video poster="https://a.example/x.png"></video>',
    (address) => {
      shown.push(address)
      return address
    },
  )
  expect([shown.length, html.match(/<img/g)?.length, html.match(/<p>/g)?.length]).toEqual([500, 500, 5_000])
})

test('links lose trackers that were stored with them', () => {
  expect(show('<a href="https://b.example/?id=1&amp;_ga=2&amp;utm_source=x">b</a>')).toContain(
    'href="https://b.example/?id=1"',
  )
})

test('of a text with more links than anybody presses, the first ten thousand lose their trackers', () => {
  const link = '<a href="https://b.example/?id=1&amp;utm_source=x">b</a>'
  const shown = shownHtml(link.repeat(10_500), String)
  expect(shown.match(/utm_source/g)).toHaveLength(500)
  expect(shown.endsWith(link)).toBe(true)
})

test('without pictures the rest stays', () => {
  const html = sanitiseHtml('<p>a<img src="/x.png">b</p><video src="/f.mp4" poster="/p.jpg"></video>', base)
  const shown = shownHtml(html, () => null)
  expect(shown).toMatch(/^<p>ab<\/p><video src="https:\/\/a\.example\/f\.mp4"/)
  expect(shown).not.toContain('poster')
})

test('what is shown is still what the sanitiser lets through, whatever stands in values', () => {
  const hostile = [
    `<img src="https://x.example/&quot; onerror=&quot;alert(1)" alt='">&lt;script>alert(1)</script>'>`,
    `<img alt="src=&quot;https://x.example/&quot;" src="https://y.example/a>b.png">`,
    `<a href="https://x.example/?a=%22&utm_source=&quot;><script>">x</a>`,
    `<img src="https://x.example/$&$1$'" alt="$&">`,
  ]
  for (const html of hostile) {
    const shown = show(html)
    expect(shown).not.toMatch(/onerror="|<script/)
    expect(sanitiseHtml(shown.replaceAll('"/p?u=', '"https://p.example/p?u='), base).length).toBeGreaterThan(
      10,
    )
    const direct = shownHtml(sanitiseHtml(html, base), (address) => address)
    expect(sanitiseHtml(direct, base)).toBe(direct)
  }
})

describe('signatures', () => {
  const secret = 'a secret of the tests, at least 32 characters'
  const [address, signature] = parts(proxiedImage('https://a.example/x.png?y=1&z="2"', secret))

  function parts(path: string): [string, string] {
    const { searchParams } = new URL(path, 'http://localhost')
    return [searchParams.get('url') ?? '', searchParams.get('signature') ?? '']
  }

  test('an address that was given out is known again', () => {
    expect(address).toBe('https://a.example/x.png?y=1&z="2"')
    expect(isSigned(address, signature, secret)).toBe(true)
  })

  test('no other address, signature or secret', () => {
    expect(isSigned(`${address}3`, signature, secret)).toBe(false)
    expect(isSigned(address, '', secret)).toBe(false)
    expect(isSigned(address, signature.slice(1), secret)).toBe(false)
    expect(isSigned(address, `${signature}x`, secret)).toBe(false)
    expect(isSigned(address, signature, `${secret}x`)).toBe(false)
  })
})

test('the picture of a row is treated alike', () => {
  expect(shownImage('https://pixel.wp.com/b.gif', (address) => address)).toBeNull()
  expect(shownImage(null, (address) => address)).toBeNull()
  expect(shownImage('https://a.example/b.gif', (address) => address)).toBe('https://a.example/b.gif')
})

test('what another attribute says is not taken for the address, and gets no quote to end it', () => {
  const said = 'b onerror=alert(1) style=position:fixed;inset:0 c'
  expect(show(`<p><img alt="a src=" title="${said}" src="/a.png"></p>`)).toBe(
    `<p><img alt="a src=" title="${said}" src="/p?u=https%3A%2F%2Fa.example%2Fa.png&amp;x" loading="lazy" /></p>`,
  )
  const film = `<video lang="a poster=" dir="${said}" src="/f.mp4" poster="/p.jpg"></video>`
  expect(show(film)).toContain(
    `lang="a poster=" dir="${said}" src="https://a.example/f.mp4" poster="/p?u=https%3A%2F%2Fa.example%2Fp.jpg&amp;x"`,
  )
  expect(shownHtml(sanitiseHtml(film, base), () => null)).toContain(
    `lang="a poster=" dir="${said}" src="https://a.example/f.mp4" controls`,
  )
})
