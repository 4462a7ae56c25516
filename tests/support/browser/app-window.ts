import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AppAccount } from './app-accounts.ts'

export type AppWindow = {
  readonly page: Page
  readonly context: BrowserContext
  /** Fails when the page wrote errors to the console, or threw. */
  readonly expectQuiet: () => void
  readonly close: () => Promise<void>
}

type WindowOptions = {
  readonly appUrl: string
  /** Signed in as this account; nobody without. */
  readonly account?: AppAccount
  readonly width?: number
  readonly height?: number
  /** A phone or tablet: fingers, no mouse. */
  readonly hasTouch?: boolean
  /** With its service worker; without, every request reaches the server, as most tests want it. */
  readonly isOfflineReady?: boolean
}

/** Opens a window with a profile of its own. What publishers refer to outside of this machine is answered empty. */
export async function openWindow(browser: Browser, options: WindowOptions): Promise<AppWindow> {
  const { appUrl, account, width = 1440, height = 900, hasTouch = false, isOfflineReady = false } = options
  const context = await browser.newContext({
    baseURL: appUrl,
    viewport: { width, height },
    hasTouch,
    isMobile: hasTouch,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    serviceWorkers: isOfflineReady ? 'allow' : 'block',
  })
  context.setDefaultTimeout(30_000)
  await context.route(
    (url) => !isOnThisMachine(url) || isPictureFromElsewhere(url),
    (route) => route.fulfill({ contentType: 'image/svg+xml', body: emptyPicture }),
  )
  if (account !== undefined) await context.addCookies([...account.cookies])
  const page = await context.newPage()
  const noise: string[] = []
  page.on('console', (message) => {
    const isNoise = message.type() === 'error' || message.type() === 'warning'
    if (isNoise && !message.text().startsWith(blockedByUs) && !isLateCheck(message))
      noise.push(message.text())
  })
  page.on('pageerror', (error) => noise.push(error.stack ?? error.message))
  return {
    page,
    context,
    expectQuiet: () => expect(noise, `noise of ${page.url()}`).toEqual([]),
    close: () => context.close(),
  }
}

/** The words that Playwright writes where `serviceWorkers` is "block". */
const blockedByUs = 'Service Worker registration blocked by Playwright'

/** The aggregator checked a source by its plan just before "Check now" was pressed: that is refused, as the page says. */
function isLateCheck(message: ConsoleMessage): boolean {
  return /status of 429/.test(message.text()) && /\/sources\/\d+\/poll$/.test(message.location().url)
}

function isOnThisMachine({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname.startsWith('127.')
}

/** Whether the server would fetch this for the page. */
function isPictureFromElsewhere({ pathname, searchParams }: URL): boolean {
  const picture = URL.parse(searchParams.get('url') ?? '')
  return pathname === '/api/v1/images' && picture !== null && !isOnThisMachine(picture)
}

const emptyPicture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path fill="#888" d="M0 0h8v8H0z"/></svg>'
