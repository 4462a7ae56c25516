import { expect, test } from 'vitest'
import { createParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { noFeeds, readPage } from '#lib/documents/discover/read-page.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/growth.ts'
import { sampled } from '#tests/support/tier.ts'

const url = 'https://www.youtube.com/@evil'
const numbered = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join('')

/** Pages that some parser or pattern takes quadratic time for. */
const shapes: Readonly<Record<string, (size: number) => string>> = {
  'elements that nest, and ends of others': (size) => '<b>'.repeat(size) + '</i>'.repeat(size),
  'lists in lists': (size) => '<ul><li>'.repeat(size),
  'images in images': (size) => '<svg>'.repeat(size),
  'foreign objects in images': (size) =>
    '<svg><foreignObject>'.repeat(size) + '</foreignobject>'.repeat(size),
  'forms in forms': (size) => '<form>'.repeat(size),
  'paragraphs that end before they begin': (size) => '</p>'.repeat(size),
  'one element with attributes without number': (size) => `<a ${numbered(size, (n) => `a${n}=1 `)}href=/x>`,
  'one element with numbers as attributes': (size) => `<a ${numbered(size, (n) => `${n * 7919}=1 `)}>`,
  'comments that do not end': (size) => '<!--'.repeat(size),
  'CDATA that does not end': (size) => '<![CDATA['.repeat(size),
  'declarations that do not end': (size) => '<!DOCTYPE ['.repeat(size),
  'ends without a name': (size) => '</'.repeat(size),
  'scripts that do not end': (size) => '<script>'.repeat(size),
  'titles that almost end': (size) => `<title>${'</titl'.repeat(size)}`,
  'quotes that do not end': (size) => '<a href="'.repeat(size),
  references: (size) => '&amp;'.repeat(size),
  'references that do not end': (size) => '&#38'.repeat(size),
  'references in a value': (size) => `<a href="${'&amp;'.repeat(size)}">`,
  'feeds without number': (size) => numbered(size, (n) => `<link rel=feed href=/${n}>`),
  bases: (size) => '<base href=/a/>'.repeat(size),
  'ways up': (size) => `<a href="${'../'.repeat(size)}">`,
  relations: (size) => `<link href=/x rel="${'a '.repeat(size)}">`,
  blanks: (size) => ' '.repeat(size),
  charsets: (size) => '<meta charset='.repeat(size),
  'names of feeds in data': (size) => '"feedUrl":"aaaaaaaa'.repeat(size),
  'names of feeds before blanks': (size) => `"feedUrl"${' '.repeat(size)}`,
  'channels that are none': (size) => '/channel/UCaaaaaaaaaaaaaaaaaaaaa"channelId":"UC'.repeat(size),
}

test.each(sampled(Object.entries(shapes)))(
  'a page of %s is searched for feeds in linear time',
  async (_, shape) => {
    const read = (size: number) => readPage({ body: Buffer.from(shape(size)), contentType: null, url })
    expect(await growthOverFour(read, 10_000)).toBeLessThan(growthOfNoSquare)
  },
)

test('what is declared is found behind elements that nest, and behind an image with an empty style', () => {
  const link = '<link rel=alternate type="application/rss+xml" href="/feed">'
  for (const before of ['<b>'.repeat(5_000), '<svg><style/><title/></svg>', '<svg><svg></i>'])
    expect(readPage({ body: Buffer.from(before + link), contentType: null, url }).declared).toEqual([
      'https://www.youtube.com/feed',
    ])
})

test('a page that takes too long names no feed, costs its thread and no other document', async () => {
  const pool = createParsePool()
  const [page, feed] = [
    '<a href="&amp;">'.repeat(3_000_000),
    '<rss><channel><title>A feed</title></channel></rss>',
  ]
  const documentOf = (text: string) => ({ body: Buffer.from(text), contentType: null, url })
  const [found, read] = await Promise.all([pool.readPage(documentOf(page)), pool.parse(documentOf(feed))])
  expect(found).toEqual(noFeeds)
  expect(read).toMatchObject({ ok: true, feed: { title: 'A feed' } })
  await pool.close()
})
