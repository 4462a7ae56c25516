import type { Page } from 'playwright-core'
import type { Pressed } from './web-stopwatch.ts'

/** So long a reader rests after each act; what follows an act must not run into the next. */
const restMs = 350
const feed = '[role=feed]'

/** The browser's own time for an act is measured by one like it; a wheel is taken for a key, which answers at once, too. */
export type Pressing = 'key' | 'click'

/** One thing a reader does, many times over. `press` is told how often it was done before. */
export type Act = {
  readonly name: string
  readonly pressing: Pressing
  /** The address at which it begins; without, it goes on where the act before it ended. */
  readonly at?: string
  readonly before?: (page: Page) => Promise<void>
  readonly press: (page: Page, round: number) => Promise<void>
  /** Takes it back, or makes ready for the next time. */
  readonly after?: (page: Page) => Promise<void>
}

/** Does an act so many times, with the stopwatch running. */
export async function measureAct(page: Page, act: Act, rounds: number): Promise<readonly Pressed[]> {
  if (act.at !== undefined) await openPage(page, act.at)
  await act.before?.(page)
  const results: Pressed[] = []
  for (let round = 0; round < rounds; round++) {
    await act.press(page, round)
    results.push(await page.evaluate(() => window.stopwatch.pressed()))
    await act.after?.(page)
    await page.waitForTimeout(restMs)
  }
  return results
}

async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForFunction(() => {
    if (document.querySelector('[role=feed]') !== null) return window.stopwatch.loaded().aliveMs !== null
    return Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactFiber'))
  })
  await page.waitForTimeout(1500)
}

/** The acts that a reader does most, in the order of an evening. */
export const acts: readonly Act[] = [
  { name: 'next posting', pressing: 'key', at: '/', before: openFirst, press: pressNext },
  {
    name: 'open a posting',
    pressing: 'click',
    at: '/?show=all',
    press: clickRow,
    after: (page) => turn(page, 480),
  },
  { name: 'star', pressing: 'key', press: pressStar },
  { name: 'mark all read', pressing: 'key', at: '/', press: pressMarkAll, after: undoMarkAll },
  { name: 'switch list', pressing: 'click', at: '/', press: clickFolder },
  { name: 'list seen before', pressing: 'click', press: clickFolder },
  { name: 'open search', pressing: 'key', at: '/', press: pressSearch, after: closeSearch },
  { name: 'scroll a page', pressing: 'key', at: '/', press: turnPage },
]

async function openFirst(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await page.locator('#posting-title').waitFor()
  await page.waitForTimeout(1000)
}

async function pressNext(page: Page): Promise<void> {
  await page.evaluate(() => {
    // The row that Tab leads to is that of the cursor.
    const current = () => document.querySelector('[role=feed] h2 a[tabindex="0"]')
    const before = current()?.id
    const isNext = () => current()?.id !== before
    window.stopwatch.watch({
      'row marked': isNext,
      'text drawn': () =>
        isNext() && document.querySelector('#posting-title')?.textContent === current()?.textContent,
    })
  })
  await page.keyboard.press('j')
}

/** A row in the middle of the window that was not open yet. */
async function clickRow(page: Page): Promise<void> {
  const place = await page.evaluate((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    const middle = box === undefined ? 0 : (box.top + box.bottom) / 2
    const row = [...document.querySelectorAll(`${selector} article`)].find((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      return top <= middle && bottom > middle
    })
    const link = row?.querySelector('h2 a')
    if (row === undefined || !link) throw new Error('There is no row in the middle.')
    window.stopwatch.watch({
      'row marked': () => link.getAttribute('tabindex') === '0',
      'text drawn': () => document.querySelector('#posting-title')?.textContent === link.textContent,
    })
    const { left, top } = row.getBoundingClientRect()
    return { x: left + 60, y: top + 20 }
  }, feed)
  await page.mouse.click(place.x, place.y)
}

async function pressStar(page: Page): Promise<void> {
  await page.evaluate(() => {
    const row = document.querySelector('[role=feed] a[aria-current=true]')?.closest('article')
    const pressed = () => row?.querySelector('button[aria-pressed]')?.getAttribute('aria-pressed')
    const before = pressed()
    if (before === undefined) throw new Error('No posting is open.')
    window.stopwatch.watch({ 'star drawn': () => pressed() !== before })
  })
  await page.keyboard.press('s')
}

async function pressMarkAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.stopwatch.watch({
      'rows read': () => document.querySelector('[role=feed] [aria-label="Mark as read"]') === null,
    })
  })
  await page.keyboard.press('Shift+A')
}

/** The way back is offered some time after the rows are read. */
async function undoMarkAll(page: Page): Promise<void> {
  const unread = page.locator(`${feed} [aria-label="Mark as read"]`)
  for (let tries = 0; tries < 100 && (await unread.count()) === 0; tries++) {
    await page.keyboard.press('z')
    await page.waitForTimeout(restMs)
  }
}

async function clickFolder(page: Page, round: number): Promise<void> {
  const link = page.locator(`nav li a[href^="/?folder="]`).nth(round % 20)
  await link.scrollIntoViewIfNeeded()
  await link.evaluate((element) => {
    const name = element.querySelector('bdi')?.textContent ?? ''
    const list = () => document.querySelector(`[role=feed][aria-label="${name}"]`)
    window.stopwatch.watch({
      'head drawn': () => document.querySelector(`section[aria-label="${name}"]`) !== null,
      'postings drawn': () => list()?.querySelector('article') instanceof Element,
    })
  })
  const box = await link.boundingBox()
  if (box === null) throw new Error('The folder is not in sight.')
  await page.mouse.click(box.x + 50, box.y + box.height / 2)
}

async function pressSearch(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.stopwatch.watch({ 'field has the focus': () => document.activeElement?.id === 'search-field' })
  })
  await page.keyboard.press('/')
}

async function closeSearch(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('#search-field').waitFor({ state: 'detached' })
}

async function turn(page: Page, px: number): Promise<void> {
  await page.locator(feed).hover({ position: { x: 60, y: 300 } })
  await page.mouse.wheel(0, px)
}

/** The list has moved, and there is no gap in it. */
async function turnPage(page: Page): Promise<void> {
  const box = page.locator(feed)
  await box.hover({ position: { x: 60, y: 300 } })
  const height = await box.evaluate((list) => {
    const before = list.scrollTop
    const isFilled = () => {
      const { top, bottom } = list.getBoundingClientRect()
      const edges = [...list.querySelectorAll('[data-index]')].map((each) => each.getBoundingClientRect())
      return (
        Math.min(...edges.map((edge) => edge.top)) <= top + 1 &&
        Math.max(...edges.map((edge) => edge.bottom)) >= bottom - 1
      )
    }
    window.stopwatch.watch({ 'moved, without gaps': () => list.scrollTop > before && isFilled() })
    return list.clientHeight
  })
  await page.mouse.wheel(0, height)
}

/** On the empty page, where a script of two lines answers: what the browser itself takes. */
export const bareActs: readonly Act[] = [
  { name: 'bare: a key', pressing: 'key', press: (page) => pressBare(page, () => page.keyboard.press('j')) },
  {
    name: 'bare: a click',
    pressing: 'click',
    press: (page) => pressBare(page, () => page.mouse.click(40, 40)),
  },
]

async function pressBare(page: Page, press: () => Promise<void>): Promise<void> {
  await page.evaluate(() => {
    const before = document.body.textContent
    const answer = () => (document.body.textContent = `${before}.`)
    window.addEventListener('keydown', answer, { once: true })
    window.addEventListener('click', answer, { once: true })
    window.stopwatch.watch({ 'text changed': () => document.body.textContent !== before })
  })
  await press()
}
