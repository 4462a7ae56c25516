import { beforeAll, expect, test } from 'vitest'
import { sharedApp, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { openWindow, type AppWindow } from '#tests/support/browser/app-window.ts'
import { look } from '#tests/support/browser/look.ts'
import { subscribeToNew } from '#tests/support/world/subscribed-sources.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const world = withPublishers()
let reader: AppAccount
let window: AppWindow
let sourcePath: string

beforeAll(async () => {
  const made = await subscribeToNew(world, 'Reader in a hurry', [
    'Quarry Slate',
    'Quarry Flint',
    'Quarry Chert',
  ])
  ;({ reader } = made)
  sourcePath = made.pathOf('Quarry Flint')
  window = await openWindow(world.browser, { appUrl: app.url, account: app.admin })
})

test('a reader wants a source fast, sees what it does, and takes it back', async () => {
  const own = await openWindow(world.browser, { appUrl: app.url, account: reader })
  await own.page.goto(sourcePath)
  const wish = own.page.getByRole('region', { name: 'Check this one more often' })
  await wish.getByText(/^(Checks: |This makes no difference)/).waitFor()
  await wish.getByRole('switch').click()
  await expect.poll(() => wish.getByRole('switch').isChecked()).toBe(true)
  await wish.getByText(/^(Checks: |This makes no difference)/).waitFor()
  await wish.getByText('You have marked 1\u00a0feed as urgent').waitFor()
  await own.page.getByRole('button', { name: 'Undo' }).click()
  await wish.getByText(/^(Checks: |This makes no difference)/).waitFor()
  expect(await wish.getByRole('switch').isChecked()).toBe(false)
  own.expectQuiet()
  await own.close()
})

testByNight('the page of a source with the wish is accessible and fits', () =>
  look(world.browser, 'source-wish', {
    appUrl: app.url,
    account: reader,
    path: sourcePath,
    lead: (page) => page.getByText(/^(Checks: |This makes no difference)/).waitFor(),
  }),
)

test('the weight formula says what it does before it is saved', async () => {
  const { page } = window
  await page.goto('/admin/budget')
  const form = page.getByRole('form', { name: 'Weight formula' })
  await form.getByRole('textbox', { name: 'Popularity exponent' }).fill('0.5')
  await form.getByText('Expected mean delay, by the new weights').waitFor()
  await form.getByText(/^Checks that go to other feeds: .* a day/).waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Weight formula saved').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => form.getByRole('textbox', { name: 'Popularity exponent' }).inputValue()).toBe('1')
  window.expectQuiet()
})

test('weights change by a rule, and the log takes it back', async () => {
  const { page } = window
  await page.goto('/admin/sources?search=quarry')
  await page.getByRole('button', { name: /^Change the weight of all 3\sfeeds found/ }).click()
  const form = page.getByRole('form', { name: 'Weights by rule' })
  await form.getByRole('textbox').fill('3')
  await form.getByText('3 of 3').waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^3\sweights changed/).waitFor()
  await page.getByRole('button', { name: /^Factor of Quarry Flint: 3\.0/ }).waitFor()
  await page.goto('/admin/audit')
  await page
    .getByText(/^Factor of 3 feeds: /)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  const change = page.getByRole('row').filter({ hasText: 'Factor of 3 feeds: ' })
  await change.getByText('Undone.', { exact: true }).waitFor()
  await page.goto('/admin/sources?search=quarry')
  await page.getByRole('button', { name: /^Factor of Quarry Flint: 1\.0/ }).waitFor()
  window.expectQuiet()
})

testByNight('the formula being changed is accessible and fits', () =>
  look(
    world.browser,
    'admin-formula',
    {
      appUrl: app.url,
      account: app.admin,
      path: '/admin/budget',
      lead: async (page) => {
        const form = page.getByRole('form', { name: 'Weight formula' })
        await form.getByRole('textbox', { name: 'Popularity exponent' }).fill('0.5')
        await form.getByText(/^Checks that go to other feeds: .* a day/).waitFor()
      },
    },
    { only: 'wide' },
  ),
)

test('all polling is paused and resumed, with a banner meanwhile', async () => {
  const { page } = window
  await page.goto('/admin/budget')
  await page.getByRole('radiogroup', { name: 'Checks', exact: true }).getByText('Paused').click()
  await page.getByRole('status').getByText('Checks are paused').waitFor()
  try {
    await look(world.browser, 'admin-log', {
      appUrl: app.url,
      account: app.admin,
      path: '/admin/audit',
      lead: async (looking) => {
        await looking.getByText('Checks are paused').waitFor()
        await looking
          .getByText(/^Paused: /)
          .first()
          .waitFor()
      },
    })
    await page.goto(sourcePath)
    await page.getByText('All checks are paused on this server').first().waitFor()
  } finally {
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Resume checks' }).click()
    await page.getByText('Checks are paused').waitFor({ state: 'detached' })
  }
  window.expectQuiet()
})
