import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { ArticleHtml } from '#components/reading/text/article-html.tsx'
import { draw } from '../../support/components/draw.tsx'

/** A red square, written out: nothing is loaded. */
const square =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGP4z8CAFWEXHbQSACj/P8Fu7N9hAAAAAElFTkSuQmCC'

/** Draws a text in a column as wide as a phone, and waits until its pictures are there. */
async function drawText(html: string): Promise<void> {
  draw(
    <div style={{ width: 358 }}>
      <ArticleHtml html={html} language="en" />
    </div>,
  )
  await expect.poll(() => document.querySelector('.article')).not.toBeNull()
  await Promise.all([...document.images].map((image) => image.decode()))
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`.article ${selector}`)
  if (found === null) throw new Error(`there is no ${selector}`)
  return found
}

const box = (selector: string) => find(selector).getBoundingClientRect()

test('paragraphs stand apart also inside of what a publisher puts around them', async () => {
  await drawText('<div><h3>Tides</h3><p id="a">High</p><p id="b">Low</p>words<ul><li>Neap</li></ul></div>')
  expect(box('#b').top - box('#a').bottom).toBeGreaterThanOrEqual(12)
  expect(box('#a').top - box('h3').bottom).toBeGreaterThanOrEqual(8)
  expect(box('h3').top).toBe(find('div').getBoundingClientRect().top)
})

test('code in a block is as large as the block says, terms stand out from what they mean', async () => {
  await drawText('<pre>a <code>b</code></pre><dl><dt>Neap</dt><dd>A low tide</dd></dl>')
  expect(getComputedStyle(find('code')).fontSize).toBe(getComputedStyle(find('pre')).fontSize)
  expect(box('dd').left).toBeGreaterThan(box('dt').left)
  expect(Number(getComputedStyle(find('dt')).fontWeight)).toBeGreaterThan(600)
})

test('a smiley stands in its line, a picture on lines of its own with room around it', async () => {
  await drawText(
    `<p>High <img data-inline="" src="${square}" width="72" height="72"> <b>tide</b></p><p><img id="b" src="${square}" width="80" height="80">Low</p>`,
  )
  expect(box('[data-inline]').top).toBeLessThan(box('b').bottom)
  expect(box('[data-inline]').height).toBeLessThan(30)
  expect(box('#b').top - box('p').bottom).toBeGreaterThanOrEqual(12)
})

test('a table that puts a picture beside a text shows both in the column', async () => {
  await drawText(
    `<table><tr><td><img src="${square}" width="70" height="70"></td><td>Decided to arrange it anew ${'https://harbour.example/pictures/'.repeat(4)}</td></tr></table>`,
  )
  expect(box('img').width).toBe(70)
  find('img').setAttribute('width', '700')
  expect(box('td + td').width).toBeGreaterThan(120)
  expect(find('table').scrollWidth).toBeLessThanOrEqual(358)
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  expect(box('td + td').width).toBeGreaterThan(340)
  expect(box('td + td').top).toBeGreaterThanOrEqual(box('img').bottom)
  expect(box('img').width).toBeGreaterThan(340)
})

test('the card of a film shows its picture above its name, and asks nobody before it is pressed', async () => {
  const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name)
  const before = loaded().length
  await drawText(
    `<p>See</p><a href="https://www.youtube.com/watch?v=abcdefghijk" target="_blank" data-player="YouTube"><img src="${square}" alt="">A film of boats in the harbour of the town (YouTube)</a>
     <a id="plain" href="https://vimeo.com/1" target="_blank" data-player="Vimeo">Vimeo</a>`,
  )
  const card = box('[data-player]')
  expect(box('img').width).toBeGreaterThan(320)
  expect(box('img').height / box('img').width).toBeCloseTo(9 / 16, 1)
  expect(card.bottom - box('img').bottom).toBeLessThan(80)
  expect(box('#plain').height).toBeLessThan(60)
  expect(
    loaded()
      .slice(before)
      .filter((name) => new URL(name).origin !== location.origin),
  ).toEqual([])
})

test('no formula puts a link of its text over what stands above', async () => {
  const formula = (voffset: string) =>
    `<math><mpadded voffset="${voffset}"><mtext><a href="https://a.example/">Sign in again</a></mtext></mpadded></math>`
  await drawText(
    `${'<p>Tides</p>'.repeat(6)}<p id="plain">${formula('0px')}</p><p id="far">${formula('120px')}</p>`,
  )
  const hit = (id: string) => {
    const { left, top, width, height } = box(`${id} a`)
    return document.elementFromPoint(left + width / 2, top + height / 2) === find(`${id} a`)
  }
  expect(box('#plain').top - box('#far a').bottom).toBeGreaterThan(20)
  expect([hit('#plain'), hit('#far')]).toEqual([true, false])
})
