import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { countContents, listPostings } from '#tests/support/data/corpus-contents.ts'
import {
  compareContents,
  contentGoals,
  shareKept,
  type ContentKind,
} from '#tests/support/data/kept-contents.ts'
import { openContentsPage, showContents, type ShownContents } from '#tests/support/data/shown-contents.ts'
import { sampleFolder } from '#tests/support/data/test-data.ts'

const baseUrl = 'https://harbour.example/notes/tides'
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  context = await browser.newContext()
  page = await openContentsPage(context)
})
afterAll(async () => {
  await context.close()
  await browser.close()
})

async function shownOf(html: string): Promise<ShownContents> {
  const [shown] = await showContents(page, [{ html, baseUrl }])
  if (shown === undefined) throw new Error(`nothing was counted of ${html}`)
  return shown
}

/** The losses of a cleaning, as "kind: what (reason)". */
async function lossesOf(before: string, after: string): Promise<string[]> {
  const { losses } = compareContents(await shownOf(before), await shownOf(after))
  return losses.map(({ kind, what, reason }) => `${kind}: ${what} (${reason})`)
}

test('words are those that a reader sees: no scripts, styles or hidden texts, but what stands in for a script', async () => {
  const { words } = await shownOf(
    '<style>p { color: red }</style><script>let hidden</script><p>High<b>est</b> tide</p><p style="display:none">never</p>' +
      '<noscript>without scripts</noscript><p><button>Press</button></p>',
  )
  expect(words).toEqual(['highest', 'tide', 'without', 'scripts', 'press'])
})

test('the styles of one text hide no words of another', async () => {
  const shown = await showContents(page, [
    { html: '<style>* { display: none !important }</style><p>gone</p>', baseUrl },
    { html: '<p>there</p>', baseUrl },
  ])
  expect(shown.map(({ words }) => words)).toEqual([[], ['there']])
})

test('a picture counts once with its twin for browsers without scripts; dots, stand-ins and hidden ones do not count', async () => {
  const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const { pictures, ignored } = await shownOf(
    `<img src="${dot}" data-src="/lazy.jpg"><noscript><img src="/lazy-large.jpg"></noscript>` +
      '<picture><source srcset="/wide.avif 2x"><img src="/wide.jpg"></picture>' +
      `<img src="/counter.png" width="1" height="1"><img src="${dot}"><img alt="none"><p hidden><img src="/away.jpg"></p>`,
  )
  const named = pictures.map(({ addresses }) => addresses.filter((one) => !one.startsWith('data:')))
  expect(named.map((addresses) => [...new Set(addresses)])).toEqual([
    ['https://harbour.example/lazy.jpg', 'https://harbour.example/lazy-large.jpg'],
    ['https://harbour.example/wide.jpg', 'https://harbour.example/wide.avif'],
  ])
  expect(ignored).toEqual({
    'picture of one dot': 1,
    placeholder: 1,
    'picture without an address': 1,
    'hidden picture': 1,
  })
})

test('a film that is written for several browsers is one embed', async () => {
  const { embeds } = await shownOf(
    '<object><param name="movie" value="https://films.example/a.swf"><embed src="https://films.example/a.swf"></object>' +
      '<iframe src="https://films.example/b"></iframe><video><source src="/c.webm"><source src="/c.mp4"></video>' +
      '<lite-youtube videoid="aaaaaaaaaaa"></lite-youtube><iframe src="/counter" width="1" height="1"></iframe><audio></audio>',
  )
  expect(embeds.map(({ addresses }) => addresses[0])).toEqual([
    'https://films.example/a.swf',
    'https://films.example/b',
    'https://harbour.example/c.webm',
    'https://www.youtube.com/aaaaaaaaaaa',
  ])
})

test('each loss is told with its reason', async () => {
  const before =
    '<p>High tide</p><svg><text>drawn</text></svg><img src="/a.jpg"><img src="/spacer.gif"><img src="file:///c.jpg">' +
    '<iframe src="https://films.example/b"></iframe><embed type="application/x-shockwave-flash" src="/old">'
  expect(await lossesOf(before, '<p>Hightide</p>')).toEqual([
    'words: high (ordinary text)',
    'words: tide (ordinary text)',
    'words: drawn (in svg)',
    'pictures: https://harbour.example/a.jpg (other)',
    'pictures: https://harbour.example/spacer.gif (a blank picture by its name)',
    'pictures: file:///c.jpg (no address of the web)',
    'embeds: https://films.example/b (other)',
    'embeds: https://harbour.example/old (Flash, which no browser plays)',
  ])
})

test('a card keeps its embed, and a link that stood in the text before keeps none', async () => {
  const film = '<iframe src="https://www.youtube-nocookie.com/embed/aaaaaaaaaaa"></iframe>'
  const link = '<a href="https://www.youtube.com/watch?v=bbbbbbbbbbb">another</a>'
  expect(await lossesOf(film, sanitiseHtml(film, baseUrl))).toEqual([])
  expect(await lossesOf(film + link, link)).toHaveLength(1)
})

test('nothing is loaded and no script runs, whatever a text contains', async () => {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const evil = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await shownOf(
    `<script src="${evil}/a.js"></script><img src="${evil}/b.png" onerror="document.title = 'run'">` +
      `<link rel="stylesheet" href="${evil}/c.css"><iframe src="${evil}/d"></iframe><base href="${evil}">` +
      `<iframe srcdoc="<script>parent.document.title = 1</script>"></iframe><video src="${evil}/e.mp4" autoplay></video>`,
  )
  await new Promise((resolve) => server.close(resolve))
  expect(asked).toEqual([])
  expect(await page.title()).toBe('')
})

test('of our own documents as much is kept as is promised', async () => {
  const contents = await countContents(browser, await listPostings(sampleFolder('feed-corpus')))
  for (const kind of Object.keys(contentGoals) as ContentKind[]) {
    expect(contents.shown[kind], kind).toBeGreaterThan(0)
    expect(shareKept(contents, kind).percent, kind).toBeGreaterThanOrEqual(contentGoals[kind])
  }
})
