import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FreshnessScreen } from '#components/freshness/freshness-screen.tsx'
import {
  freshnessQuery,
  freshnessMonth,
  freshnessSources,
  freshnessSummary,
  readingFreshness,
  weekSaving,
} from '#lib/api/freshness/freshness.ts'
import type { Language } from '#lib/words/languages.ts'
import { answerOf } from '../../support/components/answer-of.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { drawInFrame } from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A busy week: most are found within minutes, some later than by an hourly check. */
const traces = Array.from({ length: 120 }, (_, index) => ({
  delayMs: ((index * 37) % 9) * minuteMs + (index % 29 === 0 ? 40 * minuteMs : 20_000),
  hourlyMs: ((index * 61) % 60) * minuteMs,
}))
const week = {
  count: 96,
  isEnough: true,
  savedMs: 41.3 * hourMs,
  later: 5,
  medianMs: 4 * minuteMs,
  hourlyMedianMs: 29 * minuteMs,
  traces,
}

/** Of the last 30 days, one of ten later than promised. */
function monthDots() {
  return Array.from({ length: 60 }, (_, index) => ({
    postingId: String(index + 1),
    title: `Tide ${index + 1}`,
    sourceId: 1,
    source: 'Harbour Gazette',
    folderId: index % 3 === 0 ? null : 1,
    publishedAt: new Date(Date.now() - (60 - index) * 12 * hourMs).toISOString(),
    delayMs: (1 + (index % 10)) * minuteMs,
    isLate: index % 10 === 9,
  }))
}

function serveFreshness(saving: Parameters<typeof answerOf<typeof weekSaving>>[1]): void {
  const figures = { count: 96, medianMs: 4 * minuteMs, p90Ms: 9 * minuteMs }
  const overall = answerOf(freshnessSummary, figures)
  serveReading(oneSource('Harbour Gazette', 12), {
    'GET /freshness': answerOf(freshnessSources),
    'GET /freshness/summary': answerOf(readingFreshness, {
      overall,
      folders: [
        { ...overall, folderId: 1, name: 'Coast' },
        { ...overall, folderId: null, name: null },
      ],
    }),
    'GET /freshness/month': answerOf(freshnessMonth, { dots: monthDots(), isSample: true }),
    'GET /freshness/weeks': { weeks: [] },
    'GET /freshness/saving': answerOf(weekSaving, saving),
  })
}

function drawFreshness(language: Language = 'en'): void {
  drawInFrame(<FreshnessScreen asked={freshnessQuery.parse({})} />, { address: '/freshness', language })
}

const picture = (name: RegExp) => page.getByRole('img', { name })

test('the waiting that a week saved is a picture, with a sentence that says how it was counted', async () => {
  serveFreshness(week)
  drawFreshness()
  await expect.element(picture(/^This week Skylark saved your news 41\shours of waiting$/)).toBeVisible()
  await expect
    .element(page.getByText(/over 96\sarticles .* within 4\smin\..* needed 29\smin\./))
    .toBeVisible()
  await expect.element(page.getByText(/earlier for 5\sarticles/)).toBeVisible()
  await checkLooks('freshness-saving')
})

test.each([
  ['de', /^Diese Woche hat Skylark deinen Nachrichten 41\sStunden Wartezeit erspart$/],
  ['fr', /41\sheures d’attente$/],
  ['ja', /^Skylarkが今週節約した待ち時間 41時間$/],
] as const)('in %s the picture holds its words', async (language, name) => {
  serveFreshness(week)
  drawFreshness(language)
  await expect.element(picture(name)).toBeVisible()
  const drawing = picture(name).element() as SVGSVGElement
  for (const text of drawing.querySelectorAll('text')) {
    const { x, width } = text.getBBox()
    expect(x + width, text.textContent).toBeLessThanOrEqual(1200 - 60)
  }
  const [skylark, hourly] = [...drawing.querySelectorAll('text')].slice(2, 4).map((text) => text.getBBox())
  expect((hourly?.y ?? 0) - (skylark?.y ?? 0)).toBeGreaterThan(48)
  for (const legend of [skylark, hourly]) expect((legend?.x ?? 0) + (legend?.width ?? 0)).toBeLessThan(930) // there the bird begins
  await checkLooks(`freshness-saving-${language}`)
})

test('on a phone the words of the picture can be read', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  serveFreshness(week)
  drawFreshness()
  await expect.element(picture(/41\shours of waiting$/)).toBeVisible()
  const drawing = picture(/41\shours of waiting$/).element()
  expect(Math.min(...sizesOf(drawing))).toBeGreaterThan(11)
})

/** The sizes of the words of a drawing, in pixels of the screen. */
function sizesOf(drawing: Element): number[] {
  return [...drawing.querySelectorAll('text')].map(
    (text) => Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0),
  )
}

test('saved as a file the picture is a PNG of twice its size that shows what is on the screen', async () => {
  serveFreshness(week)
  drawFreshness()
  const made: Blob[] = []
  const keep = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob)
    return 'data:,'
  })
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect.poll(() => made.length).toBe(1)
  keep.mockRestore()
  expect(press).toHaveBeenCalledOnce()
  press.mockRestore()
  const [file] = made
  expect([file?.type, (file as File).name]).toEqual(['image/png', 'skylark-week.png'])
  const bitmap = await createImageBitmap(file ?? new Blob())
  expect([bitmap.width, bitmap.height]).toEqual([2400, 1260])
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] }
  const colours = new Set<number>()
  for (let at = 0; at < data.length; at += 4 * 97) colours.add(((data[at] ?? 0) << 8) + (data[at + 2] ?? 0))
  expect(colours.size).toBeGreaterThan(30) // a sky, traces and letters: not one empty plane
})

test('where the browser hands pictures on, they are shared with the sentence', async () => {
  serveFreshness(week)
  const shared: ShareData[] = []
  Object.assign(navigator, {
    canShare: () => true,
    share: (data: ShareData) => Promise.resolve(void shared.push(data)),
  })
  drawFreshness()
  await page.getByRole('button', { name: 'Share picture' }).click()
  await expect.poll(() => shared.length).toBe(1)
  expect(shared[0]?.text).toMatch(/^This week Skylark saved your news 41\shours of waiting$/)
  expect(shared[0]?.files?.[0]?.type).toBe('image/png')
  Reflect.deleteProperty(navigator, 'canShare')
  Reflect.deleteProperty(navigator, 'share')
})

test('every posting of a month is a dot with its title, and each folder has a small picture of its own', async () => {
  serveFreshness(week)
  drawFreshness()
  await expect
    .element(page.getByText(/96\sarticles in 30 days: .* The picture shows 60\sarticles/))
    .toBeVisible()
  const chart = page.getByRole('group', { name: /^96\sarticles in 30 days: half were found within 4\smin/ })
  await expect.element(chart).toBeVisible()
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByText(/Harbour Gazette.*Tide 60.*10\smin/)).toBeVisible()
  for (const folder of ['Coast', 'Without a folder'])
    await expect.element(picture(new RegExp(`^${folder}: half within 4`))).toBeVisible()
  await userEvent.keyboard('t')
  await expect.element(page.getByRole('row', { name: /^Tide 60 Harbour Gazette/ })).toBeVisible()
  await userEvent.keyboard('t{Escape}')
  await checkLooks('freshness-month')
})

test('the words of the line that nine of ten are below lie over no bar of the histogram', async () => {
  serveFreshness(week)
  drawFreshness()
  const drawn = () =>
    [...document.querySelectorAll<SVGTextElement>('svg text')].find(
      (text) => text.checkVisibility() && /^9 in 10 within/.test(text.textContent),
    )
  await expect.poll(drawn).toBeDefined()
  const bars = [...(drawn()?.ownerSVGElement?.querySelectorAll('rect') ?? [])].filter(
    (bar) => bar.getBBox().width > 0,
  )
  expect(bars.length).toBeGreaterThan(2)
  const right = drawn()?.getBoundingClientRect().right ?? Infinity
  expect(Math.min(...bars.map((bar) => bar.getBoundingClientRect().left))).toBeGreaterThan(right)
})

test.each([390, 820, 1_440])('the small pictures of folders have small letters, at %i px', async (width) => {
  await page.viewport(width, 900)
  onTestFinished(() => page.viewport(1440, 900))
  serveFreshness(week)
  drawFreshness()
  for (const folder of ['Coast', 'Without a folder']) {
    const one = picture(new RegExp(`^${folder}: half within 4`))
    await expect.element(one).toBeVisible()
    const sizes = sizesOf(one.element())
    expect(Math.min(...sizes)).toBeGreaterThan(9)
    expect(Math.max(...sizes)).toBeLessThan(14.5)
  }
})

test('the table of folders is whole on a tablet, in German, too', async () => {
  await page.viewport(820, 1180)
  onTestFinished(() => page.viewport(1440, 900))
  serveFreshness(week)
  drawFreshness('de')
  const table = page.getByRole('table').filter({ hasText: 'Ohne Ordner' })
  await expect.element(table).toBeVisible()
  const box = table.element().parentElement
  expect(box?.scrollWidth).toBe(box?.clientWidth)
})

test.each([
  ['on the first day', { count: 7 }, /after a day with 20\snew articles\. So far there are 7/],
  [
    'when hourly checks were better',
    { ...week, count: 30, savedMs: -5 * hourMs },
    /saved no waiting this week\. Hourly checks .* these 30\sarticles 5\shours earlier/,
  ],
] as const)('%s a sentence stands in place of a picture', async (_, saving, sentence) => {
  serveFreshness(saving)
  drawFreshness()
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(picture(/waiting/)).not.toBeInTheDocument()
  await checkLooks('freshness-no-saving', 'narrow')
})

test('the keys that lead to lists, the search and the help work on a page without a list', async () => {
  serveFreshness(week)
  const open = async () => {
    drawFreshness()
    await expect.element(picture(/waiting/)).toBeVisible()
  }
  await open()
  await expect
    .poll(async () => {
      await userEvent.keyboard('?')
      return page.getByRole('dialog', { name: 'Keyboard shortcuts' }).query()
    })
    .not.toBeNull()
  await checkLooks('page-keys')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  for (const [keys, address] of [
    ['gf', '/?fresh=1'],
    ['gs', '/?starred=1'],
    ['gb', '/?later=1'],
    ['/', '/?q='],
    ['ga', '/'],
  ] as const) {
    await open()
    await userEvent.keyboard(keys)
    await expect.poll(() => `${location.pathname}${location.search}`).toBe(address)
  }
})
