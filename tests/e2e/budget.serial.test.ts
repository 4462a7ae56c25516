import { beforeAll, expect, test } from 'vitest'
import { sharedApp } from '#tests/support/browser/app-accounts.ts'
import { openWindow, type AppWindow } from '#tests/support/browser/app-window.ts'
import { look } from '#tests/support/browser/look.ts'
import { subscribeToNew } from '#tests/support/world/subscribed-sources.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const world = withPublishers()
let window: AppWindow
let sourcePath: string

beforeAll(async () => {
  const { pathOf } = await subscribeToNew(world, 'Reader of the budget', [
    'Timber Oak',
    'Timber Ash',
    'Timber Elm',
  ])
  sourcePath = pathOf('Timber Ash')
  window = await openWindow(world.browser, { appUrl: app.url, account: app.admin })
})

test('a changed budget stands in its history', async () => {
  const { page } = window
  await page.goto('/admin/budget')
  await page.getByRole('button', { name: /^Budget: / }).click()
  await page.getByRole('textbox', { name: 'Checks a day' }).fill('12,345')
  await page.getByRole('button', { name: 'Save' }).first().click()
  const history = page.getByRole('region', { name: 'History of the budget' })
  await history
    .getByText(/→ 12,345/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await history
    .getByText(/12,345 →/)
    .first()
    .waitFor()
  window.expectQuiet()
})

test('an admin fixes how one source is polled, and takes it back', async () => {
  const { page } = window
  await page.goto(sourcePath)
  const openDetails = () => page.getByText('Details', { exact: true }).first().click()
  await openDetails()
  const form = page.getByRole('form', { name: 'Admin settings for this feed' })
  await form.getByRole('textbox', { name: /^Check every/ }).fill('0')
  await expect.poll(() => form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await form.getByRole('textbox', { name: /^Check every/ }).fill('90')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Undo').waitFor()
  await page.reload()
  await expect.poll(() => form.getByRole('textbox', { name: /^Check every/ }).inputValue()).toBe('90')
  await page.goto('/admin/audit')
  await page
    .getByText(/^Check every: /)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  // The log tells of an earlier test's change that was taken back, too.
  const change = page.getByRole('row').filter({ hasText: 'Check every: ' })
  await change.getByText('Undone.', { exact: true }).waitFor()
  await page.goto(sourcePath)
  await openDetails()
  await expect.poll(() => form.getByRole('textbox', { name: /^Check every/ }).inputValue()).toBe('')
  window.expectQuiet()
})

testByNight('the override form is accessible and fits', () =>
  look(world.browser, 'source-override', {
    appUrl: app.url,
    account: app.admin,
    path: `${sourcePath}#details`,
    lead: async (page) => {
      const form = page.getByRole('form', { name: 'Admin settings for this feed' })
      await form.waitFor()
      await form.scrollIntoViewIfNeeded()
    },
  }),
)

testByNight('the budget on a phone is accessible and fits', () =>
  look(
    world.browser,
    'admin-budget',
    {
      appUrl: app.url,
      account: app.admin,
      path: '/admin/budget',
      lead: async (page) => {
        await page
          .getByRole('region', { name: 'Checks by feed and host' })
          .getByRole('link')
          .first()
          .waitFor()
      },
    },
    { only: 'narrow' },
  ),
)
