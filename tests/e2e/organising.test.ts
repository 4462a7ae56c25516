import pg from 'pg'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, sharedApp, signUpThroughApi, type AppAccount } from '../support/app-accounts.ts'
import { expectUnread, openTitle, postingRow, toast } from '../support/app-pages.ts'
import { openWindow } from '../support/app-window.ts'
import { launchBrowser } from '../support/browser.ts'
import { checkEveryLook } from '../support/page-check.ts'
import { makePostings, startPublishers, type Publishers } from '../support/publisher.ts'

const app = sharedApp()
let browser: Browser
let publishers: Publishers

beforeAll(async () => {
  ;[browser, publishers] = await Promise.all([launchBrowser(), startPublishers()])
})
afterAll(async () => {
  await Promise.all([browser.close(), publishers.close()])
})

const names = ['Harbour Gazette', 'Rail Weekly', 'Field & Fen'] as const

/** Three sources with two postings each: the first in Coast, the others without a folder. */
async function makeReader(name: string): Promise<AppAccount> {
  const account = await signUpThroughApi(app.url, name)
  await callApi(account, 'POST', '/folders', { name: 'Coast' })
  await callApi(account, 'POST', '/folders', { name: 'Machines' })
  for (const [index, title] of names.entries()) {
    const site = publishers.site(title, makePostings(title, 2, Date.now() - 60_000))
    const body = { url: site.feedUrl, ...(index === 0 ? { folderName: 'Coast' } : {}) }
    await callApi(account, 'POST', '/subscriptions', body)
  }
  return account
}

async function open(account: AppAccount, size: { width?: number; height?: number } = {}) {
  const window = await openWindow(browser, { appUrl: app.url, account, ...size })
  await window.page.goto('/')
  return window
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Folders and pages' })
const rowOf = (page: Page, name: string | RegExp) => sidebar(page).getByRole('link', { name }).first()

/** Drags a row over a part of another one, until it is shown where it would go. */
async function drag(page: Page, from: Locator, to: Locator, fraction: number): Promise<void> {
  await from.hover()
  await page.mouse.down()
  const { x, y, height } = (await to.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  const mark = page.locator('[data-drop-mark]')
  for (let n = 0; n < 60 && (await mark.count()) === 0; n += 1) {
    await page.mouse.move(x + 60 + (n % 2), y + height * fraction)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  await mark.waitFor()
}

/** Opens the menu of a row and chooses from it. */
async function chooseFrom(page: Page, row: Locator, act: string): Promise<void> {
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: act }).click()
}

test('sources are dragged into folders and between each other, with an ink line, and back by undo', async () => {
  const { page, expectQuiet, close } = await open(await makeReader('Dragger'))
  await expectUnread(page, 'Coast', 2)
  await drag(page, rowOf(page, /Rail Weekly/), rowOf(page, 'Coast'), 0.5)
  await page.mouse.up()
  await toast(page, 'Rail Weekly moved to Coast').waitFor()
  await expectUnread(page, 'Coast', 4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectUnread(page, 'Coast', 2)
  await drag(page, rowOf(page, /Rail Weekly/), rowOf(page, /Field & Fen/), 0.2)
  await page.screenshot({ path: 'tests/artefacts/organising-drag.png' })
  await page.mouse.up()
  await toast(page, 'The order is your own now').waitFor()
  await sidebar(page)
    .getByRole('button', { name: /own order/ })
    .waitFor()
  const links = sidebar(page).getByRole('link')
  await expect
    .poll(async () => (await links.allInnerTexts()).join(' '), { timeout: 5000 })
    .toMatch(/Rail Weekly.*Field & Fen/s)
  await page.reload()
  await rowOf(page, /Rail Weekly/).waitFor()
  expect((await links.allInnerTexts()).join(' ')).toMatch(/Rail Weekly.*Field & Fen/s)
  expectQuiet()
  await close()
})

test('dragging in another order keeps what is hidden in its place, and undo brings the own order back', async () => {
  const account = await makeReader('Sorter')
  type Items = { subscriptions: { id: number; title: string; folderId: number | null; position: number }[] }
  const ownOrder = async () => {
    const { subscriptions } = await callApi<Items>(account, 'GET', '/subscriptions')
    const outside = subscriptions.filter((each) => each.folderId === null)
    return outside.sort((one, other) => one.position - other.position).map(({ title }) => title)
  }
  const { subscriptions } = await callApi<Items>(account, 'GET', '/subscriptions')
  const idOf = (name: string) => subscriptions.find((each) => each.title.includes(name))?.id
  const ids = [idOf('Rail'), idOf('Harbour'), idOf('Field')]
  await callApi(account, 'POST', '/subscriptions/arrange', { folderId: null, ids })
  await callApi(account, 'POST', '/subscriptions/change', { ids: [idOf('Harbour')], isMuted: true })
  await callApi(account, 'PATCH', '/organising', { order: 'name', shown: 'unread' })
  const before = await ownOrder()
  expect(before).toEqual(['Rail Weekly', 'Harbour Gazette', 'Field & Fen'])
  const { page, expectQuiet, close } = await open(account)
  await drag(page, rowOf(page, /Rail Weekly/), rowOf(page, /Field & Fen/), 0.2)
  await page.mouse.up()
  await toast(page, 'The order is your own now').waitFor()
  expect(await ownOrder()).toEqual(['Rail Weekly', 'Field & Fen', 'Harbour Gazette'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(ownOrder, { timeout: 5000 }).toEqual(before)
  expectQuiet()
  await close()
})

test('folders go into folders by the menu, count what is inside, are merged and deleted', async () => {
  const account = await makeReader('Nester')
  const { page, expectQuiet, close } = await open(account)
  const other = await open(account)
  await chooseFrom(page, rowOf(page, /Rail Weekly/), 'Move to…')
  await page.getByRole('radio', { name: 'Machines' }).check()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expectUnread(page, 'Machines', 2)
  await chooseFrom(page, rowOf(page, 'Machines'), 'Move to…')
  expect(await page.getByRole('radio', { name: 'Machines' }).count()).toBe(0)
  await page.getByRole('radio', { name: 'Coast' }).check()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expectUnread(page, 'Coast', 4)
  await expectUnread(other.page, 'Coast', 4)
  await rowOf(page, 'Coast').click()
  await page.getByRole('heading', { name: 'Coast', level: 1 }).waitFor()
  await postingRow(page, 'Rail Weekly 2').waitFor()
  await chooseFrom(page, rowOf(page, 'Machines'), 'Merge into…')
  await page.getByRole('radio', { name: 'Coast' }).check()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await rowOf(page, 'Machines').waitFor({ state: 'detached' })
  await expectUnread(page, 'Coast', 4)
  await chooseFrom(page, rowOf(page, 'Coast'), 'Delete folder Coast')
  await rowOf(page, 'Coast').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectUnread(page, 'Coast', 4)
  expectQuiet()
  await other.close()
  await close()
})

test('labels are merged and deleted by their menu, which says what became of it', async () => {
  const account = await makeReader('Labeller')
  for (const name of ['Ink', 'Paper']) await callApi(account, 'POST', '/labels', { name })
  const { page, expectQuiet, close } = await open(account)
  await chooseFrom(page, rowOf(page, 'Ink'), 'Merge into…')
  await page.getByRole('radio', { name: 'Paper' }).check()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await toast(page, 'Ink merged into Paper').waitFor()
  await rowOf(page, 'Ink').waitFor({ state: 'detached' })
  expectQuiet()
  await page.route('**/api/v1/labels/*', (route) => route.abort())
  await chooseFrom(page, rowOf(page, 'Paper'), 'Delete label')
  await page.getByRole('button', { name: 'Delete label' }).click()
  await page.getByText('It was not changed.').waitFor()
  await close()
})

test('a muted source leaves the counts, one hidden from All stays in its folder', async () => {
  const { page, expectQuiet, close } = await open(await makeReader('Muter'))
  await expectUnread(page, 'All postings', 6)
  await chooseFrom(page, rowOf(page, /Field & Fen/), 'Mute')
  await toast(page, 'Field & Fen muted').waitFor()
  await expectUnread(page, 'All postings', 4)
  await rowOf(page, /Field & Fen/).click()
  await postingRow(page, 'Field & Fen 2').waitFor()
  await chooseFrom(page, rowOf(page, /Harbour Gazette/), 'Hide from All')
  await toast(page, 'Harbour Gazette: no longer in All postings').waitFor()
  await expectUnread(page, 'All postings', 2)
  await expectUnread(page, 'Coast', 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectUnread(page, 'All postings', 4)
  expectQuiet()
  await close()
})

test('the keys b and l keep a posting for later and label it; both have lists of their own', async () => {
  const { page, expectQuiet, close } = await open(await makeReader('Keeper'))
  await postingRow(page, 'Rail Weekly 2').getByRole('link').click()
  await openTitle(page).waitFor()
  await page.keyboard.press('b')
  await toast(page, 'Kept for later').waitFor()
  await page.getByRole('button', { name: 'Remove from Read later' }).waitFor()
  await page.keyboard.press('l')
  await page.getByRole('dialog').getByRole('textbox', { name: 'New label' }).fill('Trains')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Trains', checked: true }).waitFor()
  await checkEveryLook(page, 'organising-labels')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Escape')
  await sidebar(page)
    .getByRole('link', { name: /Read later/ })
    .click()
  await postingRow(page, 'Rail Weekly 2').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('b')
  await page.keyboard.press('z')
  await expect
    .poll(
      () =>
        sidebar(page)
          .getByRole('link', { name: /Read later/ })
          .innerText(),
      { timeout: 5000 },
    )
    .toMatch(/1/)
  await rowOf(page, 'Trains').click()
  await page.getByRole('heading', { name: 'Trains', level: 1 }).waitFor()
  await page.getByText('All', { exact: true }).first().click()
  await postingRow(page, 'Rail Weekly 2').waitFor()
  expectQuiet()
  await close()
})

test('many sources are moved, labelled, muted and left at once on their page, and taken back', async () => {
  const account = await makeReader('Bulker')
  const { page, expectQuiet, close } = await open(account)
  await page.goto('/sources')
  const main = page.getByRole('main')
  for (const name of ['Rail Weekly', 'Field & Fen'])
    await main.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await main.getByRole('button', { name: 'Labels…' }).click()
  await page.getByRole('textbox', { name: 'New label' }).fill('Paper')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('checkbox', { name: 'Paper', checked: true }).waitFor()
  await page.keyboard.press('Escape')
  await checkEveryLook(page, 'organising-sources')
  await page.setViewportSize({ width: 1440, height: 900 })
  await main.getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('radio', { name: 'Coast' }).check()
  await checkEveryLook(page, 'organising-move')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expectUnread(page, 'Coast', 6)
  for (const name of ['Rail Weekly', 'Field & Fen'])
    await main.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await main.getByRole('button', { name: /^Unsubscribe from 2/ }).click()
  await expectUnread(page, 'Coast', 2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectUnread(page, 'Coast', 6)
  const { labels } = await callApi<{ labels: { name: string; subscriptions: number }[] }>(
    account,
    'GET',
    '/labels',
  )
  expect(labels).toMatchObject([{ name: 'Paper', subscriptions: 2 }])
  expectQuiet()
  await close()
})

test('the tree is walked, opened and closed by the arrow keys; its menu opens by the keyboard', async () => {
  const { page, expectQuiet, close } = await open(await makeReader('Walker'))
  await rowOf(page, 'Coast').focus()
  await page.keyboard.press('ArrowRight')
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  expect(await focused()).toContain('Harbour Gazette')
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toContain('Coast')
  await page.keyboard.press('ArrowLeft')
  await rowOf(page, /Harbour Gazette/).waitFor({ state: 'detached' })
  await page.keyboard.press('End')
  expect(await focused()).toContain('Rail Weekly')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Rename for me…' }).waitFor()
  await checkEveryLook(page, 'organising-menu', { only: 'wide' })
  await page.keyboard.press('Escape')
  await expect.poll(focused).toContain('Rail Weekly')
  await sidebar(page)
    .getByRole('button', { name: /^by name/ })
    .focus()
  // The head is no row: the way of Tab into the rows stays, and Home leads to the first of them.
  expect(await sidebar(page).locator('[data-row] a[tabindex="0"]').count()).toBe(1)
  await rowOf(page, /Rail Weekly/).focus()
  await page.keyboard.press('Home')
  expect(await focused()).toContain('Coast')
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toContain('Coast')
  await sidebar(page)
    .getByRole('button', { name: /^by name/ })
    .click()
  await page.getByRole('menuitemradio', { name: 'Folders with sources' }).click()
  await rowOf(page, 'Machines').waitFor({ state: 'detached' })
  expectQuiet()
  await close()
})

test('on a phone the sheet has the same tree and menus', async () => {
  const { page, expectQuiet, close } = await open(await makeReader('Phoner'), { width: 390, height: 844 })
  await page.getByRole('button', { name: 'Folders' }).click()
  await page.getByRole('dialog').getByRole('link', { name: /Coast/ }).waitFor()
  await checkEveryLook(page, 'organising-sheet', { only: 'narrow' })
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Rail Weekly/ })
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  await toast(page, 'Rail Weekly muted').waitFor()
  expectQuiet()
  await close()
})

test('1,000 sources in 100 folders, all open, stay quick', async () => {
  const account = await signUpThroughApi(app.url, 'Collector')
  await addMany((await callApi<{ id: string }>(account, 'GET', '/me')).id)
  const { page, expectQuiet, close } = await open(account)
  await sidebar(page).getByRole('link', { name: 'Folder 1', exact: true }).waitFor()
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('[data-toggle][aria-expanded=false]'))
      (each as HTMLElement).click()
  })
  await sidebar(page).getByRole('link', { name: 'Many 1', exact: false }).first().waitFor()
  expect(await sidebar(page).getByRole('link').count()).toBeGreaterThan(1100)
  const times: number[] = []
  for (const name of ['Folder 2', 'Folder 3', 'Folder 4', 'Folder 5', 'Folder 6'])
    times.push(
      await sidebar(page)
        .getByRole('link', { name, exact: true })
        .evaluate(async (link) => {
          const startedAt = performance.now()
          ;(link as HTMLElement).click()
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
          return performance.now() - startedAt
        }),
    )
  const median = times.sort((a, b) => a - b)[2] ?? Infinity
  process.stderr.write(`1,000 sources: a click is drawn after ${median.toFixed(0)} ms\n`)
  expect(median).toBeLessThan(250)
  await page.screenshot({ path: 'tests/artefacts/organising-many-1440-light.png' }) // axe would take minutes for it
  expectQuiet()
  await close()
})

/** 1,000 subscriptions to sources that nobody polls, in 100 folders, without asking the aggregator for anything. */
async function addMany(subscriberId: string): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  try {
    await client.query(`INSERT INTO "host" ("name") VALUES ('many.example') ON CONFLICT DO NOTHING`)
    await client.query(
      `WITH f AS (
        INSERT INTO "folder" ("name", "subscriberId") SELECT 'Folder ' || n, $1 FROM generate_series(1, 100) n
        RETURNING "id"
      ), numbered AS (SELECT "id", row_number() OVER (ORDER BY "id") AS n FROM f
      ), s AS (
        INSERT INTO "source" ("url", "hostName", "title", "createdAt")
        SELECT 'https://many.example/' || n, 'many.example', 'Many ' || n, now() FROM generate_series(1, 1000) n
        RETURNING "id"
      )
      INSERT INTO "subscription" ("subscriberId", "sourceId", "folderId")
      SELECT $1, s."id", numbered."id" FROM s JOIN numbered ON numbered.n = 1 + s."id" % 100`,
      [subscriberId],
    )
  } finally {
    await client.end()
  }
}
