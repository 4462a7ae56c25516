import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, sharedApp } from '#tests/support/browser/app-accounts.ts'
import { openTitle } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { openText, textRegion, withHarbour } from '#tests/support/data/harbour.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const harbour = withHarbour(231)

test('the full text is loaded on demand, and the feed’s text is a press away', async () => {
  const { page, expectQuiet, close } = await openWindow(harbour.browser, {
    appUrl: app.url,
    account: harbour.reader,
  })
  await page.goto('/?show=all')
  await openText('Ferry timetable changes')(page)
  await textRegion(page).getByRole('button', { name: 'Load full text' }).click()
  await textRegion(page).getByText('Only the page says this.').waitFor()
  await textRegion(page).getByRole('button', { name: 'Show the feed’s text' }).click()
  await textRegion(page).getByText('The harbour authority agreed').waitFor()
  expect(await textRegion(page).getByText('Only the page says this.').count()).toBe(0)
  await openText('A page that is gone')(page)
  await textRegion(page).getByRole('button', { name: 'Load full text' }).click()
  await textRegion(page).getByText('The full text could not be loaded').waitFor()
  expect(
    await textRegion(page).getByRole('link', { name: 'Read the original' }).getAttribute('href'),
  ).toMatch(/\/gone$/)
  expectQuiet()
  await close()
})

test('pictures come from this server alone, trackers not at all, and addresses without trackers', async () => {
  const { page, expectQuiet, close } = await openWindow(harbour.browser, {
    appUrl: app.url,
    account: harbour.reader,
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/?show=all')
  await openText('Ferry timetable changes')(page)
  const picture = textRegion(page).getByAltText('A boat') // an image at first, and a button once it is large enough to be opened
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 })
    .toBe(1200)
  expect(asked.filter((url) => !url.startsWith(app.url))).toEqual([])
  expect(harbour.server.requests.some(({ path }) => path === '/pixel.gif')).toBe(false)
  expect(await textRegion(page).getByRole('link', { name: 'Open original' }).getAttribute('href')).toMatch(
    /\/ferry$/,
  )
  expectQuiet()
  await close()
})

test('how texts look is chosen beside the text, holds in the first drawing, and in other windows', async () => {
  const { page, expectQuiet, close } = await openWindow(harbour.browser, {
    appUrl: app.url,
    account: harbour.reader,
  })
  const other = await openWindow(harbour.browser, { appUrl: app.url, account: harbour.reader })
  for (const each of [page, other.page]) {
    await each.goto('/?show=all')
    await openText('Ferry timetable changes')(each)
  }
  const sizeOf = (each: Page) =>
    textRegion(each)
      .locator('.article')
      .evaluate((article) => getComputedStyle(article).fontSize)
  expect(await sizeOf(page)).toBe('18px')
  await page.getByRole('button', { name: 'Typography' }).click()
  await page.getByRole('slider', { name: 'Size' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => sizeOf(page)).toBe('20px')
  await expect.poll(() => sizeOf(other.page)).toBe('20px')
  // What the store says while a key is down is of an older choice.
  await page.keyboard.down('ArrowLeft')
  await callApi(harbour.reader, 'PATCH', '/reading-settings', { sizePx: 24 })
  await expect.poll(() => sizeOf(page)).toBe('24px')
  await page.keyboard.up('ArrowLeft')
  await expect.poll(() => sizeOf(page)).toBe('19px')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => sizeOf(page)).toBe('20px')
  await page.getByRole('radiogroup', { name: 'Typeface' }).getByText('Sans serif').click()
  const kept = () => callApi(harbour.reader, 'GET', '/reading-settings')
  await expect.poll(kept).toMatchObject({ sizePx: 20, typeface: 'sans' })
  await page.reload()
  await openTitle(page).waitFor()
  expect(await sizeOf(page)).toBe('20px')
  await callApi(harbour.reader, 'PATCH', '/reading-settings', { sizePx: 18, typeface: 'serif' })
  other.expectQuiet()
  await other.close()
  expectQuiet()
  await close()
})

testByNight('a film of another site is asked for only by a press', async () => {
  const { page, close } = await openWindow(harbour.browser, { appUrl: app.url, account: harbour.reader })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).hostname))
  await page.goto('/?show=all')
  await openText('A film of boats')(page)
  const play = textRegion(page).getByRole('button', { name: /Play the video from YouTube/ })
  await play.waitFor()
  expect(asked.filter((host) => host.includes('youtube'))).toEqual([])
  await play.click()
  await textRegion(page).locator('iframe[title="A film of boats"]').waitFor()
  await expect.poll(() => asked).toContain('www.youtube-nocookie.com')
  await close()
})
