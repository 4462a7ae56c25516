import { usePathname } from 'next/navigation'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AlertSetUp } from '#components/alerts/alert-set-up.tsx'
import { AlertsScreen } from '#components/alerts/alerts-screen.tsx'
import { SettingsFrame } from '#components/settings/settings-frame.tsx'
import {
  alertChannelItem,
  alertDeliveryItem,
  alertDeliveryPage,
  alertHitItem,
  alertHitPage,
  alertItem,
  alertPanel,
  alertPreview,
  type AlertRequest,
} from '#lib/api/alerts/alerts.ts'
import { answerOf } from '../../support/components/answer-of.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { choose, drawInFrame, openList } from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'
import { refusal, tellEvent, type Routes } from '../../support/components/stand-in-server.ts'

const about = { kind: 'source' as const, sourceId: 1 }
const siren = answerOf(alertItem, { id: 1, name: 'Siren', about, channelIds: [1], isOn: true, recent: 3 })
const hook = answerOf(alertChannelItem, {
  id: 1,
  kind: 'webhook',
  name: 'news.example',
  target: 'https://news.example/hook',
  secret: 'a secret of the channel',
})
const told = answerOf(alertHitItem, {
  id: '5',
  kind: 'posting',
  alert: { id: 1, name: 'Siren' },
  source: { id: 1, title: 'Siren' },
  posting: { id: '1001', title: 'The siren sounds', url: 'http://example.org/Siren/1' },
})
const sent = answerOf(alertDeliveryItem, {
  id: '1',
  key: 'a1-p2-c1',
  channel: hook,
  state: 'sent',
  title: 'The siren sounds',
  count: 1,
  tries: 1,
  sentAt: new Date().toISOString(),
  httpStatus: 204,
})
const panel = { alerts: [siren], channels: [hook], unseen: 0, pushKey: null, sendsMail: true }

function serveAlerts(others: Routes = {}) {
  return serveReading(oneSource('Siren', 3), {
    'GET /alerts': answerOf(alertPanel, panel),
    'GET /alerts/hits': answerOf(alertHitPage, { hits: [told] }),
    'GET /alerts/deliveries': answerOf(alertDeliveryPage, { deliveries: [sent] }),
    'POST /alerts/preview': answerOf(alertPreview, {
      sources: 1,
      readers: 2,
      recent: 3,
      weight: { now: 1, then: 3 },
      latest: [
        { id: '1', title: 'The siren sounds', sourceTitle: 'Siren', shownAt: new Date().toISOString() },
        { id: '2', title: 'A test of sirens', sourceTitle: 'Harbour', shownAt: new Date().toISOString() },
      ],
      pollsPerDay: { now: 24, then: 72 },
      predictedDelayMs: { now: 720_000, then: 240_000 },
    }),
    ...others,
  })
}

test.each(['asked for', 'answered'])(
  'an alert that comes before the page knows how many there are is told, too: %s already',
  async (state) => {
    const isFound = Promise.withResolvers<void>()
    const isAsked = Promise.withResolvers<void>()
    let unseen = 0
    serveAlerts({
      'GET /alerts': async () => {
        const before = unseen
        isAsked.resolve()
        await isFound.promise
        return answerOf(alertPanel, { ...panel, unseen: state === 'answered' ? before : unseen })
      },
    })
    await openList()
    await isAsked.promise
    unseen = 1
    await tellEvent({ type: 'alert', count: 1 })
    isFound.resolve()
    await expect.element(page.getByText('1 new alert')).toBeVisible()
  },
)

test('a bell stands at a search, and leads to an alert of it', async () => {
  let made: AlertRequest | null = null
  serveAlerts({
    'POST /alerts': ({ body }) => {
      made = body as AlertRequest
      return { ...siren, ...made }
    },
  })
  await openList('/?q=siren&show=all')
  await page.getByRole('link', { name: 'Alert me' }).click()
  await expect.poll(() => location.pathname + location.search).toBe('/settings/notifications?q=siren')
  drawAlerts(location.pathname + location.search)
  await expect.element(page.getByRole('textbox', { name: 'Search' })).toHaveValue('siren')
  await expect.element(page.getByText('A test of sirens')).toBeVisible()
  await checkLooks('alert-preview')
  await page.getByRole('button', { name: 'Create alert' }).click()
  await expect.element(page.getByText('Alert “siren” created')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(made).toMatchObject({ about: { kind: 'query', query: 'siren' } })
})

test('alerts are a list with one button, which opens the form in a dialog', async () => {
  serveAlerts({
    'POST /alerts': () => refusal('conflict'),
  })
  drawAlerts('/settings/notifications')
  const dialog = page.getByRole('dialog', { name: 'New alert' })
  await expect.element(page.getByRole('checkbox', { name: '“Siren” is on' })).toBeVisible()
  expect(dialog.query()).toBeNull()
  await page.getByRole('button', { name: 'New alert' }).click()
  await dialog.getByRole('combobox', { name: 'Feed' }).selectOptions('Siren')
  await expect.element(dialog.getByText('A test of sirens')).toBeVisible()
  await page.getByRole('button', { name: 'Create alert' }).click()
  await expect.element(dialog.getByRole('alert')).not.toBeEmptyDOMElement()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'New alert' })).toHaveFocus()
})

test.each(['Cancel', 'Create alert'])(
  'an address that asks for an alert asks no more after “%s”, and the button has the focus',
  async (act) => {
    serveAlerts({ 'POST /alerts': siren })
    const steps = history.length
    drawAlerts('/settings/notifications?source=1')
    const dialog = page.getByRole('dialog', { name: 'New alert' })
    await expect.element(dialog.getByRole('combobox', { name: 'Feed' })).toHaveValue('1')
    await dialog.getByRole('button', { name: act }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'New alert' })).toHaveFocus()
    expect(location.pathname + location.search).toBe('/settings/notifications')
    expect(history).toHaveLength(steps)
    // The next one starts anew.
    await page.getByRole('button', { name: 'New alert' }).click()
    await expect.element(dialog.getByRole('combobox', { name: 'Feed' })).toHaveValue('')
  },
)

test('where nothing was told and the alerts do not load, this is said', async () => {
  let isDown = true
  serveAlerts({
    'GET /alerts': () => (isDown ? refusal('forbidden') : answerOf(alertPanel, panel)),
    'GET /alerts/hits': answerOf(alertHitPage, { hits: [] }),
  })
  drawAlerts()
  await expect.element(page.getByText('The alerts did not load.')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('button', { name: 'New alert' })).toBeVisible()
})

test('where nothing was told yet, an alert is made on the spot', async () => {
  serveAlerts({
    'GET /alerts': answerOf(alertPanel, { ...panel, alerts: [] }),
    'GET /alerts/hits': answerOf(alertHitPage, { hits: [] }),
  })
  drawAlerts()
  await page.getByRole('button', { name: 'New alert' }).click()
  await expect.element(page.getByRole('dialog', { name: 'New alert' })).toBeVisible()
  expect(location.pathname).toBe('/alerts')
})

test('a told line names a feed once: where the article has no title, and where the feed is late', async () => {
  const note = { ...told, id: '6', posting: { id: '1002', title: '', url: null } }
  const late = { ...told, id: '7', kind: 'promise' as const, posting: null }
  serveAlerts({ 'GET /alerts/hits': answerOf(alertHitPage, { hits: [told, note, late] }) })
  drawAlerts()
  await expect.element(page.getByRole('link', { name: 'Siren', exact: true })).toBeVisible()
  const lines = page.getByRole('main').getByRole('listitem').elements()
  expect(lines.map(({ textContent }) => textContent.match(/Siren/g)?.length)).toEqual([1, 1, 1])
})

test('alerts offer their channels alone, and none where there are none', async () => {
  serveAlerts()
  drawAlerts('/settings/notifications')
  const row = page.getByRole('listitem').filter({ hasText: 'in 7 days' })
  await expect.element(row.getByRole('group', { name: 'Also send to' })).toBeVisible()
  const boxes = row.getByRole('checkbox')
  await expect.element(boxes.nth(1)).toHaveAccessibleName('news.example')
  expect(boxes.elements()).toHaveLength(2)
  serveAlerts({ 'GET /alerts': answerOf(alertPanel, { ...panel, channels: [] }) })
  drawAlerts('/settings/notifications')
  await expect.element(row).toBeVisible()
  expect(boxes.elements()).toHaveLength(1)
})

test('what was told, what is set up and what was sent are accessible and fit', async () => {
  serveAlerts()
  drawAlerts()
  await expect.element(page.getByRole('link', { name: 'The siren sounds' })).toBeVisible()
  await checkLooks('alerts-told')
  await page.getByRole('link', { name: 'Set up' }).click()
  await expect.element(page.getByText(/match(es)? in 7 days/).first()).toBeVisible()
  await checkLooks('alerts-set-up')
  drawAlerts()
  await choose('Delivery log')
  await expect.element(page.getByText('sent', { exact: true }).first()).toBeVisible()
  await checkLooks('alerts-log')
})

function drawAlerts(address = '/alerts'): void {
  drawInFrame(<AlertsAtAddress />, { address })
}

function AlertsAtAddress() {
  const path = usePathname()
  if (path === '/alerts') return <AlertsScreen />
  return (
    <SettingsFrame>
      <AlertSetUp />
    </SettingsFrame>
  )
}

test('an alert that changes nothing about the checks says so in one sentence', async () => {
  const preview = { sources: 1, readers: 2, recent: 3, latest: [], weight: { now: 3, then: 3 } }
  const same = { pollsPerDay: { now: 83.1, then: 83.1 }, predictedDelayMs: { now: 240_000, then: 240_000 } }
  serveAlerts({ 'POST /alerts/preview': answerOf(alertPreview, { ...preview, ...same }) })
  drawAlerts('/settings/notifications?source=1')
  const status = page.getByRole('status').filter({ hasText: 'would have matched' })
  const words = () => status.element().textContent
  await expect.poll(words).toMatch(/The alert does not change the checks: 83\sa\sday/)
  expect(words()).not.toMatch(/more readers|weight/)
})
