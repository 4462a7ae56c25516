import sharp from 'sharp'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callApi, sharedApp, signUpThroughApi, type AppAccount } from '../support/app-accounts.ts'
import { openTitle, postingList, postingRow, shownTitles } from '../support/app-pages.ts'
import { openWindow } from '../support/app-window.ts'
import { launchBrowser } from '../support/browser.ts'
import { status } from '../support/feed-answers.ts'
import { document } from '../support/feed-documents.ts'
import { createFeedServer, type FeedServer } from '../support/feed-server.ts'
import { look, type Look } from '../support/look.ts'

const minuteMs = 60_000
const app = sharedApp()
let browser: Browser
let server: FeedServer
let reader: AppAccount

const item = (title: string, minutesAgo: number, parts: string) =>
  `<item><title>${title}</title><guid isPermaLink="false">${title}</guid><pubDate>${new Date(Date.now() - minutesAgo * minuteMs).toUTCString()}</pubDate>${parts}</item>`
const story =
  'The council has sold the old crane at the north quay to a museum that wants to lift its visitors with it.'

/** Two seconds of nothing, as many as a minute has: a WAV of one byte a sample. */
function silence(seconds: number): Buffer {
  const rate = 4_000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + rate * seconds, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(rate * seconds, 40)
  return Buffer.concat([head, Buffer.alloc(rate * seconds, 128)])
}

beforeAll(async () => {
  ;[browser, server] = await Promise.all([launchBrowser(), createFeedServer({ hosts: 2, network: 231 })])
  const [gazette = '', wire = ''] = server.origins
  const feed = (title: string, items: string) =>
    document(
      `<rss version="2.0"><channel><title>${title}</title><link>http://x.example/</link>${items}</channel></rss>`,
    )
  const picture = await sharp({ create: { width: 1200, height: 420, channels: 3, background: '#1a6a8a' } })
    .jpeg()
    .toBuffer()
  const paragraphs = `<p>${'The first ferry of the day will leave twenty minutes earlier from Monday, and a second boat sails on Fridays. '.repeat(4)}</p>`
  server.route(
    '/boat.jpg',
    (_, response) => void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture),
  )
  server.route(
    '/ferry',
    status(
      200,
      { 'content-type': 'text/html; charset=utf-8' },
      `<html><body><article>${paragraphs.repeat(5)}<p>Only the page says this.</p>${paragraphs}</article></body></html>`,
    ),
  )
  server.route('/gone', status(404))
  const sound = silence(120)
  server.route('/cast.wav', (request, response) => {
    // Browsers seek only where they can ask for parts.
    const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    response.writeHead(206, {
      'content-type': 'audio/wav',
      'accept-ranges': 'bytes',
      'content-length': sound.length - from,
      'content-range': `bytes ${from}-${sound.length - 1}/${sound.length}`,
    })
    response.end(sound.subarray(from))
  })
  server.route(
    '/feed',
    feed(
      'Harbour Gazette',
      [
        item(
          'Ferry timetable changes',
          4,
          `<link>${gazette}/ferry?utm_source=rss</link><description><![CDATA[<p>The harbour authority agreed the new timetable.</p><img src="/boat.jpg" alt="A boat"><img src="${gazette}/pixel.gif" width="1" height="1">]]></description>`,
        ),
        item('A page that is gone', 5, `<link>${gazette}/gone</link><description>Short.</description>`),
        item(
          'Harbour talk',
          6,
          `<enclosure url="${gazette}/cast.wav" type="audio/wav" length="480044"/><description>An hour about boats.</description>`,
        ),
        item(
          'A film of boats',
          7,
          `<link>https://www.youtube.com/watch?v=abcdefghijk</link><description>Boats.</description>`,
        ),
        item(
          'الميناء يفتح أبوابه',
          8,
          `<link>${gazette}/ar</link><description><![CDATA[<p dir="auto">يفتح الميناء أبوابه يوم الاثنين في الساعة السادسة صباحا، ويقول المدير إن العبارة الأولى تغادر مبكرا.</p>]]></description>`,
        ),
        item(
          'Council sells the old crane',
          30,
          `<link>http://council.example/crane</link><description>${story}</description>`,
        ),
      ].join(''),
    ),
    gazette,
  )
  server.route(
    '/feed',
    feed(
      'Coast Wire',
      item(
        'Old crane goes to a museum',
        11,
        `<link>http://council.example/crane</link><description>${story}</description>`,
      ),
    ),
    wire,
  )
  reader = await signUpThroughApi(app.url, 'Tessa Text')
  for (const origin of [gazette, wire])
    await callApi(reader, 'POST', '/subscriptions', { url: `${origin}/feed` })
  type List = { postings: { title: string; alsoIn: unknown[] }[] }
  const isLinked = async () =>
    (await callApi<List>(reader, 'GET', '/postings')).postings.some(({ alsoIn }) => alsoIn.length > 0)
  await vi.waitFor(async () => expect(await isLinked()).toBe(true), { timeout: 40_000, interval: 500 })
})

afterAll(async () => {
  await Promise.all([browser.close(), server.close()])
})

const open = (title: string) => async (page: Page) => {
  await postingRow(page, title).getByRole('link').click()
  await openTitle(page).filter({ hasText: title }).waitFor()
}
const text = (page: Page) => page.getByRole('region', { name: 'Text' })

test('the full text is loaded on demand, and the feed’s text is a press away', async () => {
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account: reader })
  await page.goto('/?show=all')
  await open('Ferry timetable changes')(page)
  await text(page).getByRole('button', { name: 'Load full text' }).click()
  await text(page).getByText('Only the page says this.').waitFor()
  await text(page).getByRole('button', { name: 'Show the feed’s text' }).click()
  await text(page).getByText('The harbour authority agreed').waitFor()
  expect(await text(page).getByText('Only the page says this.').count()).toBe(0)
  await open('A page that is gone')(page)
  await text(page).getByRole('button', { name: 'Load full text' }).click()
  await text(page).getByText('The full text could not be loaded').waitFor()
  expect(await text(page).getByRole('link', { name: 'Read the original' }).getAttribute('href')).toMatch(
    /\/gone$/,
  )
  expectQuiet()
  await close()
})

test('pictures come from this server alone, trackers not at all, and addresses without trackers', async () => {
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account: reader })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/?show=all')
  await open('Ferry timetable changes')(page)
  const picture = text(page).getByRole('img', { name: 'A boat' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  expect(asked.filter((url) => !url.startsWith(app.url))).toEqual([])
  expect(server.requests.some(({ path }) => path === '/pixel.gif')).toBe(false)
  expect(await text(page).getByRole('link', { name: 'Open original' }).getAttribute('href')).toMatch(
    /\/ferry$/,
  )
  expectQuiet()
  await close()
})

test('how texts look is chosen beside the text, holds in the first drawing, and in other windows', async () => {
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account: reader })
  const other = await openWindow(browser, { appUrl: app.url, account: reader })
  for (const each of [page, other.page]) {
    await each.goto('/?show=all')
    await open('Ferry timetable changes')(each)
  }
  const sizeOf = (each: Page) =>
    text(each)
      .locator('.article')
      .evaluate((article) => getComputedStyle(article).fontSize)
  expect(await sizeOf(page)).toBe('18px')
  await page.getByRole('button', { name: 'Text look' }).click()
  await page.getByRole('slider', { name: 'Size' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => sizeOf(page)).toBe('20px')
  await expect.poll(() => sizeOf(other.page)).toBe('20px')
  await page.getByRole('radiogroup', { name: 'Typeface' }).getByText('Sans serif').click()
  await page.reload()
  await openTitle(page).waitFor()
  expect(await sizeOf(page)).toBe('20px')
  await callApi(reader, 'PATCH', '/reading-settings', { sizePx: 18, typeface: 'serif' })
  other.expectQuiet()
  await other.close()
  expectQuiet()
  await close()
})

test('a sound goes on while one reads on, and begins again where it was left', async () => {
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account: reader })
  await page.goto('/?show=all')
  await open('Harbour talk')(page)
  await text(page).getByRole('button', { name: 'Play Harbour talk' }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await player.getByRole('button', { name: 'Pause' }).waitFor()
  await player.getByRole('button', { name: 'Forward 30 seconds' }).click()
  await page.keyboard.press('j')
  await openTitle(page).filter({ hasText: 'A film of boats' }).waitFor()
  const place = player.getByRole('slider', { name: 'Position' })
  await expect.poll(async () => Number(await place.inputValue())).toBeGreaterThanOrEqual(30)
  await player.getByRole('button', { name: 'Pause' }).click()
  type List = { postings: { id: string; title: string }[] }
  const { postings } = await callApi<List>(reader, 'GET', '/postings')
  const { id = '' } = postings.find(({ title }) => title === 'Harbour talk') ?? {}
  type Detail = { enclosures: { position: { positionMs: number } | null }[] }
  const kept = async () =>
    (await callApi<Detail>(reader, 'GET', `/postings/${id}`)).enclosures[0]?.position?.positionMs ?? 0
  await expect.poll(kept).toBeGreaterThanOrEqual(30_000)
  await page.reload()
  await open('Harbour talk')(page)
  await text(page).getByRole('button', { name: 'Play Harbour talk' }).click()
  await expect.poll(async () => Number(await place.inputValue())).toBeGreaterThanOrEqual(30)
  expectQuiet()
  await close()
})

test('a film of another site is asked for only by a press', async () => {
  const { page, close } = await openWindow(browser, { appUrl: app.url, account: reader })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).hostname))
  await page.goto('/?show=all')
  await open('A film of boats')(page)
  const play = text(page).getByRole('button', { name: /Play the video from YouTube/ })
  await play.waitFor()
  expect(asked.filter((host) => host.includes('youtube'))).toEqual([])
  await play.click()
  await text(page).locator('iframe[title="A film of boats"]').waitFor()
  await expect.poll(() => asked).toContain('www.youtube-nocookie.com')
  await close()
})

test('a story of two sources is one row, until one wants it shown separately', async () => {
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account: reader })
  await page.goto('/?show=all')
  await postingRow(page, 'Council sells the old crane')
    .getByText('Also in Coast Wire, 19 min later')
    .waitFor()
  expect(await shownTitles(page)).not.toContain('Old crane goes to a museum')
  await open('Council sells the old crane')(page)
  await text(page).getByRole('button', { name: 'Show separately' }).click()
  await postingRow(page, 'Old crane goes to a museum').waitFor()
  await text(page).getByRole('button', { name: 'Show as one' }).click()
  await postingRow(page, 'Old crane goes to a museum').waitFor({ state: 'detached' })
  expectQuiet()
  await close()
})

const lookAt: Look = (name, path, lead, options) =>
  look(browser, name, { appUrl: app.url, account: reader, path, lead }, options)

test('the text with its bar is accessible and fits', () =>
  lookAt('text', '/?show=all', async (page) => {
    await open('Ferry timetable changes')(page)
    const image = text(page).getByRole('img', { name: 'A boat' })
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(1200)
  }))

test('the choice of look is accessible and fits', () =>
  lookAt(
    'text-look',
    '/?show=all',
    async (page) => {
      await open('Ferry timetable changes')(page)
      await page.getByRole('button', { name: 'Text look' }).first().click()
      await page.getByRole('slider', { name: 'Size' }).waitFor()
    },
    { only: 'wide' },
  ))

test('the menu to share is accessible and fits', () =>
  lookAt(
    'text-share',
    '/?show=all',
    async (page) => {
      await open('Ferry timetable changes')(page)
      await page.getByRole('button', { name: 'Share' }).first().click()
      await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    },
    { only: 'wide' },
  ))

test('a failed full text is accessible and fits', () =>
  lookAt('text-failed', '/?show=all', async (page) => {
    await open('A page that is gone')(page)
    await text(page).getByText('The full text could not be loaded').waitFor()
  }))

test('the player is accessible and fits', () =>
  lookAt('text-player', '/?show=all', async (page) => {
    await open('Harbour talk')(page)
    await text(page).getByRole('button', { name: 'Play Harbour talk' }).click()
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).click()
  }))

test('a text from right to left is accessible and fits', () =>
  lookAt('text-rtl', '/?show=all', async (page) => {
    await open('الميناء يفتح أبوابه')(page)
    const direction = await text(page)
      .locator('.article p')
      .first()
      .evaluate((each) => getComputedStyle(each).direction)
    expect(direction).toBe('rtl')
  }))

test('a story told twice, and a film, are accessible and fit', async () => {
  await lookAt('text-story', '/?show=all', async (page) => {
    await postingList(page).waitFor()
    await open('Council sells the old crane')(page)
  })
  await lookAt('text-film', '/?show=all', open('A film of boats'))
})

test('the settings of reading are accessible and fit', () =>
  lookAt('settings-reading', '/settings', async (page) => {
    await page.getByRole('heading', { name: 'Pictures' }).scrollIntoViewIfNeeded()
  }))
