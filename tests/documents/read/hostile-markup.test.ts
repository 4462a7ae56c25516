import { expect, test } from 'vitest'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { parseOpml } from '#lib/documents/moving/parse-opml.ts'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'
import { hostileMarkup } from '#tests/support/data/hostile-markup.ts'
import { sampled } from '#tests/support/run/tier.ts'

const url = 'https://evil.example/feed'
const feedOf = (text: string) => parseFeed({ body: Buffer.from(text), contentType: null, url })

/** Everything that reads markup of strangers, besides the search for feeds in a page. */
const readers: Readonly<Record<string, (markup: string) => unknown>> = {
  'the text of a posting': (markup) => sanitiseHtml(markup, url),
  'a page in place of a feed': (markup) => feedOf(`<!doctype html>${markup}`),
  'a feed': (markup) => feedOf(`<rss><channel><item>${markup}`),
  'the text in a feed': (markup) => feedOf(`<rss><channel><item><description>${markup}`),
  'an escaped text in a feed': (markup) => feedOf(`<rss><channel><item><description><![CDATA[${markup}`),
  'a list of feeds': (markup) => parseOpml(`<opml><body>${markup}`),
}
const cases = Object.entries(readers).flatMap(([reader, read]) =>
  hostileMarkup.map(([name, shape]) => [reader, name, (size: number) => read(shape(size))] as const),
)

test.each(sampled(cases, 23))('%s of %s is read in linear time', async (_reader, _name, read) => {
  expect(await growthOverFour(read, 1_000)).toBeLessThan(growthOfNoSquare)
})
