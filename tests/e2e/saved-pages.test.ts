import { expect, test } from 'vitest'
import { sharedApp } from '#tests/support/browser/app-accounts.ts'
import { postingRow, toast } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { textRegion, withHarbour } from '#tests/support/data/harbour.ts'
import { checkEveryLook } from '#tests/support/browser/page-check.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const harbour = withHarbour(237)

test('bookmarks lead from any page to saving it and to subscribing', async () => {
  const { page, expectQuiet, close } = await openWindow(harbour.browser, {
    appUrl: app.url,
    account: harbour.reader,
  })
  await page.goto('/settings/advanced')
  const address = async (name: string) =>
    (await page.getByRole('link', { name, exact: true }).getAttribute('href')) ?? ''
  await expect.poll(() => address('Read later in Skylark')).toMatch(/^javascript:/)
  const later = await address('Read later in Skylark')
  const subscribe = await address('Subscribe in Skylark')
  const origin = harbour.server.origins[0] ?? ''
  // A bookmarklet is a script that the page one is on runs.
  const run = (script: string) =>
    page.evaluate((code) => void setTimeout(code), script.slice('javascript:'.length))
  await page.goto(`${origin}/ferry`)
  await run(later)
  await page.waitForURL('**/save?url=**')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Saved: /).waitFor()
  await checkEveryLook(page, 'save-page')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: 'Read it' }).click()
  await textRegion(page).getByText('Only the page says this.').waitFor()
  await page.goto(`${origin}/ferry`)
  await run(subscribe)
  await page.waitForURL('**/subscribe?url=**')
  expect(await page.getByRole('textbox').first().inputValue()).toBe(`${origin}/ferry`)
  await page.getByRole('link', { name: 'Save it to Read later.' }).click()
  await page.waitForURL('**/save?url=**')
  expectQuiet()
  await close()
})

testByNight('a page that cannot be read is saved, says why, and can be removed', async () => {
  const { page, close } = await openWindow(harbour.browser, { appUrl: app.url, account: harbour.reader })
  await page.goto(`/save?url=${encodeURIComponent(`${harbour.server.origins[0]}/gone`)}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Saved without its text: /).waitFor()
  await page.getByRole('link', { name: 'Open Read later' }).click()
  await postingRow(page, `${new URL(harbour.server.origins[0] ?? '').host}/gone`)
    .getByRole('link')
    .click()
  await textRegion(page)
    .getByText(/The full text could not be loaded/)
    .waitFor()
  await textRegion(page).getByRole('button', { name: 'Load full text' }).waitFor()
  const row = postingRow(page, `${new URL(harbour.server.origins[0] ?? '').host}/gone`)
  await row.hover()
  await row.getByRole('button', { name: 'More for this article' }).click()
  await page.getByRole('menuitem', { name: 'Delete this saved page' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this saved page' })
  await question.waitFor()
  await checkEveryLook(page, 'remove-page', { only: 'wide' })
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await toast(page, 'Page deleted').waitFor()
  await row.waitFor({ state: 'detached' })
  await page.waitForURL((url) => !url.searchParams.has('posting'))
  await close()
})
