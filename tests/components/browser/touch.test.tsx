import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultSettings } from '#lib/api/accounts/declared-settings.ts'
import { defaultListSettings } from '#lib/api/lists/list-defaults.ts'
import { drag, openPhone, press, swipe, tap } from '../../support/components/finger.ts'
import { postingsWith } from '../../support/components/open-text.ts'
import {
  drawReading,
  expectOpen,
  expectStill,
  openList,
  openTitle,
  postingList,
  postingRow,
  shownTitles,
  toast,
  unreadRow,
} from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'

const anyUnread = () => postingList().getByText('Unread', { exact: true }).elements()
const visible = (name: string) =>
  page
    .getByRole('button', { name })
    .elements()
    .find((each) => each.checkVisibility())

/** Presses "more" of a posting in the list, big enough for a finger, and what stands in its menu. */
async function tapInMenu(title: string, act: string): Promise<void> {
  const more = postingRow(title).getByRole('button', { name: 'More for this article' })
  const { width, height } = more.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await tap(more)
  const item = page.getByRole('menuitem', { name: act, exact: true })
  await expect.element(item).toBeVisible()
  await tap(item)
  await expect.element(item).not.toBeInTheDocument() // until then the next finger only closes the menu
}

test.each([
  ['expanded', 390],
  ['cards', 390],
  ['expanded', 820],
  ['cards', 820],
] as const)('fingers reach every act in the layout %s at %i px', async (layout, width) => {
  await openPhone(width)
  const server = serveReading({
    ...oneSource('Touch', 6),
    lists: { ...defaultListSettings, lists: { all: { layout } } },
  })
  await openList('/?show=all')
  await expect.element(postingRow('Touch 6')).toBeVisible()
  await tapInMenu('Touch 6', 'Star')
  await expect.element(postingRow('Touch 6').getByRole('img', { name: 'Starred' })).toBeVisible()
  await tapInMenu('Touch 6', 'Mark as read')
  await expect.element(unreadRow('Touch 6')).not.toBeInTheDocument()
  await tapInMenu('Touch 6', 'Read later')
  await tapInMenu('Touch 6', 'Labels')
  await expect.element(page.getByRole('dialog', { name: 'Labels' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog', { name: 'Labels' })).not.toBeInTheDocument()
  await tapInMenu('Touch 6', 'Mark all below as read')
  await expect.poll(() => anyUnread().length).toBe(0)
  expect(server.posting('Touch 6')).toMatchObject({ isStarred: true, isRead: true, isLater: true })
  await expect.poll(server.unread).toBe(0)
})

/** A swipe is followed once its code has come. */
async function swipeWhenReady(title: string, by: number): Promise<void> {
  await expect.poll(() => swipe(postingRow(title), Math.sign(by) * 100)).toBe(true)
  await swipe(postingRow(title), by)
}

test('right marks as read, left keeps for later from half of the row on, and pulling looks for new', async () => {
  await openPhone()
  const server = serveReading(oneSource('Thumb', 30))
  await openList()
  await swipeWhenReady('Thumb 28', 120)
  await swipe(postingRow('Thumb 30'), 260)
  await expect.element(toast('Marked as read')).toBeVisible()
  await expect.element(unreadRow('Thumb 28')).toBeVisible()
  await expect.poll(server.unread).toBe(29)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(server.unread).toBe(30)
  await swipe(postingRow('Thumb 29'), -260)
  await expect.element(toast('Saved for later')).toBeVisible()
  expect(server.posting('Thumb 29')).toMatchObject({ isLater: true, isRead: false })
  await expect.element(openTitle()).not.toBeInTheDocument()
  const asked = () => server.calls.filter(({ path }) => path === '/postings').length
  const before = asked()
  await drag({ x: 200, y: 120 }, { x: 200, y: 320 })
  await expect.poll(asked).toBeGreaterThan(before)
})

test('a second finger neither takes over a row that is moved nor lets it stand aside', async () => {
  await openPhone()
  const server = serveReading(oneSource('Thumb', 6))
  await openList()
  await expect.poll(() => swipe(postingRow('Thumb 6'), 100)).toBe(true)
  const { top } = postingRow('Thumb 6').element().getBoundingClientRect()
  const other = postingRow('Thumb 5').element()
  const second = (type: string) =>
    other.dispatchEvent(
      new PointerEvent(type, { pointerId: 99, pointerType: 'touch', isPrimary: false, bubbles: true }),
    )
  await drag({ x: 60, y: top + 20 }, { x: 320, y: top + 20 }, () => second('pointerdown'))
  await expect.poll(() => document.querySelector('[style*="translateX"]')).toBeNull()
  await expect.poll(() => server.posting('Thumb 6')?.isRead).toBe(true)
  expect(server.posting('Thumb 5')?.isRead).toBe(false)
})

test('a reader chooses what each side does, also nothing', async () => {
  await openPhone()
  const server = serveReading(oneSource('Thumb', 6), {
    'GET /me/settings': {
      ...defaultSettings,
      isFirstFindSaid: true,
      swipeRight: 'star',
      swipeLeft: 'none',
    },
  })
  await openList()
  await swipeWhenReady('Thumb 6', 260)
  await expect.element(toast('Starred')).toBeVisible()
  expect(server.posting('Thumb 6')).toMatchObject({ isStarred: true, isRead: false })
  expect(await swipe(postingRow('Thumb 5'), -260)).toBe(false)
  expect(server.posting('Thumb 5')).toMatchObject({ isStarred: false, isRead: false, isLater: false })
  await expect.element(openTitle()).not.toBeInTheDocument()
})

test('a row opens by a key, and by a screen reader, right after another one was moved', async () => {
  await openPhone()
  serveReading(oneSource('Thumb', 6))
  await openList()
  for (const title of ['Thumb 5', 'Thumb 4']) {
    await swipeWhenReady('Thumb 6', 120)
    const link = postingRow(title).getByRole('link').first().element()
    if (!(link instanceof HTMLElement)) throw new Error('no link')
    link.focus()
    if (title === 'Thumb 5') await userEvent.keyboard('{Enter}')
    else link.click()
    await expectOpen(title)
    window.history.back()
    await expect.element(openTitle()).not.toBeInTheDocument()
  }
})

test('back from a text the list stands where it stood', async () => {
  await openPhone()
  serveReading(oneSource('Thumb', 30))
  await openList()
  const list = () => postingList().element()
  list().scrollTo(0, 900)
  await expect.poll(() => shownTitles()).not.toContain('Thumb 30') // until then the rows are those of the top
  await expectStill()
  const [title] = shownTitles().slice(-6)
  postingRow(title ?? '')
    .element()
    .scrollIntoView({ block: 'center' }) // clear of the bar below
  await expectStill()
  const before = list().scrollTop
  await tap(
    postingRow(title ?? '')
      .getByRole('link')
      .first(),
  )
  await expectOpen(title ?? '')
  window.history.back()
  await expect.element(openTitle()).not.toBeInTheDocument()
  expect(list().scrollTop).toBe(before)
})

test('under an open text on a phone stand labels and all that is marked from there', async () => {
  await openPhone(320)
  serveReading(oneSource('Touch', 6))
  await openList('/?show=all')
  await tap(postingRow('Touch 3').getByRole('link').first())
  await expectOpen('Touch 3')
  const text = page.getByRole('region', { name: 'Text' })
  const more = text.getByRole('button', { name: 'More for this article' })
  await tap(page.elementLocator(more.elements().find((each) => each.checkVisibility()) ?? document.body))
  await expect.element(page.getByRole('menuitem', { name: 'Labels' })).toBeVisible()
  await tap(page.getByRole('menuitem', { name: 'Mark as read up to here' }))
  await expect.element(page.getByRole('menuitem', { name: 'Labels' })).not.toBeInTheDocument()
  await tap(page.elementLocator(visible('Back to the list') ?? document.body))
  await expect.poll(() => anyUnread().length).toBe(2)
  expect(document.documentElement.scrollWidth).toBe(320)
})

test('tables on phones keep their words whole and scroll in their place', async () => {
  await openPhone()
  const row = '<tr>' + '<td>Wasserstandsanzeige</td>'.repeat(5) + '</tr>'
  const gauges = subscription(1, 'Gauges')
  serveReading({
    subscriptions: [gauges],
    postings: postingsWith(gauges, [
      { title: 'Levels', html: `<p>Today:</p><table><tbody>${row}</tbody></table>` },
    ]),
  })
  await openList('/?show=all')
  await tap(postingRow('Levels').getByRole('link').first())
  await expectOpen('Levels')
  const part = (name: 'table' | 'td') => document.querySelector<HTMLElement>(`.article ${name}`)
  await expect.poll(() => part('td')).not.toBeNull()
  const table = part('table')
  const cell = part('td')
  if (table === null || cell === null) throw new Error('no table')
  expect(cell.clientHeight).toBeLessThan(2 * Number.parseFloat(getComputedStyle(cell).lineHeight))
  expect(table.scrollWidth).toBeGreaterThan(table.clientWidth)
  expect(document.documentElement.scrollWidth).toBe(390)
})

test.each([
  ['/?starred=1', /^Tap the star of an article/],
  ['/?later=1', /^Choose “Read later” on an article/],
])('where there are no keys no key is named: %s', async (address, words) => {
  await openPhone()
  serveReading(oneSource('Touch', 1))
  drawReading(address)
  await expect.element(page.getByText(words)).toBeVisible()
  expect([...document.querySelectorAll('kbd')].filter((each) => each.checkVisibility())).toEqual([])
})

test('the sheets of a phone come from below, and go by a drag down or a press beside them', async () => {
  await openPhone()
  serveReading(oneSource('Touch', 6))
  await openList('/?show=all')
  for (const name of ['Folders', 'More']) {
    const sheet = page.getByRole('dialog')
    await tap(page.getByRole('button', { name, exact: true }))
    await expect.element(sheet).toBeVisible()
    const { top, bottom } = sheet.element().getBoundingClientRect()
    expect(bottom).toBe(844)
    await drag({ x: 120, y: top + 20 }, { x: 120, y: top + 60 })
    await expect.poll(() => sheet.element().getBoundingClientRect().top).toBe(top)
    await drag({ x: 120, y: top + 20 }, { x: 120, y: top + 180 })
    await expect.element(sheet).not.toBeInTheDocument()
    await tap(page.getByRole('button', { name, exact: true }))
    await expect.element(sheet).toBeVisible()
    await press({ x: 200, y: 30 })
    await expect.element(sheet).not.toBeInTheDocument()
  }
})

test('what lies over a page ends with it, also on the way back', async () => {
  await openPhone()
  serveReading(oneSource('Touch', 6))
  await openList('/?show=all')
  const openers = [
    () => tap(page.getByRole('button', { name: 'Folders', exact: true })),
    () => tap(page.getByRole('button', { name: 'More', exact: true })),
    () => userEvent.keyboard('{Control>}k{/Control}'),
    () => userEvent.keyboard('?'),
  ]
  for (const open of openers) {
    window.history.pushState(null, '', '/discover')
    await expect.element(page.getByRole('heading', { name: '/discover' })).toBeVisible()
    await open()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    window.history.back()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(postingRow('Touch 1')).toBeVisible()
    window.history.forward()
    await expect.element(page.getByRole('heading', { name: '/discover' })).toBeVisible()
    expect(page.getByRole('dialog').elements()).toEqual([])
    window.history.back()
    await expect.element(postingRow('Touch 1')).toBeVisible()
  }
})
