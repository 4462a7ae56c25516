import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callApi, sharedApp, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { openTitle, toast } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { publishAndPoll, subscribeTo } from '#tests/support/browser/new-reader.ts'
import { makePostings, type Publisher } from '#tests/support/servers/publisher.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const world = withPublishers()
let account: AppAccount
let publisher: Publisher
let sourceId: number

beforeAll(async () => {
  publisher = world.publishers.site('Tide table', makePostings('Tide', 5, Date.now() - 60 * 60_000))
  account = await signUpThroughApi(app.url, 'Rula Rules')
  sourceId = await subscribeTo(account, publisher)
  await callApi(account, 'POST', '/labels', { name: 'Weather' })
})

const editor = (page: Page, name = 'New rule') => page.getByRole('form', { name })

test('a rule is tried, saved, acts on what is found then, and its run is taken back', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account })
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Automation' }).click()
  await page.getByText('No rules yet').waitFor()
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = editor(page)
  await page.keyboard.type('Storms') // the field has the focus
  await form.getByLabel('If an article matches').fill('tide is:nothing')
  await form.getByRole('button', { name: 'Test' }).click()
  await form.getByText(/^“is:nothing”:/).waitFor()
  await form.getByLabel('If an article matches').fill('tide OR storm')
  await form.getByLabel('Star').check()
  await form.getByLabel('Label', { exact: true }).selectOption('Weather')
  // Postings are searchable within a second or two.
  await expect
    .poll(async () => {
      await form.getByRole('button', { name: 'Test' }).click()
      return form.getByText(/ of the latest \d+ articles?/).textContent()
    })
    .toMatch(/^Matches 5 of the latest 5 articles/)
  await form.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Storms saved').waitFor()
  await publishAndPoll({ account, publisher, sourceId }, 'Storm over the harbour')
  const log = page.getByRole('region', { name: 'What rules did' })
  await log.getByText(/Storms: 1\sstarred, 1\slabelled/).waitFor()
  const { starred } = await callApi<{ starred: number }>(account, 'GET', '/counts')
  expect(starred).toBe(1)
  await log.getByRole('button', { name: /^Undo/ }).click()
  await log.getByText('undone').waitFor()
  expect(await callApi(account, 'GET', '/counts')).toMatchObject({ starred: 0 })
  await page.getByRole('button', { name: 'Run now: Storms' }).click()
  await toast(page, /Storms: 6\sstarred/).waitFor()
  await page.keyboard.press('z')
  await toast(page, /6\sarticles as before/).waitFor()
  expectQuiet()
  await close()
})

testByNight(
  'a block list stands first and hides; what is hidden is looked at, and comes back when marked unread',
  async () => {
    const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account })
    await page.goto('/settings/rules')
    await page.getByRole('button', { name: 'Block words' }).click()
    const form = editor(page, 'Block words')
    await form.getByLabel('Entries').fill('horoscope\nlike:*sponsored*')
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Block words saved').waitFor()
    const rules = page.getByRole('main').getByRole('listitem')
    await expect.poll(() => rules.first().getAttribute('aria-label')).toBe('Block words')
    await page.getByRole('button', { name: 'Move Block words down' }).press('Enter')
    await expect.poll(() => rules.first().getAttribute('aria-label')).toBe('Storms')
    await publishAndPoll({ account, publisher, sourceId }, 'This is sponsored by nobody')
    await page.getByText(/Block words: 1\shidden/).waitFor()
    await page.getByRole('link', { name: 'Hidden articles' }).click()
    const feed = page.getByRole('feed')
    await feed.getByText('This is sponsored by nobody').waitFor()
    await page.goto('/?show=all')
    await feed.getByText('Storm over the harbour').waitFor()
    expect(await feed.getByText('This is sponsored by nobody').count()).toBe(0)
    await page.goto('/?q=is:hidden&show=all')
    await feed.getByText('This is sponsored by nobody').click()
    await openTitle(page).filter({ hasText: 'This is sponsored by nobody' }).waitFor()
    await page.keyboard.press('m')
    const shown = async () => {
      type Listed = { postings: { title: string }[] }
      const { postings } = await callApi<Listed>(account, 'GET', '/postings?show=all')
      return postings.map(({ title }) => title)
    }
    await expect.poll(shown).toContain('This is sponsored by nobody')
    expectQuiet()
    await close()
  },
)
