import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { sharedApp, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { findFeeds } from '#tests/support/browser/app-pages.ts'
import { makeFullAccount } from '#tests/support/world/full-account.ts'
import { look, lookBesideFolders, type Look } from '#tests/support/browser/look.ts'
import type { LookOptions } from '#tests/support/browser/page-check.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const world = withPublishers()
let reader: AppAccount

beforeAll(async () => {
  ;({ reader } = await makeFullAccount(world.publishers))
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

testByNight('the subscribe page with a preview is accessible and fits', () =>
  lookAsReader('subscribe', '/subscribe', async (page) => {
    await findFeeds(
      page,
      world.publishers.realSite('netnewswire/neverworkintheory.atom', 'It Will Never Work in Theory').siteUrl,
    )
    await page.getByRole('region', { name: /^Preview/ }).waitFor()
  }),
)

testByNight('the admin’s overview is accessible and fits', () =>
  lookAsAdmin('admin', '/admin', async (page) => {
    await page.getByText('Checks in the last hour').waitFor()
    await page
      .getByRole('img', { name: /checks? since/ })
      .first()
      .waitFor()
    await page.getByRole('table').first().waitFor()
  }),
)

testByNight('the admin’s feeds are accessible and fit, also while a weight is edited', () =>
  lookAsAdmin('admin-sources', '/admin/sources?sort=delay', async (page) => {
    await page
      .getByRole('button', { name: /^Factor of Harbour Gazette/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: 'Factor for Harbour Gazette' }).first().fill('3')
    await page.getByRole('form', { name: 'Factor for Harbour Gazette' }).getByText('Expected delay').waitFor()
  }),
)

testByNight('the limits of hosts are accessible and fit, also while one is edited', () =>
  lookAsAdmin('admin-hosts', '/admin/hosts', async (page) => {
    await page.getByRole('button', { name: 'Edit the limit of arxiv.org' }).click()
    await page.getByRole('form', { name: 'The limit of arxiv.org' }).waitFor()
  }),
)

testByNight('the people of a server are accessible and fit', () =>
  lookAsAdmin('admin-people', '/admin/people', async (page) => {
    await page.getByRole('radiogroup', { name: 'Sign-up' }).waitFor()
    await page.getByText(app.admin.email).waitFor()
  }),
)
