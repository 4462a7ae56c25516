import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedApp } from '#tests/support/browser/app-accounts.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { addOfflineReader, openKeptWindow } from '#tests/support/browser/kept-window.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { sampled } from '#tests/support/run/tier.ts'

const app = sharedApp()
const world = withPublishers()

const phone = { width: 390, height: 844, hasTouch: true }

test('without a network the kept page opens at any address, and React takes it over', async () => {
  const account = await addOfflineReader(world, app.url, 'Aron Address', 'Harbour')
  const { context, close } = await openKeptWindow(world, { appUrl: app.url, account })
  await context.setOffline(true)
  const cold = await context.newPage()
  const thrown: string[] = []
  cold.on('pageerror', (error) => thrown.push(error.message))
  for (const address of ['/', '/?show=all', '/?starred=1', '/?fresh=1', '/?q=']) {
    await cold.goto(address)
    await cold.getByText('6 articles are saved on this device.').waitFor()
    await cold.reload()
    await cold.getByText('6 articles are saved on this device.').waitFor()
  }
  expect(thrown).toEqual([])
  await close()
})

const sizes = [
  ['phone', phone],
  ['wide', { width: 1440, height: 900 }],
] as const
test.each(sampled(sizes))(
  'the offline notice covers nothing that can be pressed (%s)',
  async (name, size) => {
    const account = await addOfflineReader(world, app.url, `Nora Notice ${name}`, `Pier ${name}`)
    const { page, context, close } = await openKeptWindow(world, { appUrl: app.url, account, ...size })
    await context.setOffline(true)
    await page.reload()
    await page.getByText('6 articles are saved on this device.').waitFor()
    await page.getByText(`Pier ${name} 3`).first().waitFor()
    expect(await coveredBy(page)).toEqual([])
    await close()
  },
)

/** The controls that lie under the notice. */
function coveredBy(page: Page): Promise<string[]> {
  return page.getByText('6 articles are saved on this device.').evaluate((notice) => {
    const over = notice.getBoundingClientRect()
    const pressed = [...document.querySelectorAll<HTMLElement>('a, button, input, [role="option"]')]
    const covered = pressed.filter((each) => {
      const box = each.getBoundingClientRect()
      const scroller = each.closest('section, main')?.getBoundingClientRect()
      const bottom = Math.min(box.bottom, scroller?.bottom ?? box.bottom)
      const isMeeting =
        box.left < over.right && box.right > over.left && box.top < over.bottom && bottom > over.top
      return isMeeting && box.width > 1 && box.height > 1
    })
    return covered.map((each) => each.ariaLabel ?? each.innerText)
  })
}

test('a part whose script does not come leaves the page standing, and opens when the server is back', async () => {
  const account = await addOfflineReader(world, app.url, 'Lena Lazy', 'Jetty')
  // No service worker: nothing is kept.
  const { page, context, close } = await openWindow(world.browser, { appUrl: app.url, account, ...phone })
  await page.goto('/?show=all')
  await page.getByText('Jetty 3').first().waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Layout' }).tap()
  await page.getByText('This part is not saved on this device, and the server does not answer.').waitFor()
  await page.getByRole('link', { name: 'Search' }).tap()
  await page.getByRole('combobox', { name: 'Search articles' }).waitFor()
  expect(await page.getByText('This page did not load.').count()).toBe(0)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'All' }).tap()
  await page.getByText('Jetty 3').first().waitFor()
  await page.getByRole('button', { name: 'Layout' }).tap()
  await page.getByRole('menu').waitFor()
  await close()
})
