import { expect, test } from 'vitest'
import { callApi, signUpThroughApi, sharedApp } from '#tests/support/browser/app-accounts.ts'
import { choose, expectUnread, toast } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { newReader } from '#tests/support/browser/new-reader.ts'
import { checkEveryLook } from '#tests/support/browser/page-check.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const world = withPublishers()

test('the API is read and tried on its page, by the session and by a token that may only read, until it is deleted', async () => {
  const account = await signUpThroughApi(sharedApp().url, 'Petra Program')
  const window = await openWindow(world.browser, { appUrl: sharedApp().url, account })
  const { page } = window
  await page.goto('/settings#app-passwords')
  await page.getByRole('textbox', { name: 'Name of the program or device' }).fill('Script')
  await choose(page, 'A program')
  await page.getByRole('checkbox', { name: 'change things' }).uncheck()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByLabel('Your password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const token = await page.getByRole('textbox', { name: 'Password of “Script”' }).inputValue()
  await page.getByRole('link', { name: 'The API and what it can do' }).click()

  await page.getByRole('searchbox', { name: 'Find an operation' }).fill('folder create')
  await page.getByText('POST /folders', { exact: true }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText(/^201 · /).waitFor()
  await page.getByText('"name": "Science"').last().waitFor() // once as it was sent, once as it was answered

  await page.getByRole('textbox', { name: 'Token to try with' }).fill(token)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText(/^403 · /).waitFor()
  await page.getByText('"code": "scope_missing"').waitFor()
  await page.getByText(/^Requests left: "token";r=\d+/).waitFor()
  await checkEveryLook(page, 'api')
  await page.setViewportSize({ width: 1440, height: 900 })

  const askWho = () =>
    fetch(`${sharedApp().url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await askWho()).json()).toMatchObject({ name: 'Petra Program', email: account.email })
  await page.goto('/settings/connections')
  await page.getByRole('button', { name: 'Delete Script' }).click()
  await toast(page, 'Script deleted').waitFor()
  expect((await askWho()).status).toBe(401)
  await window.close()
})

test('what happens between a page and its first stream is heard', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Early', postings: 3 })
  const { page, account } = reader
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/events*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/')
  await expectUnread(page, 'Early', 3)
  const { postings } = await callApi<{ postings: { id: string }[] }>(account, 'GET', '/postings')
  await callApi(account, 'POST', '/postings/state', { ids: postings.map(({ id }) => id), isRead: true })
  await expectUnread(page, 'Early', 3)
  held.resolve()
  await expectUnread(page, 'Early', 0)
  reader.expectQuiet()
  await reader.close()
})
