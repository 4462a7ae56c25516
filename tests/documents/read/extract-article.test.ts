import { afterAll, expect, test } from 'vitest'
import { createArticlePool } from '#lib/documents/threads/parse-in-worker.ts'

const pool = createArticlePool()
afterAll(() => pool.close())

const sentence = 'The first ferry of the day will leave twenty minutes earlier from Monday on. '
const paragraphs = `<p>${sentence.repeat(5)}</p>`.repeat(8)

function read(
  html: string | Buffer,
  contentType: string | null = 'text/html; charset=utf-8',
  url = 'https://a.example/2026/ferry',
) {
  return pool.extract({ body: Buffer.from(html), contentType, url })
}

const page = (
  article: string,
  head = '',
) => `<!doctype html><html><head><title>Ferry</title>${head}</head><body>
<nav><ul><li><a href="/">Home</a></li></ul></nav><aside>Subscribe to our newsletter</aside>
<main><article><h1>Ferry</h1>${article}</article></main><footer>All rights reserved</footer></body></html>`

test('the article comes without what stands around it, safe and with absolute addresses', async () => {
  const answer = await read(
    page(`${paragraphs}<p onclick="alert(1)">See <a href="/more?utm_source=x">more</a><script>alert(2)</script>.
      <img src="map.png" alt="A map"><iframe src="https://evil.example/"></iframe></p>${paragraphs}`),
  )
  if (!answer.ok) throw new Error(answer.error.message)
  expect(answer.html).toContain('The first ferry')
  expect(answer.html).toContain('href="https://a.example/more"')
  expect(answer.html).toContain('src="https://a.example/2026/map.png"')
  expect(answer.html).not.toMatch(/newsletter|rights reserved|onclick|script|iframe|class=|id=/)
})

test('the base of a page and other charsets hold', async () => {
  const html = page(
    `<p>Schön ${sentence.repeat(5)} <a href="x">x</a></p>${paragraphs}`,
    '<base href="https://b.example/y/">',
  )
  const answer = await read(Buffer.from(html, 'latin1'), 'text/html; charset=iso-8859-1')
  expect(answer).toMatchObject({ ok: true, html: expect.stringContaining('Schön') })
  expect(answer).toMatchObject({ html: expect.stringContaining('https://b.example/y/x') })
})

test.each([
  ['a PDF', '%PDF-1.7 …', 'application/pdf', 'not-html'],
  [
    'a feed',
    '<rss version="2.0"><channel><title>x</title></channel></rss>',
    'application/rss+xml',
    'not-html',
  ],
  ['nothing', '', 'text/html', 'not-html'],
  ['a wall of cookies', '<html><body><p>Accept our cookies.</p></body></html>', 'text/html', 'no-article'],
  [
    'a page of links',
    `<html><body>${'<a href="/x">x</a> '.repeat(20)}</body></html>`,
    'text/html',
    'no-article',
  ],
])('%s has no article, and says so', async (_, body, type, kind) => {
  expect(await read(body, type)).toMatchObject({ ok: false, error: { kind } })
})

test('a hostile page costs its thread and no other page', async () => {
  const quick = createArticlePool({ threads: 1, timeoutMs: 2_500, heapMb: 128 })
  const deep = `<html><body>${'<pre>'.repeat(60_000)}${sentence.repeat(10)}</body></html>`
  const answers = await Promise.all(
    [deep, page(paragraphs)].map((html) =>
      quick.extract({ body: Buffer.from(html), contentType: 'text/html', url: 'https://a.example/' }),
    ),
  )
  expect(answers).toMatchObject([{ ok: false }, { ok: true }])
  await quick.close()
})

test('a page that nests without end gives its article all the same', async () => {
  const nested = '<b>'.repeat(20_000) + '</i>'.repeat(20_000)
  const answer = await read(page(`${paragraphs}<div>${nested}</div>`))
  if (!answer.ok) throw new Error(answer.error.message)
  expect(answer.html).toContain('The first ferry')
})
