import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useState } from 'react'
import { NewPostingsAnnouncement } from '#components/reading/list/new-postings-bar.tsx'
import { defaultListSettings } from '#lib/api/lists/list-defaults.ts'
import { draw } from '../../support/components/draw.tsx'
import {
  expectStill,
  openList,
  postingList,
  postingRow,
  shownTitles,
} from '../../support/components/reading-pages.tsx'
import { postingsOf, serveReading, type ReadingServer } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'
import { tellEvent } from '../../support/components/stand-in-server.ts'

const minuteMs = 60_000
const fromNow = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()
const lark = subscription(1, 'Lark', { lastPolledAt: fromNow(-30), nextPollAt: fromNow(30) })
const feed = () => postingList().element() as HTMLElement
const bar = () => page.getByRole('button', { name: /^1\snew article/ }).first()
const topOf = (title: string) => postingRow(title).element().getBoundingClientRect().top

/** Postings that are found one after the other, each the newest. */
async function find(server: ReadingServer, number: number): Promise<void> {
  const [posting] = postingsOf(lark, 1, {
    title: `Found ${number}`,
    shownAt: fromNow(number),
    foundAt: fromNow(0),
  })
  if (posting === undefined) throw new Error('no posting')
  server.publish({ ...posting, id: String(9000 + number) })
  await tellEvent({ type: 'postings', sourceId: 1, count: 1, maxId: String(9000 + number) })
}

/** Opens the fresh list and hears what moves in it. */
async function openFresh(width = 1440, wantsLessMotion = false) {
  const real = matchMedia
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('reduced-motion') ? { matches: wantsLessMotion } : real(query),
  )
  await page.viewport(width, 844)
  const server = serveReading({
    subscriptions: [lark, subscription(2, 'Wren')],
    postings: postingsOf(lark, 30),
  })
  await openList('/?fresh=1')
  await expectStill()
  const animate = vi.spyOn(Element.prototype, 'animate')
  let shift = 0
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value
  })
  observer.observe({ type: 'layout-shift' })
  return { server, moved: () => animate.mock.calls.length, shift: () => shift }
}

test.each([1440, 390])('what is found slides in on top of the fresh list, at %i px', async (width) => {
  const { server, moved, shift } = await openFresh(width)
  const first = postingRow('Lark 30').element()
  const was = topOf('Lark 30')
  await find(server, 1)
  await expect.element(postingRow('Found 1')).toBeVisible()
  await expectStill()
  expect(shownTitles().slice(0, 2)).toEqual(['Found 1', 'Lark 30'])
  expect(moved()).toBeGreaterThan(1)
  // The rows that were there are the same ones, further down.
  expect(postingRow('Lark 30').element()).toBe(first)
  expect(topOf('Lark 30')).toBeGreaterThan(was + 60)
  expect(shift()).toBeLessThan(0.05)
  await expect.element(bar()).not.toBeInTheDocument()
})

test('a fresh list that was scrolled keeps its place, and what came waits behind the bar', async () => {
  const { server, shift } = await openFresh()
  feed().scrollTo(0, 600)
  await expectStill()
  const was = shownTitles()
  await find(server, 1)
  await expect.element(bar()).toBeVisible()
  expect(feed().scrollTop).toBe(600)
  expect(shownTitles()).toEqual(was)
  expect(shift()).toBeLessThan(0.05)
  // Back at its top, the list lives on.
  feed().scrollTo(0, 0)
  await expect.element(postingRow('Found 1')).toBeVisible()
  await expect.element(bar()).not.toBeInTheDocument()
})

test('no row moves under a pointer that is about to press it', async () => {
  const { server } = await openFresh()
  await userEvent.hover(postingRow('Lark 29'))
  await find(server, 1)
  await expect.element(bar()).toBeVisible()
  expect(shownTitles()[0]).toBe('Lark 30')
  await expect.element(postingRow('Found 1')).toBeVisible()
})

test('no row moves under a finger that came down while the answer was on its way', async () => {
  const { server } = await openFresh()
  const real = fetch
  const asked = vi.fn<() => void>()
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>()
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const response = await real(...request)
    if (!/\/postings\?/.test(request[0] instanceof Request ? request[0].url : String(request[0])))
      return response
    asked()
    await answered
    return response
  })
  await find(server, 1)
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0)
  postingRow('Lark 29')
    .element()
    .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  answer(undefined)
  await expect.element(bar()).toBeVisible()
  expect(shownTitles()[0]).toBe('Lark 30')
  // It comes once the list is calm again.
  await expect.element(postingRow('Found 1')).toBeVisible()
})

test('rows do not slide for readers who want less motion', async () => {
  const { server, moved } = await openFresh(1440, true)
  await find(server, 1)
  await expect.element(postingRow('Found 1')).toBeVisible()
  await expectStill()
  expect(moved()).toBe(0)
})

test('rings say how much of the time until the next check is left, where one is planned', async () => {
  await openFresh()
  const ring = () => [...document.querySelectorAll('[data-ring="1"] path:last-child')].at(0)
  const rest = () => Number(ring()?.getAttribute('stroke-dasharray')?.split(' ')[0])
  await expect.poll(rest).toBeLessThan(50)
  expect(rest()).toBeGreaterThan(40)
  const was = rest()
  await expect.poll(rest).toBeLessThan(was)
  await expect.element(page.getByText(/^Next check at .*: Lark\.$/)).toBeVisible()
})

test('no ring is drawn where no plan is known, nor in other lists', async () => {
  serveReading({ subscriptions: [{ ...lark, nextPollAt: null }], postings: postingsOf(lark, 3) })
  await openList('/?fresh=1')
  await expectStill()
  expect(document.querySelector('[data-ring]')).toBeNull()
  serveReading({ subscriptions: [lark], postings: postingsOf(lark, 3) })
  await openList('/')
  await expectStill()
  expect(document.querySelector('[data-ring]')).toBeNull()
})

test('read from right to left, the way of an article begins at the right', async () => {
  document.documentElement.dir = 'rtl'
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  await openFresh()
  const line = postingRow('Lark 30').element().querySelector('p > [aria-hidden].relative')
  const middles = [...(line?.querySelectorAll('.rounded-full') ?? [])].map((dot) => {
    const { left, width } = dot.getBoundingClientRect()
    return left + width / 2
  })
  const [published = 0, found = 0] = middles
  expect(middles).toHaveLength(2)
  expect(published).toBeGreaterThan(found)
  expect(line?.getBoundingClientRect().right).toBeCloseTo(published + 3.5, 0)
})

test('what waits behind the bar and slides in later is said once', async () => {
  const { server } = await openFresh()
  const said: string[] = []
  const regions = () => [...(feed().closest('section')?.querySelectorAll('[aria-live]') ?? [])]
  const listen = setInterval(() => {
    const words = regions().flatMap(({ textContent }) => (textContent === '' ? [] : [textContent]))
    if (words.length > 0) said.push(words.join(' | '))
  }, 50)
  onTestFinished(() => clearInterval(listen))
  feed().scrollTo(0, 600)
  await expectStill()
  await find(server, 1)
  await expect.element(bar()).toBeVisible()
  await expect.poll(() => said.length).toBeGreaterThan(0)
  feed().scrollTo(0, 0)
  await expect.element(postingRow('Found 1')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(regions()).toHaveLength(1)
  expect(new Set(said)).toEqual(new Set(['1\u00A0new article from 1\u00A0feed']))
})

test('a second arrival of as many articles is said as the first was, whether the first was taken or waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const Drawn = () => {
    const [{ count, arrival }, set] = useState({ count: 1, arrival: 1 })
    change = set
    return <NewPostingsAnnouncement count={count} sources={1} arrival={arrival} />
  }
  let change: (next: { readonly count: number; readonly arrival: number }) => void = () => undefined
  draw(<Drawn />)
  const region = () => document.querySelector('[aria-live="polite"].sr-only')
  await expect.poll(() => region()).not.toBeNull()
  const heard: string[] = []
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const { textContent } of addedNodes) if (textContent) heard.push(textContent)
  })
  observer.observe(region() as Element, { childList: true, subtree: true })
  const words = '1\u00a0new article from 1\u00a0feed'
  const pass = async (ms: number, expected: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    await expect.poll(() => heard).toEqual(Array.from({ length: expected }, () => words))
  }
  await pass(3000, 1)
  change({ count: 1, arrival: 2 })
  await expectStill()
  await pass(61_000, 2)
  change({ count: 0, arrival: 2 })
  await expectStill()
  change({ count: 1, arrival: 2 })
  await expectStill()
  await pass(61_000, 3)
})

test('the end of the list says how fresh its articles are', async () => {
  await openFresh()
  feed().scrollTo(0, feed().scrollHeight)
  await expect
    .element(page.getByText('End of list. Fresh shows articles found at most 30\u00a0min ago.'))
    .toBeVisible()
})

test.each(['regular', 'compact'] as const)(
  'rows of the fresh list say that their figure is the delay, and hold it: %s',
  async (density) => {
    await page.viewport(1440, 844)
    const delay = { kind: 'range' as const, leastMs: 3 * minuteMs, mostMs: 15 * minuteMs }
    serveReading({
      subscriptions: [lark],
      postings: postingsOf(lark, 1, { delay }),
      lists: { ...defaultListSettings, lists: { '*': { density } } },
    })
    await openList('/?fresh=1')
    const words = postingRow('Lark 1').getByText(/^after 3–15\smin$/)
    await expect.element(words).toBeVisible()
    for (const width of [1440, 1000, 700]) {
      await page.viewport(width, 844)
      await expectStill()
      const line = words.element().parentElement as HTMLElement
      expect(line.scrollWidth, `${width} px`).toBeLessThanOrEqual(line.clientWidth)
    }
  },
)
