import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedApp } from '../support/app-accounts.ts'
import { postingList } from '../support/app-pages.ts'
import { openWindow } from '../support/app-window.ts'
import { openText, textRegion, withHarbour } from '../support/harbour.ts'
import { look, type Look } from '../support/look.ts'
import { testByNight } from '../support/night-test.ts'

const app = sharedApp()
const harbour = withHarbour(232)

const lookAt: Look = (name, path, lead, options) =>
  look(harbour.browser, name, { appUrl: app.url, account: harbour.reader, path, lead }, options)

test('the text with its bar is accessible and fits', () =>
  lookAt('text', '/?show=all', async (page) => {
    await openText('Ferry timetable changes')(page)
    const image = textRegion(page).getByRole('img', { name: 'A boat' })
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(1200)
  }))

testByNight('the player is accessible and fits', () =>
  lookAt('text-player', '/?show=all', async (page) => {
    await openText('Harbour talk')(page)
    await textRegion(page).getByRole('button', { name: 'Play Harbour talk' }).click()
    await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).click()
  }),
)

test('the player hides nothing on a small phone', async () => {
  const { page, close } = await openWindow(harbour.browser, {
    ...{ appUrl: app.url, account: harbour.reader },
    ...{ width: 360, height: 560 },
  })
  await page.goto('/?show=all')
  await openText('Harbour talk')(page)
  await textRegion(page).getByRole('button', { name: 'Play Harbour talk' }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await player.getByRole('combobox', { name: 'Chapters' }).waitFor()
  await page.locator('#text').evaluate((each) => each.scrollTo(0, each.scrollHeight))
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  const top = (await player.boundingBox())?.y ?? 0
  expect(await bottomOf(textRegion(page).getByRole('link', { name: /cast\.wav/ }))).toBeLessThan(top)
  expect(await bottomOf(player)).toBeLessThan(560)
  const next = await page.getByRole('button', { name: 'Next', exact: true }).boundingBox()
  expect((next?.x ?? 0) + (next?.width ?? 999)).toBeLessThanOrEqual(360)
  await close()
})

testByNight('a story told twice, and a film, are accessible and fit', async () => {
  await lookAt('text-story', '/?show=all', async (page) => {
    await postingList(page).waitFor()
    await openText('Council sells the old crane')(page)
  })
  await lookAt('text-film', '/?show=all', openText('A film of boats'))
})

test('the settings of reading are accessible and fit', () =>
  lookAt('settings-reading', '/settings#reading', async (page) => {
    await page.getByRole('heading', { name: 'Images' }).waitFor()
  }))
