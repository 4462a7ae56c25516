import { expect, test } from 'vitest'
import { attributeValue } from '#lib/documents/html/attribute-value.ts'
import { playedOnce } from '#lib/documents/html/played-once.ts'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'
import { toImportedPostings, type WrittenPosting } from '#lib/documents/moving/imported-posting.ts'
import { firstImage, showPictures } from '#lib/documents/read/entry-media.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

const picture = 'https://a.example/1.png?w=1&h=2'
const clean = (html: string) => sanitiseHtml(html, 'https://a.example/')
/** The one attribute ends as the next begins. */
const tricky = `<p><img alt="a src=" src="${picture}"></p>`

test.each([
  ['<img alt="a src=" src="b" />', 'src', 'b'],
  ['<img data-src="a" src="b" />', 'src', 'b'],
  ['<img hidden src="b &amp;amp; &quot;c&quot;" />', 'src', 'b &amp; "c"'],
  ['<img alt="src=&quot;a&quot;" />', 'src', null],
])('of %s the %s is %s', (tag, name, value) => {
  expect(attributeValue(tag, name)).toBe(value)
})

test('a picture of a text is not shown behind it again', () => {
  expect(showPictures([{ url: picture, alt: '', width: 0, height: 0 }], clean(tricky))).toBe('')
})

test('the first picture of a text is found', () => {
  expect(firstImage(clean(`<img src="data:image/png;base64,AAAA">${tricky}`))).toBe(picture)
})

test('an imported posting has the picture of its text', () => {
  const written: WrittenPosting = {
    ...{
      place: '1',
      starredAt: null,
      isRead: true,
      labels: [],
      feedUrl: null,
      feedTitle: null,
      siteUrl: null,
    },
    ...{
      guid: null,
      title: 'One',
      url: 'https://a.example/1',
      author: null,
      publishedAt: null,
      enclosures: [],
    },
    html: `<img src="${picture}" alt="a src=">`,
  }
  expect(toImportedPostings([written])[0]?.entry.imageUrl).toBe(picture)
})

test('a sound that stands in the text and beside it has one player', () => {
  const sound = 'https://a.example/1.mp3'
  const html = `<p>One</p><audio title="a src=" src="${sound}"></audio>`
  expect(playedOnce(html, { files: [sound], page: null }).html).toBe('<p>One</p>')
})

test('a tag is read in linear time', async () => {
  const read = (size: number) => attributeValue(`<img${' a="b src="'.repeat(size)} />`, 'src')
  expect(await growthOverFour(read, 1_000)).toBeLessThan(growthOfNoSquare)
})
