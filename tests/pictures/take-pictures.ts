import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { projectRoot } from '#lib/launch/program/project.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { startTestServer } from '#tests/support/servers/database-server.ts'
import { runApp } from '#tests/support/servers/running-app.ts'
import { drawPictures } from './drawings.ts'
import { scenes, type Scene } from './scenes.ts'
import type { Sites } from './sites.ts'
import { makeHistory, reader } from './world.ts'

/** So long pages may load and things fade in. */
const settleMs = 2000
/** Within these the aggregator has looked for the icons of all sites. */
const iconsMs = 25_000
const folder = path.join(projectRoot, 'docs/pictures')

export async function takePictures(sites: Sites, startAt: number, names: readonly string[]): Promise<void> {
  const chosen = scenes.filter(({ name }) => names.length === 0 || names.includes(name))
  const browser = await launchBrowser()
  const server = await startTestServer()
  try {
    await drawInto(browser, sites)
    const database = await createTestDatabase(server.url)
    await makeHistory(database.url, sites, startAt)
    const now = setInterval(() => sites.setNow(Date.now()), 1000)
    const app = await runApp({
      DATABASE_URL: database.url,
      NODE_OPTIONS: `--import=${path.join(projectRoot, 'tests/bench/own-names.mjs')}`,
      BENCH_NAME_SERVER: sites.names,
    })
    try {
      mkdirSync(folder, { recursive: true })
      const state = await signIn(browser, app.url)
      await sleep(iconsMs)
      for (const scene of chosen) {
        await take(browser, app.url, state, scene).catch((error: unknown) => {
          process.exitCode = 1
          console.error(`${scene.name}: ${String(error)}`)
        })
      }
    } finally {
      clearInterval(now)
      await app.stop()
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function drawInto(browser: Browser, sites: Sites): Promise<void> {
  const page = await browser.newPage()
  for (const [place, png] of await drawPictures(page)) sites.setPicture(place, png)
  await page.close()
}

type State = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>

async function signIn(browser: Browser, appUrl: string): Promise<State> {
  const context = await browser.newContext({ baseURL: appUrl })
  const { email, password } = reader
  const answer = await context.request.post('/api/auth/sign-in/email', {
    data: { email, password },
    headers: { origin: appUrl },
  })
  if (!answer.ok()) throw new Error(`${email} was not signed in: ${answer.status()} ${await answer.text()}`)
  // The reader has seen the first find weeks ago.
  const settings = { data: { isFirstFindSaid: true }, headers: { origin: appUrl } }
  await context.request.patch('/api/v1/me/settings', settings)
  const state = await context.storageState()
  await context.close()
  return state
}

async function take(browser: Browser, appUrl: string, state: State, scene: Scene): Promise<void> {
  const { name, address, isPhone = false, isDark = false, locale = 'en-GB', lead } = scene
  const context = await browser.newContext({
    baseURL: appUrl,
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    deviceScaleFactor: isPhone ? 2 : 1,
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme: isDark ? 'dark' : 'light',
    locale,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...(scene.isSignedOut === true ? {} : { storageState: state }),
  })
  const page = await context.newPage()
  try {
    await page.goto(address)
    await lead?.(page)
    await page.mouse.move(0, 0) // what follows the mouse is put away

    await page.waitForTimeout(settleMs)
    writeFileSync(path.join(folder, `${name}.webp`), await webp(page))
    console.error(name)
  } finally {
    await context.close()
  }
}

async function webp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
  return Buffer.from(data, 'base64')
}
