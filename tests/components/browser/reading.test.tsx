import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkLooks } from '../../support/components/check-looks.ts'
import { subscription } from '../../support/components/sample-answers.ts'
import {
  choose,
  drawReading,
  expectOpen,
  expectUnread,
  openList,
  openTitle,
  postingList,
  postingRow,
  shownTitles,
  toast,
  unreadRow,
} from '../../support/components/reading-pages.tsx'
import { oneSource, postingsOf, serveReading } from '../../support/components/reading-server.ts'

test('the keys j, k, o, m, s and v read, close, mark, star and open the original', async () => {
  serveReading(oneSource('Keyboard', 5))
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await openList()
  await userEvent.keyboard('j')
  await expectOpen('Keyboard 5')
  await userEvent.keyboard('j')
  await expectOpen('Keyboard 4')
  await expectUnread('All articles', 3)
  await userEvent.keyboard('k')
  await expectOpen('Keyboard 5')
  await userEvent.keyboard('m')
  await expect.element(unreadRow('Keyboard 5')).toBeVisible()
  await expectUnread('All articles', 4)
  await userEvent.keyboard('s')
  await expect.element(postingRow('Keyboard 5').getByRole('img', { name: 'Starred' })).toBeVisible()
  await userEvent.keyboard('v')
  expect(opened.mock.calls[0]?.[0]).toBe('http://example.org/Keyboard/5')
  await userEvent.keyboard('o')
  await expect.element(openTitle()).not.toBeInTheDocument()
  await userEvent.keyboard('gs')
  await expect.poll(shownTitles).toEqual(['Keyboard 5'])
})

test('who subscribes to nothing yet is led to suggestions, and told of no keys', async () => {
  serveReading({ subscriptions: [], postings: [] })
  drawReading('/')
  const links = page.getByRole('link', { name: 'Browse suggestions' })
  await expect.element(links).toHaveAttribute('href', '/discover')
  const pane = page.getByRole('region', { name: 'Text' })
  await expect.element(pane.getByText(/how soon Skylark found it/)).toBeVisible()
  await expect.element(pane.getByRole('list', { name: 'Keyboard shortcuts' })).not.toBeInTheDocument()
})

test('while nothing is open, the pane says what the line of an article means and names the first keys', async () => {
  serveReading(oneSource('Quiet', 3))
  await openList()
  const pane = page.getByRole('region', { name: 'Text' })
  await expect.element(pane.getByText(/how soon Skylark found it/)).toBeVisible()
  expect(pane.element().querySelector('figure')?.textContent).toMatch(/^PublishedFoundSeen/)
  const keys = pane.getByRole('list', { name: 'Keyboard shortcuts' }).getByRole('listitem')
  const said = keys.elements().map((each) => each.textContent)
  expect(said).toEqual(['jNext article', 'sStar', 'bRead later', '/Search', '?Keyboard shortcuts'])
  await checkLooks('nothing-open', 'wide')
  await userEvent.keyboard('j')
  await expectOpen('Quiet 3')
  await expect.element(keys.first()).not.toBeInTheDocument()
})

test('unread hides what is read, all shows it again', async () => {
  serveReading(oneSource('Sieve', 4))
  await openList()
  await postingRow('Sieve 3').getByRole('link', { name: 'Sieve 3' }).click()
  await expectUnread('Sieve', 3)
  await choose('Unread')
  await openList()
  await expect.poll(shownTitles).toEqual(['Sieve 4', 'Sieve 2', 'Sieve 1'])
  await choose('All')
  await expect.poll(shownTitles).toEqual(['Sieve 4', 'Sieve 3', 'Sieve 2', 'Sieve 1'])
})

test('mark all as read can be undone, and leaves what was unread by hand as it was', async () => {
  serveReading(oneSource('Broom', 6))
  await openList()
  await postingRow('Broom 6').getByRole('link', { name: 'Broom 6' }).click()
  await expectUnread('Broom', 5)
  await page.getByRole('button', { name: 'Mark all as read' }).first().click()
  await expect.element(toast(/5\sarticles marked as read/)).toBeVisible()
  await expectUnread('Broom', 0)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expectUnread('Broom', 5)
  await openList()
  await expect.element(unreadRow('Broom 1')).toBeVisible()
  await expect.element(unreadRow('Broom 6')).not.toBeInTheDocument()
})

test.for([
  [3, '1 of 3'],
  [60, 'Article 1'],
] as const)('the text of a list of %i says "%s": a total only where it is known', async ([count, said]) => {
  serveReading(oneSource('Sieve', count))
  await openList()
  await userEvent.keyboard('j')
  await expect.element(openTitle()).toBeVisible()
  await expect.element(page.getByText(said, { exact: true }).first()).toBeInTheDocument()
})

test('folders gather the postings of their sources', async () => {
  const loose = subscription(1, 'Loose')
  const filed = subscription(2, 'Filed', { folderId: 7 })
  serveReading({
    subscriptions: [loose, filed],
    folders: [{ id: 7, name: 'Cabinet', position: 0, parentId: null }],
    postings: [...postingsOf(loose, 3), ...postingsOf(filed, 2)],
  })
  await openList()
  await expectUnread('All articles', 5)
  await expectUnread('Cabinet', 2)
  await page
    .getByRole('link', { name: /^Cabinet/ })
    .first()
    .click()
  await expect.poll(shownTitles).toEqual(['Filed 2', 'Filed 1'])
})

test('the endless list shows each of 250 postings once', async () => {
  serveReading(oneSource('Endless', 250))
  await openList('/?show=all')
  const seen = new Set<string>()
  const list = () => postingList().element()
  await expect
    .poll(
      () => {
        const rows = [...list().querySelectorAll('article')]
        for (const row of rows)
          seen.add(`${row.getAttribute('aria-posinset')}: ${row.querySelector('h2')?.textContent}`)
        // From the last row that is drawn on: none is jumped over.
        rows.at(-1)?.scrollIntoView({ block: 'start' })
        return list().textContent.includes('End of list') && seen.size >= 250
      },
      { timeout: 25_000, interval: 30 },
    )
    .toBe(true)
  expect([...seen].sort((a, b) => Number.parseInt(a) - Number.parseInt(b))).toEqual(
    Array.from({ length: 250 }, (_, index) => `${index + 1}: Endless ${250 - index}`),
  )
})
