import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { openPhone, tap } from '../../support/components/finger.ts'
import { expectOpen, expectStill, openList, postingRow } from '../../support/components/reading-pages.tsx'
import { postingsOf, serveReading } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'

const gazette = subscription(1, 'Harbour Gazette')
const words = 'The first ferry of the day will leave twenty minutes earlier from Monday. '
const title = 'Ferry timetable changes after the storm tide'

/** Opens the only posting of a paper in the window of a phone. */
async function openOnPhone(parts: Partial<PostingDetail>): Promise<void> {
  await openPhone()
  serveReading({ subscriptions: [gazette], postings: postingsOf(gazette, 1, { title, ...parts }) })
  await openList('/?show=all')
  await tap(
    postingRow(parts.title ?? title)
      .getByRole('link')
      .first(),
  )
  await expectOpen(parts.title ?? title)
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body
const box = (selector: string) => find(selector).getBoundingClientRect()

test.each([
  ['with a title of two lines', { author: 'Ines Halvorsen', html: `<p>${words.repeat(40)}</p>` }],
  ['that is short, and may be longer on its page', { author: 'Ines Halvorsen', html: `<p>${words}</p>` }],
  ['from before the subscription', { html: `<p>${words}</p>`, delay: { kind: 'initial' } as const }],
  [
    'that was seen before',
    { html: `<p>${words.repeat(9)}</p>`, seenAt: new Date().toISOString(), author: 'Ines Halvorsen' },
  ],
])('the first word of a text %s stands in the upper third of a phone', async (_, parts) => {
  await openOnPhone(parts)
  await expect.poll(() => document.querySelector('.article p')).not.toBeNull()
  await expect.poll(() => box('.article p').top).toBeLessThanOrEqual(281)
})

test('a phone draws the bars of a phone alone', async () => {
  await openOnPhone({ html: `<p>${words}</p>` })
  const pane = page.getByRole('region', { name: 'Text' })
  await expect.element(pane.getByRole('button', { name: 'Back to the list' })).toBeVisible()
  expect(pane.element().querySelector('[aria-label="Previous article"]')).toBeNull()
  await page.viewport(1440, 900)
  await expect.element(pane.getByRole('button', { name: 'Previous article' })).toBeVisible()
  await expect.element(pane.getByRole('button', { name: 'Back to the list' })).not.toBeInTheDocument()
})

test('the bars of a phone go while one scrolls down, and come back while one scrolls up', async () => {
  await openOnPhone({ html: `<p>${words.repeat(20)}</p>`.repeat(20) })
  const pane = page.getByRole('region', { name: 'Text' })
  const text = () => find('#text')
  const isAway = () => {
    const [back] = pane.getByRole('button', { name: 'Back to the list' }).elements()
    return (back?.getBoundingClientRect().top ?? 0) >= 844
  }
  const progress = () => find('[data-progress]').getBoundingClientRect()
  await expect.poll(() => document.querySelector('[data-progress]')?.checkVisibility()).toBe(true)
  expect(isAway()).toBe(false)
  expect(progress().width).toBeLessThan(4)
  const first = box('.article p').top
  text().scrollTo(0, 400)
  await expect.poll(isAway).toBe(true)
  expect(box('.article p').top).toBe(first - 400) // nothing moved but what was scrolled
  expect(progress().top).toBe(0)
  text().scrollTo(0, 380)
  await expect.poll(isAway).toBe(false)
  text().scrollTo(0, 2000)
  await expect.poll(isAway).toBe(true)
  pane.getByRole('button', { name: 'Back to the list' }).elements()[0]?.focus()
  await expect.poll(isAway).toBe(false)
  ;(document.activeElement as HTMLElement).blur()
  text().scrollTo(0, text().scrollHeight)
  await expect.poll(() => progress().width).toBeGreaterThan(385)
  await expect.poll(isAway).toBe(false)
})

test("the tools of a phone's list go while one scrolls down, and come back while one scrolls up", async () => {
  await openPhone()
  serveReading({ subscriptions: [gazette], postings: postingsOf(gazette, 40) })
  await openList('/?show=all')
  await expectStill()
  const feed = () => find('[role=feed]')
  const topOfTools = () => {
    const tools = page.getByRole('button', { name: /^Order/ }).elements()
    return Math.max(...tools.map((each) => each.getBoundingClientRect().top))
  }
  const tabs = () =>
    page.getByRole('navigation', { name: 'Main', exact: true }).element().getBoundingClientRect().top
  const was = topOfTools()
  const rows = box('[role=feed] article').top
  expect(was).toBeLessThan(tabs())
  const isAway = () => {
    feed().scrollBy(0, 40)
    return topOfTools() >= tabs()
  }
  await expect.poll(isAway).toBe(true)
  expect(box('[role=feed]').bottom).toBe(tabs())
  feed().scrollBy(0, -120)
  await expect.poll(topOfTools).toBe(was)
  // The last line can be read above the tools.
  feed().scrollTo(0, feed().scrollHeight)
  await expect.poll(topOfTools).toBe(was)
  await expect
    .poll(() => find('[role=feed] > :last-child').getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(was)
  feed().scrollTo(0, 0)
  await expect.poll(() => box('[role=feed] article').top).toBe(rows)
})

test('a short text has no line of progress', async () => {
  await openOnPhone({ html: `<p>${words}</p>` })
  await expect.poll(() => document.querySelector('[data-progress]')).not.toBeNull()
  expect(find('[data-progress]').checkVisibility()).toBe(false)
})

test('what stands around a title from right to left begins at the right, too', async () => {
  await openOnPhone({
    title: 'الميناء يفتح أبوابه',
    author: 'ليلى حداد',
    html: '<p dir="auto">يفتح الميناء.</p>',
  })
  const right = (selector: string) => 390 - box(selector).right
  expect(right('#text header a')).toBe(20)
  expect(getComputedStyle(find('#text header p')).direction).toBe('rtl')
  // Each piece by itself: the figure of the next would go to the wrong side of its unit.
  expect(document.querySelectorAll('#text header p > bdi').length).toBe(3)
  expect(getComputedStyle(find('#posting-title')).direction).toBe('rtl')
})
