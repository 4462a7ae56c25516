import type { Page } from 'playwright-core'
import type { Act } from './web-acts.ts'

/** Watches until the page has an element, or has it no longer. */
async function watchFor(page: Page, look: string, selector: string, isGone = false): Promise<void> {
  await page.evaluate(
    ([name, wanted, without]) =>
      window.stopwatch.watch({ [name]: () => (document.querySelector(wanted) === null) === without }),
    [look, selector, isGone] as const,
  )
}

/** Presses in the middle of the first element in sight; Playwright's own click waits for frames. */
async function press(page: Page, selector: string): Promise<void> {
  const element = page.locator(selector).filter({ visible: true }).first()
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (box === null) throw new Error(`${selector} is not in sight.`)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const isPhone = (page.viewportSize()?.width ?? 0) < 640
  await (isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
}

async function leave(page: Page, selector: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator(selector).waitFor({ state: 'detached' })
}

/** An act that opens something by a press or a key; Escape closes it. */
function opens(
  name: string,
  selector: string,
  by: { readonly press: string } | { readonly key: string },
  more: Partial<Act> = {},
): Act {
  return {
    name,
    pressing: 'key' in by ? 'key' : 'click',
    press: async (page) => {
      await watchFor(page, 'drawn', selector)
      await ('key' in by ? page.keyboard.press(by.key) : press(page, by.press))
    },
    after: (page) => leave(page, selector),
    ...more,
  }
}

/** A key that changes the posting under the cursor, and changes it back when it is pressed again. Its buttons say so. */
function changesPosting(name: string, key: string, label: string): Act {
  return {
    name,
    pressing: 'key',
    press: async (page) => {
      await page.evaluate((selector) => {
        const look = () => [...document.querySelectorAll(selector)].map(({ ariaLabel }) => ariaLabel).join()
        const before = look()
        window.stopwatch.watch({ drawn: () => look() !== before })
      }, `main [aria-label*="${label}"]`)
      await page.keyboard.press(key)
    },
  }
}

const palette = '[role=dialog] [role=listbox]'
const menu = '[role=menu]'
const sheet = '[role=dialog]'

async function typeOne(page: Page, field: string): Promise<void> {
  await page.evaluate((selector) => {
    const input = document.querySelector<HTMLInputElement>(selector)
    const before = input?.value
    window.stopwatch.watch({ 'letter drawn': () => input?.value !== before })
  }, field)
  await page.keyboard.press('e')
}

/** Acts of a reader around lists and texts. */
export const frameActs: readonly Act[] = [
  { ...changesPosting('mark unread or read', 'm', 'Mark as'), at: '/', before: openFirstByKey },
  changesPosting('read later', 'b', 'ead later'),
  opens('order menu', menu, { press: 'button[aria-label="Order"]' }, { at: '/' }),
  opens('menu of the account', menu, { press: 'button[aria-label$=", account"]' }),
  opens('keys', sheet, { key: '?' }),
  opens('command palette', palette, { key: 'Control+k' }),
  {
    name: 'letter in the palette',
    pressing: 'key',
    before: async (page) => {
      await page.keyboard.press('Control+k')
      await page.locator(palette).waitFor()
    },
    press: (page) => typeOne(page, '[role=dialog] [role=combobox]'),
    after: (page) => page.keyboard.press('Backspace'),
  },
  {
    name: 'letter in the search',
    pressing: 'key',
    at: '/?q=',
    before: (page) => page.locator('#search-field').focus(),
    press: (page) => typeOne(page, '#search-field'),
    after: (page) => page.keyboard.press('Backspace'),
  },
  { name: 'folder opened or closed', pressing: 'click', at: '/', press: toggleFolder },
  {
    name: 'settings opened',
    pressing: 'click',
    at: '/',
    press: async (page) => {
      await watchFor(page, 'drawn', '#appearance')
      await press(page, 'a[href="/settings"]')
    },
    after: async (page) => {
      await page.goBack()
      await page.locator('[role=feed] article').first().waitFor()
    },
  },
  { name: 'theme', pressing: 'click', at: '/settings/general', press: changeTheme },
]

/** The same on a phone, by taps. */
export const phoneActs: readonly Act[] = [
  {
    name: 'phone, open a posting',
    pressing: 'click',
    at: '/?show=all',
    press: async (page) => {
      await watchFor(page, 'text drawn', '#posting-title')
      await press(page, '[role=feed] article h2 a')
    },
    after: async (page) => {
      await press(page, 'button[aria-label="Back to the list"]')
      await page.locator('#posting-title').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'phone, back to the list',
    pressing: 'click',
    before: (page) => press(page, '[role=feed] article h2 a'),
    press: async (page) => {
      await page.locator('#posting-title').waitFor()
      await page.waitForTimeout(500)
      await watchFor(page, 'list drawn', '#posting-title', true)
      await press(page, 'button[aria-label="Back to the list"]')
    },
    after: (page) => press(page, '[role=feed] article h2 a'),
  },
  opens(
    'phone, folders',
    sheet,
    { press: 'nav button[aria-haspopup=dialog]:nth-of-type(1)' },
    { at: '/?show=all' },
  ),
  opens('phone, more', sheet, { press: 'nav button[aria-haspopup=dialog]:nth-of-type(2)' }),
]

async function openFirstByKey(page: Page): Promise<void> {
  await page.keyboard.press('j')
  await page.locator('#posting-title').waitFor()
  await page.waitForTimeout(1000)
}

async function toggleFolder(page: Page): Promise<void> {
  const toggle = 'nav [data-toggle]'
  await page.evaluate((selector) => {
    const isOpen = () => document.querySelector(selector)?.getAttribute('aria-expanded')
    const before = isOpen()
    window.stopwatch.watch({ drawn: () => isOpen() !== before })
  }, toggle)
  await press(page, toggle)
}

async function changeTheme(page: Page, round: number): Promise<void> {
  await page.evaluate(() => {
    const before = document.documentElement.dataset['theme']
    window.stopwatch.watch({ drawn: () => document.documentElement.dataset['theme'] !== before })
  })
  await press(page, `#theme label:has(input[value=${round % 2 === 0 ? 'dark' : 'light'}])`)
}
