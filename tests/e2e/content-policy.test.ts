import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedApp } from '#tests/support/browser/app-accounts.ts'
import { accountButton } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'

const app = sharedApp()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

/** The addresses of all pages that need no more than an admin's session. */
const pages = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'page.tsx' && !file.includes('['))
  .map((file) => `/${path.dirname(file)}`.replaceAll(/\/\.|\/\([^)]+\)/g, '') || '/')

test('every script of every page has the nonce of its answer', async () => {
  expect(pages.length).toBeGreaterThan(25)
  const cookie = app.admin.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const page of pages) {
    const answer = await fetch(`${app.url}${page}`, { headers: { cookie }, redirect: 'manual' })
    const policy = answer.headers.get('content-security-policy') ?? ''
    const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)?.[1]
    expect(nonce, page).toBeDefined()
    if (answer.status >= 300 && answer.status < 400) continue
    const scripts = (await answer.text()).match(/<script\b[^>]*>/g) ?? []
    expect(scripts.length, page).toBeGreaterThan(0)
    expect(
      scripts.filter((script) => !script.includes(`nonce="${nonce}"`)),
      page,
    ).toEqual([])
  }
})

test('what gets into a page as HTML cannot run, and a dialog keeps the page still', async () => {
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account: app.admin })
  await page.goto('/')
  await accountButton(page, app.admin.name).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
  await page.keyboard.press('Escape')
  expectQuiet()

  const violations = await page.evaluate(async () => {
    const heard: string[] = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      heard.push(effectiveDirective),
    )
    const box = document.createElement('div')
    document.body.append(box)
    box.innerHTML =
      '<img src="/none" onerror="window.hasRun = true"><iframe src="https://evil.example/"></iframe>' +
      '<iframe srcdoc="<script>parent.hasRun = true</script>"></iframe><object data="/api"></object>' +
      '<base href="https://evil.example/"><form action="https://evil.example/"><button>go</button></form>' +
      '<a href="javascript:window.hasRun = true">go</a><style>body { opacity: 0 }</style>'
    box.querySelector('a')?.click()
    // As its own button would: a click on one that React does not know is kept for later.
    box.querySelector('form')?.submit()
    const script = document.createElement('script')
    script.textContent = 'window.hasRun = true'
    await fetch('https://evil.example/').catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 500))
    return heard
  })
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false)
  expect(await page.evaluate(() => getComputedStyle(document.body).opacity)).toBe('1')
  expect(new Set(violations)).toEqual(
    new Set([
      ...['script-src-attr', 'script-src-elem', 'frame-src', 'object-src', 'base-uri'],
      ...['form-action', 'style-src-elem', 'connect-src'],
    ]),
  )
  await close()
})

test('no other site frames a page', async () => {
  const { page, close } = await openWindow(browser, { appUrl: app.url, account: app.admin })
  await page.goto('/healthz') // of this machine, so that the window lets it ask
  await page.setContent(`<iframe src="${app.url}/settings"></iframe>`)
  await expect.poll(() => page.frames().at(-1)?.url()).toContain('chrome-error:')
  await close()
})
