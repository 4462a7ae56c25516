import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSink } from '#tests/support/servers/alert-sinks.ts'
import { callApi, sharedApp } from '#tests/support/browser/app-accounts.ts'
import { toast } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { openText, textRegion, withHarbour } from '#tests/support/data/harbour.ts'
import { look } from '#tests/support/browser/look.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const harbour = withHarbour(241)
let linkding: Awaited<ReturnType<typeof startSink>>

beforeAll(async () => {
  linkding = await startSink()
})
afterAll(() => linkding.stop())

const title = 'Ferry timetable changes'
/** The requests to Linkding, from the first on; bodies as they came. */
const asked = () =>
  linkding.received.map(({ method, path, headers, body }) => {
    const { authorization, 'content-type': type } = headers
    return { method, path, authorization, type, body: body.toString() }
  })
const authorization = 'Token a token'
const lookedIn = {
  method: 'GET',
  path: '/api/user/profile/',
  authorization,
  type: undefined,
  body: '',
}
/** The request that saves a posting, by what Linkding documents. */
async function saves(saved: string) {
  const { postings } = await callApi<Listed>(harbour.reader, 'GET', '/postings?show=all&limit=100')
  const { url } = postings.find((posting) => posting.title === saved) ?? {}
  if (url === undefined) throw new Error(`${saved} is not there.`)
  const body = JSON.stringify({ url, title: saved })
  return { method: 'POST', path: '/api/bookmarks/', authorization, type: 'application/json', body }
}
type Listed = { readonly postings: readonly { readonly title: string; readonly url: string }[] }

test('a Linkding is added and tested, a text is sent there by its menu, and the log has it', async () => {
  const { page, expectQuiet, close } = await openWindow(harbour.browser, {
    appUrl: app.url,
    account: harbour.reader,
  })
  await page.goto('/settings/connections')
  await page.getByText('No services yet').waitFor()
  await page.getByRole('button', { name: 'Add a service' }).click()
  await page.getByLabel('Service', { exact: true }).selectOption('linkding')
  await page.getByLabel('Address of your instance').fill(linkding.origin)
  await page.getByLabel('Token', { exact: true }).fill('a token')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Linkding saved').waitFor()
  linkding.answer('/api/user', { status: 401, text: '{"detail":"Invalid token: a token"}' })
  await page.getByRole('button', { name: 'Test Linkding' }).click()
  await toast(page, 'Invalid token: •••').waitFor()
  linkding.answer('/api/user', { status: 200 })
  await page.getByRole('button', { name: 'Test Linkding' }).click()
  await toast(page, 'Connected to Linkding').waitFor()
  expect(asked()).toEqual([lookedIn, lookedIn])

  await page.goto('/?show=all')
  await openText(title)(page)
  await textRegion(page).getByRole('button', { name: 'Share' }).first().click()
  await page.getByRole('menuitem', { name: 'Send to Linkding' }).click()
  await toast(page, 'Sent to Linkding').waitFor()
  const sent = await saves(title)
  expect(JSON.parse(sent.body)).toMatchObject({ url: expect.stringMatching(/^http:\S+\/ferry$/) })
  expect(asked()).toEqual([lookedIn, lookedIn, sent])
  await page.keyboard.press('Shift+S')
  await page.getByRole('menuitem', { name: 'Send to Linkding' }).click()
  await toast(page, 'Sent to Linkding').waitFor()
  expect(asked()).toHaveLength(3) // what was sent is not sent again
  expectQuiet()
  await close()
  await look(harbour.browser, 'integrations', {
    appUrl: app.url,
    path: '/settings/connections',
    account: harbour.reader,
    lead: (shown) => shown.getByRole('link', { name: title }).waitFor(),
  })
})

testByNight(
  'on a phone an own address takes the title and where it is from, and what is refused says why',
  async () => {
    const { page, close } = await openWindow(harbour.browser, {
      appUrl: app.url,
      account: harbour.reader,
      width: 390,
      height: 844,
      hasTouch: true,
    })
    await page.goto('/settings/integrations')
    await page.getByRole('button', { name: 'Mastodon' }).click()
    await page.getByLabel('Address', { exact: true }).fill('https://share.example/?t={title}&s={source}')
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByText('https://share.example/').waitFor()
    const before = asked().length
    await expect.poll(() => page.getByLabel('Name in the menu').inputValue()).toBe('')
    await page.getByLabel('Name in the menu').fill('Bad')
    await page.getByLabel('Address', { exact: true }).fill('javascript:alert("{title}")')
    await page.getByRole('button', { name: 'Add a link' }).click()
    await page.getByText('must begin with https://').waitFor()

    linkding.answer('/api/bookmarks', { status: 403, text: 'not yours' })
    await page.goto('/?show=all')
    await openText('A page that is gone')(page)
    await page.getByRole('button', { name: 'Share' }).filter({ visible: true }).click()
    const own = page.getByRole('menuitem', { name: 'Mastodon' })
    expect(await own.getAttribute('href')).toMatch(
      /^https:\/\/share\.example\/\?t=A%20page%20that%20is%20gone&s=[^&\s]+$/,
    )
    await page.getByRole('menuitem', { name: 'Send to Linkding' }).click()
    await toast(page, 'could not be sent to Linkding').waitFor()
    await toast(page, 'not yours').waitFor()
    expect(asked().slice(before)).toEqual([await saves('A page that is gone')])
    const { sends } = await callApi<{ sends: readonly object[] }>(
      harbour.reader,
      'GET',
      '/integrations/sends',
    )
    expect(sends[0]).toMatchObject({ state: 'failed', httpStatus: 403, error: 'not yours' })
    await close()
  },
)
