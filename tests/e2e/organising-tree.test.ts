import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AppAccount } from '#tests/support/browser/app-accounts.ts'
import { expectUnread, toast } from '#tests/support/browser/app-pages.ts'
import { makeOrganiser, openOrganiser, rowOf, sidebar } from '#tests/support/world/organising.ts'
import { takePicture } from '#tests/support/browser/page-check.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const world = withPublishers()
const makeReader = (name: string) => makeOrganiser(world.publishers, name)
const open = (account: AppAccount) => openOrganiser(world.browser, account)

/** Drags a row over a part of another one, until it is shown where it would go. */
async function drag(page: Page, from: Locator, to: Locator, fraction: number): Promise<void> {
  const mark = page.locator('[data-drop-mark]')
  await mark.waitFor({ state: 'detached' }) // the one of a drag before
  await from.hover()
  await page.mouse.down()
  const { x, y, height } = (await to.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  for (let n = 0; n < 60 && (await mark.count()) === 0; n += 1) {
    await page.mouse.move(x + 60 + (n % 2), y + height * fraction)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  await mark.waitFor()
}

testByNight(
  'feeds are dragged into folders and between each other, with an ink line, and back by undo',
  async () => {
    const { page, expectQuiet, close } = await open(await makeReader('Dragger'))
    await expectUnread(page, 'Coast', 2)
    // As where the row is out of the page before its drag has ended: only it hears the end then.
    await page.evaluate(() => document.body.addEventListener('dragend', (event) => event.stopPropagation()))
    await drag(page, rowOf(page, /Rail Weekly/), rowOf(page, 'Coast'), 0.5)
    await page.mouse.up()
    await toast(page, 'Rail Weekly moved to Coast').waitFor()
    await expectUnread(page, 'Coast', 4)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectUnread(page, 'Coast', 2)
    await drag(page, rowOf(page, /Rail Weekly/), rowOf(page, /Field & Fen/), 0.2)
    await takePicture(page, 'organising-drag')
    await page.mouse.up()
    await toast(page, 'The order is your own now').waitFor()
    await sidebar(page)
      .getByRole('button', { name: /own order/ })
      .waitFor()
    const links = sidebar(page).getByRole('link')
    await expect
      .poll(async () => (await links.allInnerTexts()).join(' '))
      .toMatch(/Rail Weekly.*Field & Fen/s)
    await page.reload()
    await rowOf(page, /Rail Weekly/).waitFor()
    expect((await links.allInnerTexts()).join(' ')).toMatch(/Rail Weekly.*Field & Fen/s)
    expectQuiet()
    await close()
  },
)
