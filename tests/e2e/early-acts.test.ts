import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { sharedApp, signUpThroughApi } from '#tests/support/browser/app-accounts.ts'
import { accountButton } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { subscribeToNew } from '#tests/support/world/subscribed-sources.ts'
import { sampled } from '#tests/support/run/tier.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const { admin } = app
const world = withPublishers()

/** Tables of the admin's have rows. */
beforeAll(() => subscribeToNew(world, 'Early Reader', ['Dawn Chorus', 'First Light', 'Cockcrow']))

/** Opens a page whose scripts, or those that are said to be late, stay on the way until `arrive` is called. */
async function openWithoutScripts(
  page: Page,
  path: string,
  isLate: (url: string) => boolean = () => true,
): Promise<() => void> {
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/_next/static/**/*.js*', async (route) => {
    if (isLate(route.request().url())) await arrived
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return arrive
}

/**
 * `openWithoutScripts` of a document that came with all of its parts. A busy server leaves what it has not read in time to the browser
 * (lib/pages/read-ahead.ts), and what comes later has to move something: an answer that took so long is asked for again, a few times.
 */
async function openWhole(page: Page, path: string): Promise<() => void> {
  for (let tries = 1; ; tries++) {
    const arrive = await openWithoutScripts(page, path)
    await page.waitForLoadState('domcontentloaded')
    const tookMs = await page.evaluate(() => {
      const [answer] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return answer === undefined ? 0 : answer.responseEnd - answer.requestStart
    })
    if (tookMs < patienceMs || tries === 8) return arrive
  }
}

/** The wait of a page for what it reads ahead. */
const patienceMs = 300

/** Opens a page whose own scripts come, while those of its lazy parts stay on the way until `arrive` is called. */
async function openWithoutLazyParts(page: Page, path: string): Promise<() => void> {
  const document = await page.request.get(path)
  // Also in what its last script hands to React.
  const named = new Set((await document.text()).match(/\/_next\/static\/[^"\\]+\.js/g))
  return openWithoutScripts(page, path, (url) => !named.has(new URL(url).pathname))
}

test('what is typed and sent before the page is alive is heeded', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url })
  const arrive = await openWithoutScripts(page, '/sign-in')
  await page.getByLabel('E-mail').fill(app.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(app.admin.password)
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).pathname).toBe('/sign-in')
  arrive()
  await page.waitForURL(`${app.url}/`)
  expectQuiet()
  await close()
})

test('a button that is pressed before the page is alive does what it says', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: admin })
  const arrive = await openWhole(page, '/admin/hosts')
  await page
    .getByRole('button', { name: /^Edit the limit of / })
    .first()
    .click()
  expect(await page.getByRole('form', { name: /^The limit of / }).count()).toBe(0)
  arrive()
  await page.getByRole('form', { name: /^The limit of / }).waitFor()
  expectQuiet()
  await close()
})

testByNight('a menu that is pressed twice before the page is alive opens', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: admin })
  const arrive = await openWithoutScripts(page, '/sources')
  await accountButton(page, admin.name).click()
  await accountButton(page, admin.name).click()
  arrive()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  expectQuiet()
  await close()
})

test('a menu that is opened by the keyboard before the page is alive opens', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: admin })
  const arrive = await openWithoutScripts(page, '/sources')
  await accountButton(page, admin.name).press('Enter')
  arrive()
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  expectQuiet()
  await close()
})

test('a key that is pressed before the page is alive does what it says', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: admin })
  const arrive = await openWithoutScripts(page, '/')
  await accountButton(page, admin.name).waitFor()
  await page.keyboard.press('?')
  arrive()
  await page.getByRole('dialog').waitFor()
  expectQuiet()
  await close()
})

testByNight('a file that is chosen before the page is alive is read', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: admin })
  const arrive = await openWithoutScripts(page, '/sources/import')
  const buffer = Buffer.from('no list of any reader')
  await page.getByLabel('Choose a file').setInputFiles({ name: 'early.opml', mimeType: 'text/xml', buffer })
  arrive()
  await page.getByText('early.opml').first().waitFor()
  expectQuiet()
  await close()
})

test('what is chosen of a list before the page is alive is heeded', async () => {
  const account = await signUpThroughApi(app.url, 'Eve Early')
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account })
  const arrive = await openWithoutScripts(page, '/settings')
  const order = page.getByRole('combobox', { name: 'Order' })
  await order.selectOption('Oldest first')
  const stored = page.waitForResponse((response) => response.request().method() !== 'GET')
  arrive()
  expect((await stored).ok()).toBe(true)
  await page.reload()
  expect(await order.inputValue()).toBe('oldest')
  expectQuiet()
  await close()
})

/** The web platform's LayoutShift (Layout Instability API). */
type Shift = PerformanceEntry & {
  readonly value: number
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

/** Of the window; the logo's other font moves its name by three pixels. */
const leastShift = 0.001

/** The search leaves out what other tests add to the server meanwhile. */
const ownSources = '/admin/sources?sort=delay&search=light'

test.each(sampled(['/sources', '/admin', '/admin/hosts', ownSources, '/freshness']))(
  'nothing on %s moves when it becomes alive',
  async (path) => {
    const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: admin })
    const arrive = await openWhole(page, path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const moves = await page.evaluateHandle(async (least) => {
      await document.fonts.ready
      const told: string[] = []
      new PerformanceObserver((shifts) => {
        for (const { value, sources } of (shifts.getEntries() as Shift[]).filter(
          ({ value }) => value > least,
        ))
          for (const { node, previousRect: from, currentRect: to } of sources)
            told.push(`${value}: ${node?.textContent} from ${from.x}, ${from.y} to ${to.x}, ${to.y}`)
      }).observe({ type: 'layout-shift' })
      return told
    }, leastShift)
    arrive()
    await page.waitForFunction(() =>
      [...document.querySelectorAll('button')].every((button) => Object.keys(button).length > 0),
    )
    await page.waitForTimeout(1000)
    expect(await moves.jsonValue()).toEqual([])
    expectQuiet()
    await close()
  },
)

testByNight('a button of a part that is drawn anew before it is alive does what it says', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: admin })
  const arrive = await openWithoutLazyParts(page, '/?q=title:a')
  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByRole('combobox', { name: 'Search articles' }).fill('title:b')
  arrive()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).waitFor()
  expectQuiet()
  await close()
})

test.each([
  ['/?q=title:a', 'Alert me', '/settings/notifications?q=title%3Aa'],
  ['/sources', 'Typical delay, 24 h', '/freshness'],
])(
  'on %s what is drawn stays while its own script is on the way, and leads where it says',
  async (path, name, to) => {
    const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: admin })
    const arrive = await openWithoutLazyParts(page, path)
    const link = page.getByRole('link', { name })
    const drawn = await link.elementHandle()
    await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).length > 0)
    await page.waitForTimeout(1000)
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true)
    await link.click()
    arrive()
    await page.waitForURL(`${app.url}${to}`)
    expectQuiet()
    await close()
  },
)

test('what is searched is drawn once: by the field, and by its colours when they come', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: admin })
  const arrive = await openWithoutLazyParts(page, '/?q=title:a')
  const field = page.getByRole('combobox', { name: 'Search articles' })
  const drawnBy = async () => ({
    field: (await field.evaluate((input) => getComputedStyle(input).color)) !== 'rgba(0, 0, 0, 0)',
    colours: (await page.getByRole('search').innerText()).includes('title:'),
  })
  await field.waitFor()
  expect(await drawnBy()).toEqual({ field: true, colours: false })
  arrive()
  await expect.poll(drawnBy).toEqual({ field: false, colours: true })
  expectQuiet()
  await close()
})
