import { beforeAll, expect, test } from 'vitest'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { sharedApp, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { toast } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { subscribeTo } from '#tests/support/browser/new-reader.ts'
import { makePostings } from '#tests/support/servers/publisher.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const app = sharedApp()
const world = withPublishers()
let account: AppAccount
const postings = makePostings('Tide', 5, Date.now() - 60 * 60_000)

/** The entries of a feed at an address, as the reader of it understands it. */
async function entriesAt(address: string) {
  const answer = await fetch(address)
  const body = Buffer.from(await answer.arrayBuffer())
  const parsed = await parseFeed({ body, contentType: answer.headers.get('content-type'), url: address })
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.feed.entries.map(({ title, url, html }) => [title, url, html])
}
/** Newest first, with all of their text. */
const published = postings.toReversed().map(({ title, link, text }) => [title, link, text])

beforeAll(async () => {
  const publisher = world.publishers.site('Tide table', postings)
  account = await signUpThroughApi(app.url, 'Otto Output')
  await subscribeTo(account, publisher)
})

test('a list is made a feed, read at its address, renewed and deleted', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account })
  await page.goto('/settings/feeds')
  await page.waitForURL('**/settings/connections#outputs')
  await page.getByText('No feeds yet').waitFor()
  await page.getByRole('button', { name: 'New feed' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Tides')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Tides saved').waitFor()
  const field = page.getByLabel('Address of Tides')
  const address = await field.inputValue()
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ])
  for (const each of ['atom', 'rss', 'json'])
    expect(await entriesAt(address.replace(/\w+$/, each)), each).toEqual(published)
  const etag = answer.headers.get('etag') ?? ''
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect(etag).toMatch(/^(W\/)?"[^"]+"$/)
  expect((await fetch(address, { method: 'HEAD' })).headers.get('etag')).toBe(etag)
  await page.getByText('JSON', { exact: true }).click()
  await expect.poll(() => field.inputValue()).toMatch(/\.json$/)
  await page.getByRole('button', { name: 'New address for Tides' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New address' }).click()
  await toast(page, 'Tides has a new address').waitFor()
  expect((await fetch(address)).status).toBe(404)
  await expect.poll(() => field.inputValue()).not.toContain(address.replace(/\.\w+$/, ''))
  const renewed = await field.inputValue()
  expect(await entriesAt(renewed)).toEqual(published)
  await page.getByRole('button', { name: 'Delete Tides' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No feeds yet').waitFor()
  expect((await fetch(renewed)).status).toBe(404)
  expectQuiet()
  await close()
})
