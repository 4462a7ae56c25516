import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi, sharedApp, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { chooseLanguage } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { makeFullAccount } from '#tests/support/world/full-account.ts'
import { checkEveryLook } from '#tests/support/browser/page-check.ts'
import { testByNight } from '#tests/support/run/night-test.ts'
import { isNight } from '#tests/support/run/tier.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const app = sharedApp()
const world = withPublishers()
let reader: AppAccount
let freshSourceId: number

beforeAll(async () => {
  if (isNight) ({ reader, freshSourceId } = await makeFullAccount(world.publishers))
  else reader = await signUpThroughApi(app.url, 'Rita Reader')
})

test('the chosen language is in force at once, on every page, and before the page is alive', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: reader })
  await page.goto('/settings')
  await chooseLanguage(page, 'de')
  await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Alle Beiträge' }).waitFor()
  const html = await (await page.request.get('/sources')).text()
  expect(html).toContain('Abonnements')
  await page.goto('/settings')
  await chooseLanguage(page, 'browser')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  expectQuiet()
  await close()
})

const pages = [
  ['list', '/?show=all'],
  ['fresh', '/?fresh=1&show=all'],
  ['starred', '/?starred=1'],
  ['search', '/?q=ferry'],
  ['sources', '/sources'],
  ['source', () => `/sources/${freshSourceId}`],
  ['import', '/sources/import'],
  ['subscribe', '/subscribe'],
  ['save', '/save'],
  ['discover', '/discover'],
  ['settings', '/settings'],
  ['connections', '/settings/connections'],
  ['account', '/settings/account'],
  ['freshness', '/freshness'],
] as const

testByNight.each(pages)(
  'in German the page “%s” is whole, wide and narrow, light and dark',
  async (name, path) => {
    await callApi(reader, 'PATCH', '/me', { language: 'de' })
    try {
      const { page, expectQuiet, close } = await openWindow(world.browser, {
        appUrl: app.url,
        account: reader,
      })
      await page.goto(typeof path === 'string' ? path : path())
      await page.getByRole('heading').first().waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('de')
      await checkEveryLook(page, `de-${name}`, { isForeign: true })
      expectQuiet()
      await close()
    } finally {
      await callApi(reader, 'PATCH', '/me', { language: null })
    }
  },
)

test('before sign-in the browser’s languages count', async () => {
  const context = await world.browser.newContext({ locale: 'de-AT', baseURL: app.url })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor()
  await context.close()
})

testByNight.each([390, 800, 1100, 1440])(
  'no page is wider than a window of %d px from right to left',
  async (width) => {
    const { page, close } = await openWindow(world.browser, { appUrl: app.url, account: reader })
    await page.setViewportSize({ width, height: 844 })
    const wide: string[] = []
    for (const path of ['/', '/sources', `/sources/${freshSourceId}`, '/subscribe', '/settings']) {
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      const before = await isWide(page)
      const mirrored = await mirror(page)
      if (before || mirrored) wide.push(`${path}${before ? ' (already from left to right)' : ''}`)
    }
    expect(wide).toEqual([])
    await close()
  },
)

/** Turns the page around, as a language from right to left does. */
async function mirror(page: Page): Promise<boolean> {
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  return isWide(page)
}

async function isWide(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const main = document.querySelector('main')
    const page = document.documentElement
    return page.scrollWidth > page.clientWidth || (main !== null && main.scrollWidth > main.clientWidth)
  })
}
