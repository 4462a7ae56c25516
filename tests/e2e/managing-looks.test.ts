import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { callApi, sharedApp, type AppAccount } from '../support/app-accounts.ts'
import { accountButton, findFeeds } from '../support/app-pages.ts'
import { makeFullAccount } from '../support/full-account.ts'
import { look, lookBesideFolders, type Look } from '../support/look.ts'
import type { LookOptions } from '../support/page-check.ts'
import { giveHistory } from '../support/source-history.ts'
import { withPublishers } from '../support/with-publishers.ts'
import { testByNight } from '../support/night-test.ts'

const app = sharedApp()
const world = withPublishers()
let reader: AppAccount
let freshSourceId: number

beforeAll(async () => {
  ;({ reader, freshSourceId } = await makeFullAccount(world.publishers))
})

const lookAsReader: Look = (name, path, lead, options) =>
  lookBesideFolders(world.browser, name, { appUrl: app.url, account: reader, path, lead }, options)

function lookAsAdmin(
  name: string,
  path: string,
  lead: (page: Page) => Promise<unknown>,
  options: LookOptions = {},
): Promise<void> {
  return look(world.browser, name, { appUrl: app.url, account: app.admin, path, lead }, options)
}

testByNight('the menu of a phone is accessible and fits', () =>
  lookAsAdmin(
    'more-menu',
    '/',
    async (page) => {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    },
    { only: 'narrow' },
  ),
)

test('the subscribe page with a preview is accessible and fits', () =>
  lookAsReader('subscribe', '/subscribe', async (page) => {
    await findFeeds(
      page,
      world.publishers.realSite('netnewswire/neverworkintheory.atom', 'It Will Never Work in Theory').siteUrl,
    )
    await page.getByRole('region', { name: /^Preview/ }).waitFor()
  }))

testByNight('the list of subscriptions is accessible and fits', () =>
  lookAsReader('subscriptions', '/sources', (page) =>
    page.getByRole('link', { name: 'Harbour Gazette' }).last().waitFor(),
  ),
)

testByNight('the import page is accessible and fits', () =>
  lookAsReader('import', '/sources/import', (page) =>
    page.getByRole('heading', { name: 'Import' }).waitFor(),
  ),
)

test('the report of an import is accessible and fits', () =>
  lookAsReader('import-report', '/sources/import', async (page) => {
    const { feedUrl } = world.publishers.site('Flotsam', [])
    const buffer = Buffer.from(
      `<opml version="2.0"><body><outline text="Flotsam" type="rss" xmlUrl="${feedUrl}"/><outline text="A source that nobody can reach under any circumstances" type="rss" xmlUrl="ftp://example.org/a-rather-long-address/of-a-feed.xml"/></body></opml>`,
    )
    await accountButton(page, reader.name).waitFor()
    await page.getByLabel('Choose a file').setInputFiles({ name: 'a.opml', mimeType: 'text/xml', buffer })
    await page.getByRole('region', { name: 'Result' }).waitFor()
  }))

testByNight('a source’s page is accessible and fits', () =>
  lookAsReader('source', `/sources/${freshSourceId}`, async (page) => {
    await page.getByRole('img', { name: /^Delay of 3\spostings/ }).waitFor()
    await page.getByRole('heading', { name: 'Why not now?' }).waitFor()
  }),
)

test('a source with a hub, gaps, promises and a move is accessible and fits', async () => {
  const { url } = await callApi<{ url: string }>(reader, 'GET', `/sources/${freshSourceId}`)
  const others = await callApi<{ subscriptions: { url: string; sourceId: number }[] }>(
    reader,
    'GET',
    '/subscriptions',
  )
  const movedTo = others.subscriptions.find(({ sourceId }) => sourceId !== freshSourceId)?.url ?? ''
  await giveHistory(app.databaseUrl, url, movedTo)
  await lookAsReader('source-history', `/sources/${freshSourceId}`, async (page) => {
    await page.getByText('with checks as a backup').waitFor()
    await page.getByText(/2\sgaps, likely 7\spostings lost/).waitFor()
    await page.getByText('were right 11 of 12 times, so Skylark uses them').waitFor()
    await page.getByRole('link', { name: 'Subscribe to that one' }).waitFor()
  })
})

test('the settings are accessible and fit', () =>
  lookAsReader('settings', '/settings', (page) => page.getByText('this one').waitFor()))

test('the admin’s overview is accessible and fits', () =>
  lookAsAdmin('admin', '/admin', async (page) => {
    await page.getByText('Polls in the last hour').waitFor()
    await page.getByRole('table').waitFor()
  }))

test('the admin’s sources are accessible and fit, also while a weight is edited', () =>
  lookAsAdmin('admin-sources', '/admin/sources?sort=delay', async (page) => {
    await page
      .getByRole('button', { name: /^Weight of Harbour Gazette/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'Weight for Harbour Gazette' }).first().fill('3')
    await page.getByRole('form', { name: 'Weight for Harbour Gazette' }).getByText('Delay expected').waitFor()
    await page.getByRole('region', { name: 'Budget' }).getByRole('img').first().waitFor()
  }))

testByNight('the budget while it is edited is accessible and fits', () =>
  lookAsAdmin(
    'admin-budget',
    '/admin/sources',
    async (page) => {
      await page.getByRole('button', { name: /^Budget: / }).click()
      await page.getByRole('textbox', { name: 'Polls a day' }).fill('60')
      await page.getByRole('heading', { name: 'Lose most' }).waitFor()
    },
    { only: 'wide' },
  ),
)

testByNight('the budget of a phone is accessible and fits', () =>
  lookAsAdmin(
    'admin-budget-sheet',
    '/admin/sources',
    async (page) => {
      await page.getByRole('button', { name: 'Budget' }).click()
      await page.getByRole('dialog').getByRole('img').first().waitFor()
    },
    { only: 'narrow' },
  ),
)

testByNight('the wishes of hosts are accessible and fit, also while one is edited', () =>
  lookAsAdmin('admin-hosts', '/admin/hosts', async (page) => {
    await page.getByRole('button', { name: 'Edit the wish of arxiv.org' }).click()
    await page.getByRole('form', { name: 'The wish of arxiv.org' }).waitFor()
  }),
)

testByNight('the server’s settings are accessible and fit', () =>
  lookAsAdmin('admin-server', '/admin/settings', async (page) => {
    await page.getByRole('radiogroup', { name: 'Sign-up' }).waitFor()
    await page.getByText(app.admin.email).waitFor()
  }),
)
