import { expect, test } from 'vitest'
import { createParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { noFeeds, readPage } from '#lib/documents/discover/read-page.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'
import { hostileMarkup } from '#tests/support/data/hostile-markup.ts'
import { sampled } from '#tests/support/run/tier.ts'

const url = 'https://www.youtube.com/@evil'

test.each(sampled(hostileMarkup, 8))(
  'a page of %s is searched for feeds in linear time',
  async (_, shape) => {
    const read = (size: number) => readPage({ body: Buffer.from(shape(size)), contentType: null, url })
    expect(await growthOverFour(read, 1_000)).toBeLessThan(growthOfNoSquare)
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
  const page = '<a href="&amp;">'.repeat(3_000_000)
  const feed = '<rss><channel><title>A feed</title></channel></rss>'
  const documentOf = (text: string) => ({ body: Buffer.from(text), contentType: null, url })
  const [found, read] = await Promise.all([pool.readPage(documentOf(page)), pool.parse(documentOf(feed))])
  expect(found).toEqual(noFeeds)
  expect(read).toMatchObject({ ok: true, feed: { title: 'A feed' } })
  await pool.close()
})
