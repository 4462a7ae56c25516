import { expect, test } from 'vitest'
import { choose, expectUnread, openList, openTitle, postingRow, unreadRow } from '../support/app-pages.ts'
import { newReader } from '../support/new-reader.ts'
import { withPublishers } from '../support/with-publishers.ts'

const world = withPublishers()

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
  // Not by its own address, which opens it anew: it is read then as soon as its text is there.
  await openList(page, reader.account.name, '/?show=all')
  await unreadRow(page, 'Early 2').waitFor()
  reader.expectQuiet()
  await reader.close()
})
