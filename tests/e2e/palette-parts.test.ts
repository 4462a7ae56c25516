import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { palettePages } from '#components/palette/palette-pages.ts'
import { languageCookie, languages } from '#lib/words/languages.ts'
import { messageFiles } from '#lib/words/message-files.ts'
import { sharedApp } from '#tests/support/browser/app-accounts.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { foundInPalette } from '#tests/support/components/found-in-palette.ts'
import { isNight } from '#tests/support/run/tier.ts'

const app = sharedApp()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
})

const parts = palettePages.map(({ href }) => href.split('#')).filter(([, id]) => id !== undefined)
const pages = [...new Set(parts.map(([page = '']) => page))]

/** The groups and rows of settings on a page, with their anchors and names, as they are drawn. */
function partsOn(page: Page): Promise<{ readonly id: string; readonly name: string }[]> {
  return page.locator('main section[id]:has(> h2), main div[id]:has(> div > h3)').evaluateAll((drawn) =>
    drawn.map((part) => ({
      id: part.id,
      name: part.querySelector(':scope > h2, :scope > div > h3')?.textContent ?? '',
    })),
  )
}

test.each(isNight ? languages : (['en'] as const))(
  'in %s the palette leads to each part of the settings, and finds it by its name',
  async (language) => {
    const { page, context, expectQuiet, close } = await openWindow(browser, {
      appUrl: app.url,
      account: app.admin,
    })
    await context.addCookies([{ name: languageCookie, value: language, url: app.url }])
    let drawn = 0
    for (const path of pages) {
      await page.goto(path)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      for (const [, id] of parts.filter(([of]) => of === path))
        await page.locator(`[id="${id}"]`).waitFor({ state: 'attached' })
      for (const { id, name } of await partsOn(page)) {
        expect(foundInPalette(name, language), name).toContain(`${path}#${id}`)
        drawn += 1
      }
    }
    expect(drawn).toBeGreaterThan(30)
    await page.goto('/admin/budget')
    const tabs = page.getByRole('navigation').locator('a[href^="/admin"]')
    await expect.poll(() => tabs.count()).toBeGreaterThan(5)
    for (const tab of await tabs.all()) {
      const name = (await tab.textContent()) ?? ''
      if (name === messageFiles[language].admin.advanced) continue // names a drawer, and leads to its first page
      expect(foundInPalette(name, language), name).toContain(await tab.getAttribute('href'))
    }
    expectQuiet()
    await close()
  },
)
