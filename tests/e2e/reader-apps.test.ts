import { createHash } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedApp, signUpThroughApi } from '#tests/support/browser/app-accounts.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { subscribeTo } from '#tests/support/browser/new-reader.ts'
import { startPublishers, type Publishers } from '#tests/support/servers/publisher.ts'
import { ask, formOf } from '#tests/support/api/ask.ts'

const app = sharedApp()
let browser: Browser
let publishers: Publishers

beforeAll(async () => {
  browser = await launchBrowser()
  publishers = await startPublishers(1)
})
afterAll(async () => {
  await browser.close()
  await publishers.close()
})

test('what the settings say is all that an app needs, by each protocol', async () => {
  const account = await signUpThroughApi(app.url, 'Ada App')
  const postings = Array.from({ length: 3 }, (_, n) => ({
    guid: `app-${n}`,
    title: `Posting ${n}`,
    publishedAt: Date.now() - (n + 1) * 3_600_000,
  }))
  const sourceId = await subscribeTo(account, publishers.site('Site of apps', postings), 'News')
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account })
  await page.goto('/settings/connections')
  const addressFor = async (program: string) => {
    await page.getByRole('combobox', { name: 'Your app' }).selectOption(program)
    return page.getByRole('textbox', { name: 'Server address' }).inputValue()
  }
  // Where the server is reached the page knows when it runs.
  await expect.poll(() => addressFor('NetNewsWire')).toMatch(/^http/)
  const address = await addressFor('NetNewsWire')
  expect(await page.getByRole('textbox', { name: 'E-mail or user name' }).inputValue()).toBe(account.email)
  const minifluxAddress = await addressFor('Miniflutt')
  const feverAddress = await addressFor('Another app (Fever)')
  await page.getByRole('textbox', { name: 'Name of the program or device' }).fill('Reader')
  await page.getByRole('checkbox', { name: 'Also for apps that use the Fever API' }).check()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByLabel('Your password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const password = await page.getByRole('textbox', { name: 'Password of “Reader”' }).inputValue()
  await page.getByText('Fever', { exact: true }).waitFor()
  expectQuiet()
  await close()

  const login = await ask(`${address}/accounts/ClientLogin`, {
    method: 'POST',
    body: formOf({ Email: account.email, Passwd: password }),
  })
  const headers = { authorization: `GoogleLogin auth=${/^Auth=(\S+)$/m.exec(login.text)?.[1] ?? ''}` }
  const api = `${address}/reader/api/0`
  const list = await ask(`${api}/subscription/list?output=json`, { headers })
  expect(list.body['subscriptions']).toMatchObject([
    { id: `feed/${sourceId}`, title: 'Site of apps', categories: [{ label: 'News' }] },
  ])
  // The stream as it is, slashes and all; a slash at the end.
  const { url = '' } = (list.body['subscriptions'] as { url: string }[])[0] ?? {}
  for (const path of [
    `stream/contents/feed/${url}`,
    `stream/contents/feed%2F${sourceId}`,
    'stream/contents/',
  ]) {
    const { status, body } = await ask(`${api}/${path}`, {
      headers: { ...headers, 'accept-encoding': 'gzip' },
    })
    expect([path, status, (body['items'] as object[]).length]).toEqual([path, 200, 3])
  }
  const ids = await ask(`${api}//stream/items/ids/?n=10000`, { headers })
  expect(ids.body['itemRefs']).toHaveLength(3)
  const read = { method: 'POST', headers, body: formOf({ s: `feed/${sourceId}` }) }
  expect((await ask(`${api}/mark-all-as-read/`, read)).text).toBe('OK')

  const miniflux = async (path: string, options: RequestInit = {}) =>
    ask(`${minifluxAddress}/v1/${path}`, { ...options, headers: { 'x-auth-token': password } })
  expect(JSON.parse((await miniflux('feeds/')).text)).toMatchObject([
    { id: sourceId, title: 'Site of apps', category: { title: 'News' } },
  ])
  const { total, entries } = (await miniflux('entries?status=read&limit=2')).body
  expect([total, (entries as object[]).length]).toEqual([3, 2])
  expect((await miniflux(`feeds/${sourceId}/mark-all-as-read`, { method: 'PUT' })).status).toBe(204)

  const key = createHash('md5').update(`${account.email}:${password}`).digest('hex')
  const fever = (query: string) =>
    ask(`${feverAddress}?api${query}`, { method: 'POST', body: formOf({ api_key: key }) })
  expect((await fever('&unread_item_ids&feeds')).body).toMatchObject({
    auth: 1,
    unread_item_ids: '',
    feeds: [{ id: sourceId, title: 'Site of apps' }],
  })
  const { items } = (await fever('&items&since_id=0')).body as { items: object[] }
  expect(items).toHaveLength(3)
})

test('no path of the protocols answers with a redirection or a page, whoever asks and however', async () => {
  const paths = [
    ...[
      '',
      'token',
      'tag/list',
      'subscription/list',
      'stream/contents/feed/https://a.example/',
      'edit-tag',
      '%ff',
    ],
    ...['stream/items/ids', 'unread-count', 'user-info', 'nothing', 'a//b', 'subscription/quickadd'],
  ].map((path) => `reader/api/0/${path}`)
  const all = [...paths, 'reader', 'accounts/ClientLogin', 'accounts/x', 'fever', 'fever/x', 'api/fever.php']
  for (const root of ['/', '/api/greader.php/'])
    for (const path of all)
      for (const end of ['', '/', '//', '?T=x', '/?a=%zz'])
        for (const method of ['GET', 'POST']) {
          const address = `${app.url}${root}${path}${end}`
          const { status, headers } = await ask(address, {
            method,
            headers: { cookie: 'skylark.session_token=x' },
          })
          const what = `${method} ${address}`
          expect([what, status >= 300 && status < 400, status >= 500]).toEqual([what, false, false])
          expect([what, headers.get('content-type')?.includes('html') ?? false]).toEqual([what, false])
        }
})
