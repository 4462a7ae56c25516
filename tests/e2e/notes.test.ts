import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedApp } from '../support/app-accounts.ts'
import { postingRow, toast } from '../support/app-pages.ts'
import { openWindow } from '../support/app-window.ts'
import { openText, textRegion, withHarbour } from '../support/harbour.ts'
import { checkEveryLook } from '../support/page-check.ts'

const app = sharedApp()
const harbour = withHarbour(236)

/** Selects words of the open text, as a finger or a mouse does. */
async function select(page: Page, words: string): Promise<void> {
  await page.locator('.article', { hasText: words }).evaluate((article, wanted) => {
    const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1
      if (at === -1) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      getSelection()?.removeAllRanges()
      getSelection()?.addRange(range)
      return
    }
  }, words)
}

test.each([1440, 390])('words are marked, noted, listed and taken away again, %d px wide', async (width) => {
  const { page, expectQuiet, close } = await openWindow(harbour.browser, {
    ...{ appUrl: app.url, account: harbour.reader, width, height: 844 },
  })
  const only = width === 1440 ? 'wide' : 'narrow'
  await page.goto('/?show=all')
  await openText('Ferry timetable changes')(page)
  const text = textRegion(page)
  await select(page, 'harbour authority')
  const bar = page.getByRole('toolbar', { name: 'Selected words' })
  await bar.waitFor()
  await checkEveryLook(page, 'notes-selection', { only })
  await select(page, 'harbour authority')
  await bar.getByRole('button', { name: 'Highlight' }).click()
  await text.locator('mark', { hasText: 'harbour authority' }).waitFor()
  await text.getByRole('button', { name: 'Add a note' }).click()
  await text.getByRole('textbox', { name: 'Note' }).fill('Ask them about Friday')
  await text.getByRole('button', { name: 'Save' }).click()
  await text.getByText('Ask them about Friday').waitFor()
  await checkEveryLook(page, 'notes', { only, inSight: text.getByRole('region', { name: 'Your notes' }) })
  await page.goto('/?q=is:noted&show=all')
  await postingRow(page, 'Ferry timetable changes').waitFor()
  await openText('Ferry timetable changes')(page)
  await text.locator('mark').click()
  await bar.getByRole('button', { name: 'Remove the highlight' }).click()
  await expect.poll(() => text.locator('mark').count(), { timeout: 15_000 }).toBe(0)
  await toast(page, 'Highlight removed').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await text.locator('mark', { hasText: 'harbour authority' }).waitFor()
  await text.getByRole('button', { name: 'Remove the highlight' }).click()
  await expect.poll(() => text.locator('mark').count(), { timeout: 15_000 }).toBe(0)
  await text.getByRole('button', { name: 'Remove', exact: true }).click()
  await text.getByRole('button', { name: 'Add a note' }).waitFor()
  expectQuiet()
  await close()
})
