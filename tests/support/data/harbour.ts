import type { Browser, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { callApi, sharedApp, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { openTitle, postingRow } from '#tests/support/browser/app-pages.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { status } from '#tests/support/servers/feed-answers.ts'
import { document } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'

const minuteMs = 60_000

const item = (title: string, minutesAgo: number, parts: string) =>
  `<item><title>${title}</title><guid isPermaLink="false">${title}</guid><pubDate>${new Date(Date.now() - minutesAgo * minuteMs).toUTCString()}</pubDate>${parts}</item>`
const story =
  'The council has sold the old crane at the north quay to a museum that wants to lift its visitors with it.'

/** So many seconds of silence: a WAV of one byte a sample. */
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

type Harbour = { readonly server: FeedServer; readonly reader: AppAccount }

/**
 * For all tests of a file a browser and two papers with something of everything that a text may hold: a picture, a page
 * with more text and one that is gone, a sound, a film of another site, Arabic, and a story that both tell; and an
 * account that reads them. Hosts are in 127.`network`.0.0, one for each file of tests.
 */
export function withHarbour(network: number): Harbour & { readonly browser: Browser } {
  let started: (Harbour & { readonly browser: Browser }) | null = null
  const need = () => {
    if (started === null) throw new Error('The browser and the papers start with the first test.')
    return started
  }
  beforeAll(async () => {
    const [browser, harbour] = await Promise.all([launchBrowser(), openHarbour(network)])
    started = { browser, ...harbour }
  })
  afterAll(async () => {
    if (started !== null) await Promise.all([started.browser.close(), started.server.close()])
  })
  return {
    get browser() {
      return need().browser
    },
    get server() {
      return need().server
    },
    get reader() {
      return need().reader
    },
  }
}

/** Opens a posting of the list, and waits for its text. */
export const openText = (title: string) => async (page: Page) => {
  await postingRow(page, title).getByRole('link').click()
  await openTitle(page).filter({ hasText: title }).waitFor()
}

/** The text that is open, with its bar. */
export function textRegion(page: Page): Locator {
  return page.getByRole('region', { name: 'Text' })
}

async function openHarbour(network: number): Promise<Harbour> {
  const server = await createFeedServer({ hosts: 2, network })
  await servePages(server)
  serveFeeds(server)
  const reader = await signUpThroughApi(sharedApp().url, 'Tessa Text')
  for (const origin of server.origins)
    await callApi(reader, 'POST', '/subscriptions', { url: `${origin}/feed` })
  type List = { postings: { title: string; alsoIn: unknown[] }[] }
  const isLinked = async () =>
    (await callApi<List>(reader, 'GET', '/postings')).postings.some(({ alsoIn }) => alsoIn.length > 0)
  await vi.waitFor(async () => expect(await isLinked()).toBe(true), { timeout: 40_000, interval: 500 })
  return { server, reader }
}

async function servePages(server: FeedServer): Promise<void> {
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
}

function serveFeeds(server: FeedServer): void {
  const [gazette = '', wire = ''] = server.origins
  const feed = (title: string, items: string) =>
    document(
      `<rss version="2.0"><channel><title>${title}</title><link>http://x.example/</link>${items}</channel></rss>`,
    )
  server.route('/feed', feed('Harbour Gazette', gazetteItems(gazette)), gazette)
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
}

function gazetteItems(gazette: string): string {
  return [
    item(
      'Ferry timetable changes',
      4,
      `<link>${gazette}/ferry?utm_source=rss</link><description><![CDATA[<p>The harbour authority agreed the new timetable.</p><img src="/boat.jpg" alt="A boat"><img src="${gazette}/pixel.gif" width="1" height="1">]]></description>`,
    ),
    item('A page that is gone', 5, `<link>${gazette}/gone</link><description>Short.</description>`),
    item(
      'Harbour talk',
      6,
      `<enclosure url="${gazette}/cast.wav" type="audio/wav" length="480044"/><description><![CDATA[<p>An hour about boats.</p><ul><li>00:00 Welcome</li><li>01:10 The tug</li></ul>]]></description>`,
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
  ].join('')
}
