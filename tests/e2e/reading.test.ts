import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  choose,
  expectUnread,
  openList,
  openTitle,
  postingList,
  postingRow,
  shownTitles,
  toast,
  unreadRow,
} from '../support/app-pages.ts'
import { newReader, subscribeTo } from '../support/new-reader.ts'
import { makePostings } from '../support/publisher.ts'
import { withPublishers } from '../support/with-publishers.ts'

const minuteMs = 60_000
const world = withPublishers()

test('the keys j, k, o, m, s and v read, close, mark, star and open the original', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Keyboard', postings: 5 })
  const { page } = reader
  await openList(page, reader.account.name)
  await page.keyboard.press('j')
  await openTitle(page).filter({ hasText: 'Keyboard 5' }).waitFor()
  await page.keyboard.press('j')
  await openTitle(page).filter({ hasText: 'Keyboard 4' }).waitFor()
  await expectUnread(page, 'All postings', 3)
  await page.keyboard.press('k')
  await openTitle(page).filter({ hasText: 'Keyboard 5' }).waitFor()
  await page.keyboard.press('m')
  await unreadRow(page, 'Keyboard 5').waitFor()
  await expectUnread(page, 'All postings', 4)
  await page.keyboard.press('s')
  await postingRow(page, 'Keyboard 5').getByRole('img', { name: 'Starred' }).waitFor()
  const [original] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('v')])
  await expect.poll(() => original.url()).toBe('http://example.org/Keyboard/5')
  await original.close()
  await page.keyboard.press('o')
  await openTitle(page).waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect.poll(() => shownTitles(page)).toEqual(['Keyboard 5'])
  reader.expectQuiet()
  await reader.close()
})

test('what is made unread right after it was opened stays unread, however slowly the server hears of it', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Hasty', postings: 3 })
  const { page } = reader
  await openList(page, reader.account.name)
  const sent: unknown[] = []
  const isOver = Promise.withResolvers<void>()
  await page.route('**/api/v1/postings/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    if (sent.push(route.request().postDataJSON()) === 1) await isOver.promise
    await route.continue()
  })
  await page.keyboard.press('j')
  await openTitle(page).filter({ hasText: 'Hasty 3' }).waitFor()
  await expect.poll(() => sent).toEqual([{ isRead: true, seen: true }])
  await page.keyboard.press('m')
  await unreadRow(page, 'Hasty 3').waitFor()
  isOver.resolve()
  await expect.poll(() => sent[1]).toEqual({ isRead: false })
  await page.keyboard.press('j')
  await openTitle(page).filter({ hasText: 'Hasty 2' }).waitFor()
  await expectUnread(page, 'Hasty', 2)
  await page.reload()
  await unreadRow(page, 'Hasty 3').waitFor()
  reader.expectQuiet()
  await reader.close()
})

test('a change that waits for the one before it is not lost with the page', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Leaving', postings: 2 })
  const { page } = reader
  await openList(page, reader.account.name)
  // Not by a route: it would be given up with the page.
  await page.evaluate(() => {
    const { fetch } = globalThis
    globalThis.fetch = (input, options) => {
      if (options?.method !== 'PATCH') return fetch(input, options)
      globalThis.fetch = fetch
      return new Promise(() => undefined)
    }
  })
  await page.keyboard.press('j')
  await openTitle(page).filter({ hasText: 'Leaving 2' }).waitFor()
  await page.keyboard.press('s')
  await postingRow(page, 'Leaving 2').getByRole('img', { name: 'Starred' }).waitFor()
  await page.goto('about:blank')
  await openList(page, reader.account.name, '/?show=all')
  await postingRow(page, 'Leaving 2').getByRole('img', { name: 'Starred' }).waitFor()
  expect(await unreadRow(page, 'Leaving 2').count()).toBe(1) // what never was sent
  await reader.close()
})

test('what is made unread while its text is on the way stays unread when it comes', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Early', postings: 2 })
  const { page } = reader
  await openList(page, reader.account.name)
  await postingRow(page, 'Early 2').getByRole('link', { name: 'Early 2' }).click()
  await openTitle(page).filter({ hasText: 'Early 2' }).waitFor()
  await expectUnread(page, 'Early', 1)
  await choose(page, 'All')
  await openList(page, reader.account.name)
  await postingRow(page, 'Early 2').waitFor()
  const isOver = Promise.withResolvers<void>()
  await page.route('**/api/v1/postings/*', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch() // as it was before
    await isOver.promise
    await route.fulfill({ response })
  })
  await page.keyboard.press('j')
  await page.getByText('1 of 2').filter({ visible: true }).waitFor()
  const told = page.waitForResponse((response) => response.request().postData() === '{"isRead":false}')
  await page.keyboard.press('m')
  await unreadRow(page, 'Early 2').waitFor()
  isOver.resolve()
  await openTitle(page).filter({ hasText: 'Early 2' }).waitFor()
  await expectUnread(page, 'Early', 2)
  await page.unrouteAll({ behavior: 'wait' }) // also for the next text, which is asked for ahead
  await told
  await page.reload()
  await unreadRow(page, 'Early 2').waitFor()
  reader.expectQuiet()
  await reader.close()
})

test('unread hides what is read, all shows it again', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Sieve', postings: 4 })
  const { page } = reader
  await openList(page, reader.account.name)
  await postingRow(page, 'Sieve 3').getByRole('link', { name: 'Sieve 3' }).click()
  await expectUnread(page, 'Sieve', 3)
  await choose(page, 'Unread')
  await page.reload()
  await expect.poll(() => shownTitles(page)).toEqual(['Sieve 4', 'Sieve 2', 'Sieve 1'])
  await choose(page, 'All')
  await expect.poll(() => shownTitles(page)).toEqual(['Sieve 4', 'Sieve 3', 'Sieve 2', 'Sieve 1'])
  reader.expectQuiet()
  await reader.close()
})

test('mark all as read can be undone, and leaves what was unread by hand as it was', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Broom', postings: 6 })
  const { page } = reader
  await openList(page, reader.account.name)
  await postingRow(page, 'Broom 6').getByRole('link', { name: 'Broom 6' }).click()
  await expectUnread(page, 'Broom', 5)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await toast(page, /5\smarked as read|5\spostings marked as read/).waitFor()
  await expectUnread(page, 'Broom', 0)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expectUnread(page, 'Broom', 5)
  await page.reload()
  await unreadRow(page, 'Broom 1').waitFor()
  expect(await unreadRow(page, 'Broom 6').count()).toBe(0)
  reader.expectQuiet()
  await reader.close()
})

test('folders gather the postings of their sources', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Loose', postings: 3 })
  const { page } = reader
  const filed = world.publishers.site('Filed', makePostings('Filed', 2, Date.now() - 5 * minuteMs))
  await subscribeTo(reader.account, filed, 'Cabinet')
  await openList(page, reader.account.name)
  await expectUnread(page, 'All postings', 5)
  await expectUnread(page, 'Cabinet', 2)
  await page.getByRole('link', { name: /^Cabinet/ }).click()
  await expect.poll(() => shownTitles(page)).toEqual(['Filed 2', 'Filed 1'])
  reader.expectQuiet()
  await reader.close()
})

test('the endless list shows each of 250 postings once', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Endless', postings: 250 })
  const { page } = reader
  await openList(page, reader.account.name, '/?show=all')
  const seen = await scrollThrough(page)
  expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => `${index + 1}: Endless ${250 - index}`))
  reader.expectQuiet()
  await reader.close()
})

/** Every row from the first to the last as "place: title", in order of place, as it comes by while scrolling. */
async function scrollThrough(page: Page): Promise<string[]> {
  await postingList(page).waitFor()
  const seen = new Set<string>()
  await expect
    .poll(
      async () => {
        for (const row of await drawnRows(page)) seen.add(row)
        await postingList(page).evaluate((list) => list.scrollBy(0, list.clientHeight * 0.8))
        return postingList(page).evaluate(
          (list) =>
            list.textContent.includes('That is all.') &&
            list.scrollTop + list.clientHeight >= list.scrollHeight - 2,
        )
      },
      { timeout: 30_000, interval: 30 },
    )
    .toBe(true)
  for (const row of await drawnRows(page)) seen.add(row)
  return [...seen].sort((a, b) => Number.parseInt(a) - Number.parseInt(b))
}

function drawnRows(page: Page): Promise<string[]> {
  return postingList(page)
    .getByRole('article')
    .evaluateAll((rows) =>
      rows.map((row) => `${row.getAttribute('aria-posinset')}: ${row.querySelector('h2')?.textContent}`),
    )
}
