import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'
import { sharedApp, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { openTitle, postingList, postingRow, shownTitles } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { look, lookBesideFolders, type Look } from '#tests/support/browser/look.ts'
import { subscribeTo } from '#tests/support/browser/new-reader.ts'
import { checkEveryLook } from '#tests/support/browser/page-check.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const world = withPublishers()
let reader: AppAccount

beforeAll(async () => {
  reader = await signUpThroughApi(app.url, 'Rita Reader')
  await subscribeTo(reader, world.publishers.realSite('netnewswire/russcox.atom', 'research!rsc'), 'Machines')
})

const lookAsReader: Look = (name, path, lead, options) =>
  lookBesideFolders(world.browser, name, { appUrl: app.url, account: reader, path, lead }, options)

function lookAsNobody(name: string, path: string, lead: (page: Page) => Promise<unknown>): Promise<void> {
  return look(world.browser, name, { appUrl: app.url, path, lead })
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor()

test('the sign-in page is accessible and fits', () => lookAsNobody('sign-in', '/sign-in', heading('Sign in')))

testByNight('the sign-up page is accessible and fits', () =>
  lookAsNobody('sign-up', '/sign-up', heading('Create account')),
)

testByNight('the page about the crawler is accessible and fits', () =>
  lookAsNobody('about-crawler', '/about/crawler', (page) =>
    page.getByRole('heading', { level: 1 }).first().waitFor(),
  ),
)

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

testByNight('an address where nothing is leads back, accessibly', async () => {
  const { page, close } = await openWindow(world.browser, { appUrl: app.url })
  await page.goto('/nothing/here')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await checkEveryLook(page, 'not-found')
  await close()
})
