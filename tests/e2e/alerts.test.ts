import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkWebhook, startSink } from '#tests/support/servers/alert-sinks.ts'
import { sharedApp, signUpThroughApi } from '#tests/support/browser/app-accounts.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { newReader, publishAndPoll } from '#tests/support/browser/new-reader.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const app = sharedApp()
const world = withPublishers()
let sink: Awaited<ReturnType<typeof startSink>>

beforeAll(async () => {
  sink = await startSink()
})
afterAll(() => sink.stop())

test('a reader asks to be told of a source, and is: in the page and by a webhook that was tried before', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Siren', postings: 5 })
  const { page } = reader
  await page.goto('/settings/notifications')
  await page.getByRole('combobox', { name: 'Add a channel' }).selectOption('Webhook')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill(`${sink.origin}/hook`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  await page.getByRole('button', { name: /^Send a test to/ }).click()
  await expect.poll(() => sink.at('/hook').length).toBe(1)
  await page.goto(`/alerts?source=${reader.sourceId}`)
  await page
    .getByRole('dialog', { name: 'New alert' })
    .getByText(/checks it sooner/)
    .waitFor()
  await page.getByRole('button', { name: 'Create alert' }).click()
  await page.getByRole('checkbox', { name: '“Siren” is on' }).waitFor()
  await page.goto('/')
  await page.getByRole('link', { name: 'Alerts' }).waitFor()
  await publishAndPoll(reader, 'The siren sounds')
  await page.getByText('1 new alert').waitFor()
  await expect.poll(() => sink.at('/hook').length).toBe(2)
  for (const one of sink.received) checkWebhook(one, secret, Date.now())
  expect(sink.at('/hook')[1]?.body.toString()).toContain('The siren sounds')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('link', { name: 'The siren sounds' }).waitFor()
  await page.getByText('Delivery log', { exact: true }).click()
  await expect.poll(() => page.getByText('sent', { exact: true }).count()).toBe(2)
  reader.expectQuiet()
  await reader.close()
})

test('a push that comes twice is shown with the same key', async () => {
  const pushed = await signUpThroughApi(app.url, 'Pushed')
  const window = await openWindow(world.browser, { appUrl: app.url, account: pushed, isOfflineReady: true })
  const { page, context } = window
  await context.grantPermissions(['notifications'], { origin: app.url })
  await page.goto('/')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const shown = await noteNotifications(context)
  const devtools = await context.newCDPSession(page)
  const registrationId = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const push = async (data: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: app.url,
      registrationId: await registrationId,
      data: JSON.stringify(data),
    })
  const alert = { key: 'a1-p2-c3', title: 'The siren sounds', body: 'Siren', url: `${app.url}/alerts` }
  await push(alert)
  await push(alert)
  // The same tag twice: a browser shows one in the place of the other (Notifications API 2.11).
  await expect.poll(shown).toEqual(Array(2).fill({ title: 'The siren sounds', tag: 'a1-p2-c3' }))
  await window.close()
})

/** Notes the notifications that the service worker shows: a browser without a window shows none. */
async function noteNotifications(context: BrowserContext): Promise<() => Promise<readonly object[]>> {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('The page has no service worker.')
  const noted = await worker.evaluateHandle(() => {
    const notifications: { readonly title: string; readonly tag: string | undefined }[] = []
    const { registration } = self as unknown as { readonly registration: ServiceWorkerRegistration }
    registration.showNotification = (title, options) => {
      notifications.push({ title, tag: options?.tag })
      return Promise.resolve()
    }
    return notifications
  })
  return () => noted.jsonValue()
}
