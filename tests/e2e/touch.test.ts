import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, sharedApp } from '../support/app-accounts.ts'
import { openTitle, postingList, postingRow, unreadRow } from '../support/app-pages.ts'
import { openWindow } from '../support/app-window.ts'
import { newReader } from '../support/new-reader.ts'
import { sampled } from '../support/tier.ts'
import { withPublishers } from '../support/with-publishers.ts'

const world = withPublishers()

async function openTouchWindow(name: string, width: number) {
  const reader = await newReader(world.browser, world.publishers, { name, postings: 6 })
  await reader.close()
  const { account } = reader
  const window = await openWindow(world.browser, {
    ...{ appUrl: sharedApp().url, account, width, height: 844, hasTouch: true },
  })
  return { ...window, account }
}

/** Presses "more" of a posting in the list, big enough for a finger, and what stands in its menu. */
async function tapInMenu(page: Page, title: string, act: string): Promise<void> {
  const more = postingRow(page, title).getByRole('button', { name: 'More for this posting' })
  const box = await more.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await more.tap()
  await page.getByRole('menuitem', { name: act, exact: true }).tap()
}

const layouts = [
  ['expanded', 390],
  ['cards', 390],
  ['expanded', 820],
  ['cards', 820],
] as const

test.each(sampled<(typeof layouts)[number]>(layouts))(
  'fingers reach every act in the layout %s at %i px',
  async (layout, width) => {
    const name = `Touch ${layout} ${width}`
    const { page, account, expectQuiet, close } = await openTouchWindow(name, width)
    await callApi(account, 'PATCH', '/list-settings', { scope: 'all', list: { layout } })
    await page.goto('/?show=all')
    await postingRow(page, `${name} 6`).waitFor()
    await tapInMenu(page, `${name} 6`, 'Star')
    await postingRow(page, `${name} 6`).getByRole('img', { name: 'Starred' }).waitFor()
    await tapInMenu(page, `${name} 6`, 'Mark as read')
    await unreadRow(page, `${name} 6`).waitFor({ state: 'detached' })
    await tapInMenu(page, `${name} 6`, 'Read later')
    await tapInMenu(page, `${name} 6`, 'Labels')
    await page.getByRole('dialog', { name: 'Labels' }).waitFor()
    await page.keyboard.press('Escape')
    await tapInMenu(page, `${name} 6`, 'Mark all below as read')
    await expect.poll(() => postingList(page).getByText('Unread', { exact: true }).count()).toBe(0)
    expect(
      (await callApi<{ postings: unknown[] }>(account, 'GET', '/postings?later=true')).postings,
    ).toHaveLength(1)
    expectQuiet()
    await close()
  },
)

test('under an open text on a phone stand labels and all that is marked from there', async () => {
  const { page, expectQuiet, close } = await openTouchWindow('Touch text', 320)
  await page.goto('/?show=all')
  await postingRow(page, 'Touch text 3').getByRole('link').first().tap()
  await openTitle(page).filter({ hasText: 'Touch text 3' }).waitFor()
  const more = page
    .getByRole('region', { name: 'Text' })
    .getByRole('button', { name: 'More for this posting' })
  await more.filter({ visible: true }).tap()
  await page.getByRole('menuitem', { name: 'Labels' }).waitFor()
  await page.getByRole('menuitem', { name: 'Mark as read up to here' }).tap()
  await page.getByRole('button', { name: 'Back to the list' }).filter({ visible: true }).tap()
  await expect.poll(() => postingList(page).getByText('Unread', { exact: true }).count()).toBe(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expectQuiet()
  await close()
})

test('tables on phones keep their words whole and scroll in their place', async () => {
  const { page, close } = await openTouchWindow('Touch table', 390)
  await page.goto('/?show=all')
  await postingRow(page, 'Touch table 3').getByRole('link').first().tap()
  await openTitle(page).filter({ hasText: 'Touch table 3' }).waitFor()
  const article = page.getByRole('region', { name: 'Text' }).locator('.article').first()
  const { cellPx, linePx, isWide } = await article.evaluate((text) => {
    const row = '<tr>' + '<td>Wasserstandsanzeige</td>'.repeat(5) + '</tr>'
    text.insertAdjacentHTML('beforeend', `<table><tbody>${row}</tbody></table>`)
    const [table, cell] = [text.querySelector('table'), text.querySelector('td')]
    if (table === null || cell === null) throw new Error('no table')
    const linePx = Number.parseFloat(getComputedStyle(cell).lineHeight)
    return { cellPx: cell.clientHeight, linePx, isWide: table.scrollWidth > table.clientWidth }
  })
  expect(cellPx).toBeLessThan(2 * linePx)
  expect(isWide).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await close()
})

test('where there are no keys no key is named', async () => {
  const { page, close } = await openTouchWindow('Touch hints', 390)
  for (const [address, words] of [
    ['/?starred=1', 'Tap the star of a posting'],
    ['/?later=1', 'Choose “Read later” on a posting'],
  ] as const) {
    await page.goto(address)
    await page.getByText(words).waitFor()
    expect(await page.locator('kbd').filter({ visible: true }).count()).toBe(0)
  }
  await close()
})
