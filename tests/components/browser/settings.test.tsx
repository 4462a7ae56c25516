import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { KeyChoices } from '#components/reading/keys/key-help.tsx'
import { TextLookChoices } from '#components/reading/text/text-look.tsx'
import { ListChoices, ScrollChoice } from '#components/settings/reading/list-choices.tsx'
import { ReaderApps } from '#components/settings/apps/reader-apps.tsx'
import { SettingRows } from '#components/settings/reading/setting-rows.tsx'
import { SettingGroup } from '#components/ui/form/setting.tsx'
import { defaultSettings } from '#lib/api/accounts/declared-settings.ts'
import { ReadingHoursChoice } from '#components/settings/reading/reading-hours.tsx'
import type { ReadingHours, ReadingHoursChange } from '#lib/api/accounts/reading-hours.ts'
import { DigestsScreen } from '#components/outputs/digests-screen.tsx'
import type { DigestItem, DigestRequest } from '#lib/api/outputs/digests.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { choose, drawInFrame, drawInSettings, toast } from '../../support/components/reading-pages.tsx'
import { oneSource, reader, serveReading } from '../../support/components/reading-server.ts'
import type { ReaderAppNews } from '#lib/api/accounts/account.ts'

const within = (label: string) => page.getByRole('radiogroup', { name: label })

test('lists, the look of texts and keys are set here, for all lists', async () => {
  const server = serveReading(oneSource('Lists', 1))
  const open = () =>
    drawInFrame(
      <>
        <h1>Settings</h1>
        <ListChoices />
        <ScrollChoice />
        <TextLookChoices />
        <h2>Keys</h2>
        <KeyChoices />
      </>,
      { address: '/settings' },
    )
  open()
  await choose('Cards')
  await page.getByRole('combobox', { name: 'Order' }).selectOptions('Oldest first')
  await within('Mark as read while scrolling').getByText('On', { exact: true }).click()
  await choose('Miniflux')
  const size = page.getByRole('slider', { name: /^Size/ })
  await expect.element(size).toHaveValue('18')
  await size.fill('19')
  ;(size.element() as HTMLElement).blur()
  await expect.poll(server.lists).toMatchObject({
    lists: { '*': { layout: 'cards', order: 'oldest' } },
    options: { marksOnScroll: true, keyPreset: 'miniflux' },
  })
  await expect.poll(server.readingSettings).toMatchObject({ sizePx: 19 })
  open()
  await expect.element(page.getByRole('radio', { name: 'Cards' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Miniflux' })).toBeChecked()
  await checkLooks('settings-lists')
})

test('swipes are chosen for each side, and kept', async () => {
  let settings = { ...defaultSettings, isFirstFindSaid: true }
  serveReading(oneSource('Swipes', 1), {
    'GET /me/settings': () => settings,
    'PATCH /me/settings': ({ body }) => (settings = { ...settings, ...(body as Partial<typeof settings>) }),
  })
  const open = () =>
    drawInFrame(
      <>
        <h1>Settings</h1>
        <SettingGroup title="Lists">
          <SettingRows part="lists" />
        </SettingGroup>
      </>,
      { address: '/settings' },
    )
  open()
  const side = (name: string) => page.getByRole('combobox', { name })
  await expect.element(side('To the right')).toHaveValue('read')
  await expect.element(side('To the left')).toHaveValue('later')
  await side('To the right').selectOptions('Star')
  await side('To the left').selectOptions('Nothing')
  await expect.poll(() => settings).toMatchObject({ swipeRight: 'star', swipeLeft: 'none' })
  open()
  await expect.element(side('To the left')).toHaveValue('none')
  await checkLooks('settings-swipes')
})

test('reading hours are off until they are given, and drawn as they are kept', async () => {
  let hours: ReadingHours = {
    kind: 'off',
    zone: 'Europe/Berlin',
    given: [],
    learned: null,
    learnedAt: null,
    learnsFrom: null,
  }
  serveReading(oneSource('Hours', 1), {
    'GET /reading-hours': () => hours,
    'PATCH /reading-hours': ({ body }) => (hours = { ...hours, ...(body as ReadingHoursChange) }),
  })
  const open = () =>
    drawInFrame(
      <>
        <h1>Settings</h1>
        <ReadingHoursChoice />
      </>,
      { address: '/settings' },
    )
  open()
  await expect.element(within('When I read').getByRole('radio', { name: 'Off' })).toBeChecked()
  await within('When I read').getByText('Custom').click()
  await expect.element(page.getByText(/^You have entered no hours yet/)).toBeVisible()
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
  const marked = () => page.getByRole('gridcell', { selected: true }).elements().length
  // Pulling from corner to corner paints all between; a press takes one away again.
  await userEvent.dragAndDrop(cell('Sat 07:00–08:00'), cell('Sun 09:00–10:00'))
  await expect.poll(() => hours.given).toEqual([127, 128, 129, 151, 152, 153])
  await expect.poll(marked).toBe(6)
  await cell('Sun 09:00–10:00').click()
  await expect.poll(marked).toBe(5)
  await expect.element(page.getByText('You read in 5 hours of the week.')).toBeVisible()
  // By keys: one on, and the two below it as it is.
  ;(cell('Mon 20:00–21:00').element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.poll(marked).toBe(6)
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.poll(marked).toBe(7)
  await userEvent.keyboard('{ArrowUp}{ArrowRight} ')
  await expect.poll(() => hours.given).toEqual([20, 21, 44, 127, 128, 129, 151, 152])
  await page.getByRole('button', { name: 'Table' }).click()
  await expect.element(page.getByRole('row', { name: /^20:00 100\s% 100\s% 20\s%/ })).toBeVisible()
  await page.getByRole('button', { name: 'Chart' }).click()
  await checkLooks('settings-reading-hours')
  open()
  await expect.poll(marked).toBe(8)
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect.poll(marked).toBe(0)
  await within('When I read').getByText('Automatic').click()
  await expect.element(page.getByText(/^Skylark knows too little/)).toBeVisible()
  await within('When I read').getByText('Off').click()
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
})

test('a digest is made for an hour and switched off', async () => {
  let digests: readonly DigestItem[] = []
  serveReading(oneSource('Digests', 1), {
    'GET /digests': () => ({ digests, canSend: true }),
    'POST /digests': ({ body }) => {
      const made = body as Required<DigestRequest>
      const place = { kind: made.place.kind, id: null, name: null, isGone: false }
      digests = [{ ...made, place, id: 1, nextAt: '2026-01-05T18:00:00.000Z', last: null }]
      return digests[0]
    },
    'PATCH /digests/:id': ({ body }) => {
      digests = digests.map((each) => ({ ...each, isOn: (body as { isOn: boolean }).isOn }))
      return digests[0]
    },
  })
  drawInSettings(<DigestsScreen />, { address: '/settings/notifications' })
  await page.getByRole('button', { name: 'New digest' }).click()
  await page.getByText('Weekly', { exact: true }).click()
  await page.getByLabelText('Time', { exact: true }).selectOptions('18:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(toast('All articles saved')).toBeVisible()
  expect(digests).toMatchObject([{ rhythm: 'weekly', weekday: 0, hour: 18, isOn: true }])
  await expect.element(page.getByRole('checkbox', { name: 'All articles is on' })).toBeChecked()
  await checkLooks('digests')
  await page.getByRole('checkbox', { name: 'All articles is on' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'All articles is on' })).not.toBeChecked()
  await expect.poll(() => digests).toMatchObject([{ isOn: false }])
})

test('no digest is offered where no mail can be sent, and the page says why', async () => {
  serveReading(oneSource('Digests', 1), { 'GET /digests': { digests: [], canSend: false } })
  drawInSettings(<DigestsScreen />, { address: '/settings/notifications' })
  await expect.element(page.getByRole('status').getByText(/^This server can’t send e-mail yet/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New digest' })).toBeDisabled()
})

test('a reader app is set up by what is shown for it, and what went wrong is said until it works', async () => {
  const at = new Date(Date.now() - 2 * 60_000).toISOString()
  let news: ReaderAppNews = { signedIn: null, refused: null }
  serveReading(oneSource('Apps', 1), { 'GET /reader-apps': () => news })
  const open = () =>
    drawInFrame(
      <>
        <h1>Settings</h1>
        <ReaderApps />
      </>,
      { address: '/settings' },
    )
  open()
  const app = page.getByRole('combobox', { name: 'Your app' })
  const address = page.getByRole('textbox', { name: 'Server address' })
  await expect.element(address).toHaveValue(`${location.origin}/api/greader.php`)
  await expect.element(page.getByText(/an account of the kind “FreshRSS”/)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'E-mail or user name' })).toHaveValue(reader.email)
  await expect.element(page.getByText(/^No reader app has signed in yet/)).toBeVisible()
  await page.getByRole('button', { name: 'Show QR code' }).click()
  const code = page.getByRole('img', { name: `QR code of ${location.origin}/api/greader.php` })
  await expect.element(code).toBeVisible()
  expect(code.element().querySelectorAll('svg path').length).toBeGreaterThan(0)
  // Each program has a code of its own, and a token stands for the user.
  await app.selectOptions('Miniflutt')
  await expect.element(code).not.toBeInTheDocument()
  await expect.element(address).toHaveValue(location.origin)
  await expect.element(page.getByText(/^Enter an app password as the token or API key/)).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'E-mail or user name' })).not.toBeInTheDocument()
  await app.selectOptions('newsboat')
  await expect.element(page.getByText(new RegExp(`miniflux-login "${reader.email}"`))).toBeVisible()
  news = { signedIn: null, refused: { why: 'own-password', at, address: '203.0.113.7' } }
  open()
  await expect.element(page.getByText(/It needs an app password/)).toBeVisible()
  await expect.element(page.getByText(/, from 203\.0\.113\.7$/)).toBeVisible()
  await page.getByRole('button', { name: 'Show QR code' }).click()
  await expect.element(code).toBeVisible()
  await checkLooks('settings-reader-apps')
  news = { signedIn: { name: 'Phone', at }, refused: null }
  open()
  await expect.element(page.getByText(/^“Phone” works: last used/)).toBeVisible()
})
