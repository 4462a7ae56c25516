import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, sharedApp } from '#tests/support/browser/app-accounts.ts'
import {
  accountButton,
  openList,
  openTitle,
  postingList,
  postingRow,
} from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { openText, textRegion, withHarbour } from '#tests/support/data/harbour.ts'
import { newReader } from '#tests/support/browser/new-reader.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const world = withPublishers()
const harbour = withHarbour(247)

test('a sound goes on over pages, as fast as it was', async () => {
  const { page, expectQuiet, close } = await openWindow(harbour.browser, {
    appUrl: sharedApp().url,
    account: harbour.reader,
  })
  await page.goto('/?show=all')
  await openText('Harbour talk')(page)
  await textRegion(page).getByRole('button', { name: 'Play Harbour talk' }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await player.getByRole('button', { name: 'Pause' }).waitFor()
  await player.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
  const heard = () =>
    page.locator('audio').evaluate((sound: HTMLAudioElement) => ({
      at: sound.currentTime,
      rate: sound.playbackRate,
      rests: sound.paused,
    }))
  await expect.poll(async () => (await heard()).rate).toBe(1.5)
  const { at } = await heard()
  await page.getByRole('link', { name: 'Discover' }).first().click()
  await page.waitForURL('**/discover')
  await player.getByRole('button', { name: 'Pause' }).waitFor()
  await expect.poll(async () => (await heard()).at).toBeGreaterThan(at)
  expect(await heard()).toMatchObject({ rate: 1.5, rests: false })
  // The server keeps how far it was heard: another window begins there.
  await player.getByRole('button', { name: 'Forward 30 seconds' }).click()
  await player.getByRole('button', { name: 'Pause' }).click()
  const place = player.getByRole('slider', { name: 'Position' })
  await page.goto('/?show=all')
  await openText('Harbour talk')(page)
  await textRegion(page).getByRole('button', { name: 'Play Harbour talk' }).click()
  await expect.poll(async () => Number(await place.inputValue())).toBeGreaterThanOrEqual(30)
  expectQuiet()
  await close()
})

/** A link that is pressed earlier is followed by the browser, which loads the whole page. */
async function waitUntilAlive(page: Page, name: string): Promise<void> {
  await accountButton(page, name).click()
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

test('from page to page the frame stays as it is, and each page begins at its top', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Frame', postings: 3 })
  const { page, account } = reader
  await page.setViewportSize({ width: 1440, height: 420 })
  await openList(page, account.name)
  await waitUntilAlive(page, account.name)
  const sidebar = page.getByRole('navigation', { name: 'Folders and pages' })
  await sidebar.evaluate((element) => (element.dataset['seen'] = 'before'))
  const scrolled = () => page.locator('#main').evaluate((main) => main.scrollTop)
  for (const [name, address, title] of [
    ['Settings', '/settings', 'Settings'],
    ['Discover', '/discover', 'Discover'],
    ['Alerts', '/alerts', 'Alerts'],
  ] as const) {
    await sidebar.getByRole('link', { name }).first().click()
    await page.waitForURL(`**${address}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await sidebar.getAttribute('data-seen')).toBe('before')
    await expect.poll(scrolled).toBe(0)
    await page.locator('#main').evaluate((main) => (main.scrollTop = 200))
  }
  await page.goto('/freshness')
  await waitUntilAlive(page, account.name)
  await sidebar.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.locator('#main').evaluate((main) => (main.scrollTop = 200))
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Freshness' }).waitFor()
  expect(await scrolled()).toBe(0)
  reader.expectQuiet()
  await reader.close()
})

/** The posting at the top of the list. */
async function topOf(page: Page): Promise<string> {
  return postingList(page).evaluate((feed) => {
    const { top } = feed.getBoundingClientRect()
    const rows = [...feed.querySelectorAll('article')].filter(
      (row) => row.getBoundingClientRect().bottom > top + 1,
    )
    rows.sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    return rows[0]?.querySelector('h2')?.textContent ?? ''
  })
}

test('a list is found again where it was left, after a reload and back from another page', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Place', postings: 90 })
  const { page } = reader
  await openList(page, reader.account.name)
  await expect
    .poll(
      async () => {
        await postingList(page).evaluate((feed) => (feed.scrollTop += 700))
        return Number((await topOf(page)).replace('Place ', ''))
      },
      { interval: 300, timeout: 60_000 },
    )
    .toBeLessThan(70)
  await page.waitForTimeout(500)
  const top = await topOf(page)
  await page.reload()
  await expect.poll(() => topOf(page)).toBe(top)
  await page.goto('/about/crawler')
  await page.goBack()
  await expect.poll(() => topOf(page)).toBe(top)
  reader.expectQuiet()
  await reader.close()
})

testByNight(
  'an address with a posting begins the list at its row; where that is not loaded, at the top',
  async () => {
    const reader = await newReader(world.browser, world.publishers, { name: 'Deep', postings: 90 })
    const { page, account, sourceId } = reader
    const list = `/?source=${sourceId}&show=all`
    const path = `/postings?sourceId=${sourceId}&show=all&limit=90`
    const idOf = async (title: string) => {
      type Page = { postings: { id: string; title: string }[] }
      const { postings } = await callApi<Page>(account, 'GET', path)
      return postings.find((posting) => posting.title === title)?.id ?? ''
    }
    const scrolled = () => postingList(page).evaluate((feed) => feed.scrollTop)
    await openList(page, account.name, `${list}&posting=${await idOf('Deep 52')}`)
    await openTitle(page).filter({ hasText: 'Deep 52' }).waitFor()
    const row = postingRow(page, 'Deep 52')
    await row.waitFor()
    const { y = 0, height = 0 } = (await row.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(0)
    expect(y + height).toBeLessThan(900)
    expect(await scrolled()).toBeGreaterThan(0)
    await openList(page, account.name, `${list}&posting=${await idOf('Deep 5')}`)
    await openTitle(page).filter({ hasText: 'Deep 5' }).waitFor()
    await postingRow(page, 'Deep 90').waitFor()
    expect(await scrolled()).toBe(0)
    reader.expectQuiet()
    await reader.close()
  },
)
