import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { callApi, sharedApp, type AppAccount } from '../support/app-accounts.ts'
import { accountButton, openTitle, postingList, postingRow, shownTitles } from '../support/app-pages.ts'
import { openWindow } from '../support/app-window.ts'
import { makeFullAccount } from '../support/full-account.ts'
import { look, lookBesideFolders, type Look } from '../support/look.ts'
import { checkEveryLook } from '../support/page-check.ts'
import { withPublishers } from '../support/with-publishers.ts'

const app = sharedApp()
const world = withPublishers()
let reader: AppAccount

beforeAll(async () => {
  ;({ reader } = await makeFullAccount(world.publishers))
})

const lookAsReader: Look = (name, path, lead, options) =>
  lookBesideFolders(world.browser, name, { appUrl: app.url, account: reader, path, lead }, options)

function lookAsNobody(name: string, path: string, lead: (page: Page) => Promise<unknown>): Promise<void> {
  return look(world.browser, name, { appUrl: app.url, path, lead })
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor()

test('the sign-in page is accessible and fits', () => lookAsNobody('sign-in', '/sign-in', heading('Sign in')))

test('the sign-up page is accessible and fits', () =>
  lookAsNobody('sign-up', '/sign-up', heading('Create account')))

test('the page about the crawler is accessible and fits', () =>
  lookAsNobody('about-crawler', '/about/crawler', (page) =>
    page.getByRole('heading', { level: 1 }).first().waitFor(),
  ))

test('the list is accessible and fits', () =>
  lookAsReader('list', '/', async (page) => {
    await postingRow(page, 'Ferry late by an hour').waitFor()
    await page.getByText('Found 2 min after publication').first().waitFor()
  }))

test.for(['list', 'expanded', 'cards'] as const)(
  'the list of many sources drawn as %s is accessible and fits',
  async (layout) => {
    const choose = (chosen: typeof layout | null) =>
      callApi(reader, 'PATCH', '/list-settings', { scope: 'all', list: { layout: chosen } })
    await choose(layout)
    await lookAsReader(`layout-${layout}`, '/', (page) => postingRow(page, 'Ferry late by an hour').waitFor())
    await choose(null)
  },
)

test('an open posting is accessible and fits', () =>
  lookAsReader('posting', '/', async (page) => {
    await postingRow(page, 'Ferry late by an hour').getByRole('link').click()
    await openTitle(page).waitFor()
    await page.getByRole('button', { name: /^Why/ }).click()
  }))

test('what edits changed, and where else a story is told, is accessible and fits', () =>
  lookAsReader('posting-changes', '/?show=all', async (page) => {
    await postingRow(page, 'Ferry late by an hour').getByRole('link').click()
    await page.getByRole('button', { name: 'What changed?' }).click()
    await page.getByText('cancelled because of the storm').first().waitFor()
    await page.getByRole('link', { name: 'Coast Wire' }).last().waitFor()
  }))

test('a real posting with its publisher’s text is accessible around it, and fits', () =>
  lookAsReader(
    'posting-real',
    '/',
    async (page) => {
      const link = page.getByRole('navigation', { name: 'Folders and pages' }).getByRole('link')
      await link.filter({ hasText: 'research!rsc' }).click()
      await page.getByRole('heading', { name: 'research!rsc', level: 1 }).waitFor()
      await postingList(page).waitFor()
      const [newest = ''] = await shownTitles(page)
      await postingRow(page, newest).getByRole('link').click()
      await openTitle(page).waitFor()
    },
    { isForeign: true },
  ))

test('a list without postings is accessible and fits', () =>
  lookAsReader('list-empty', '/?starred=1', (page) => page.getByText('Nothing is starred').waitFor()))

test('the help for the keys is accessible and fits', () =>
  lookAsReader('keys', '/', async (page) => {
    await accountButton(page, reader.name).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  }))

test('the folders of a phone are accessible and fit', () =>
  lookAsReader(
    'folders-sheet',
    '/',
    async (page) => {
      await page.getByRole('button', { name: 'Folders' }).click()
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /^Machines/, includeHidden: true })
        .waitFor()
    },
    { only: 'narrow' },
  ))

test('an address where nothing is leads back, accessibly', async () => {
  const { page, close } = await openWindow(world.browser, { appUrl: app.url })
  await page.goto('/nothing/here')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await checkEveryLook(page, 'not-found')
  await close()
})
