import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { WarningBanner } from '#components/admin/server/warning-banner.tsx'
import { BrowserChannel } from '#components/alerts/browser-channel.tsx'
import { DiscoverScreen } from '#components/discover/discover-screen.tsx'
import { DigestsScreen } from '#components/outputs/digests-screen.tsx'
import { EmailForm } from '#components/settings/account/email-form.tsx'
import { alsoRead, hotSources } from '#lib/api/sources/discover.ts'
import { answerOf } from '../../support/components/answer-of.ts'
import { draw } from '../../support/components/draw.tsx'
import { drawInFrame, drawInSettings } from '../../support/components/reading-pages.tsx'
import { oneSource, reader, serveReading } from '../../support/components/reading-server.ts'
import { longSource } from '../../support/components/source-answers.ts'
import { drawSource, serveSource } from '../../support/components/source-pages.tsx'
import type { Routes } from '../../support/components/stand-in-server.ts'

/** A sentence that something is missing leads on, for those who can do something about it. */
const admin: Routes = { 'GET /me': { ...reader, role: 'admin' } }
const mailIsOff = { 'GET /digests': { digests: [], canSend: false } }
const link = (name: string) => page.getByRole('link', { name, exact: true })
const setting = () => page.getByText(/set the variable SMTP_URL/)

test('that no e-mail can be sent names the setting to an admin, and nothing of it to a reader', async () => {
  serveReading(oneSource('Digests', 1), { ...mailIsOff, ...admin })
  drawInSettings(<DigestsScreen />, { address: '/settings/notifications' })
  await expect.element(setting()).toBeVisible()
  serveReading(oneSource('Digests', 1), { ...mailIsOff, ...admin })
  drawInSettings(<EmailForm sendsMail={false} />, { address: '/settings/account' })
  await expect.element(setting()).toBeVisible()
  serveReading(oneSource('Digests', 1), mailIsOff)
  drawInSettings(<DigestsScreen />, { address: '/settings/notifications' })
  await expect.element(page.getByText(/^This server can’t send e-mail yet/)).toBeVisible()
  await expect.element(setting()).not.toBeInTheDocument()
})

test('that checks are paused leads an admin to the switch, and no reader', async () => {
  const paused = { 'GET /sources/:id': longSource({ isPollingPaused: true }) }
  serveSource({ ...paused, ...admin })
  drawSource()
  await expect.element(link('Resume checks')).toHaveAttribute('href', '/admin/budget#polling')
  serveSource(paused)
  drawSource()
  await expect.element(page.getByText(/^All checks are paused on this server/).first()).toBeVisible()
  await expect.element(link('Resume checks')).not.toBeInTheDocument()
})

test('that one feed is paused, or refused by its publisher, says to an admin where that is set', async () => {
  const override = { isPaused: true, fixedIntervalMs: null, greatestDelayMs: null, keepDays: null }
  serveSource({ 'GET /sources/:id': longSource({ hatch: override }), ...admin })
  drawSource()
  await expect.element(page.getByText(/You can resume them below, under Details\.$/)).toBeVisible()
  const reason = { code: 'publisherOptedOut' as const, values: { host: 'a.example' }, text: '' }
  const refused = longSource({ health: { kind: 'opted-out', reason }, nextPollAt: null })
  serveSource({ 'GET /sources/:id': refused, ...admin })
  drawSource()
  await expect.element(link('Limits by host')).toHaveAttribute('href', '/admin/hosts')
})

test('that recommendations are off leads an admin to their switch', async () => {
  serveReading(oneSource('Explorer', 2), {
    'GET /discover/hot': answerOf(hotSources, { isOn: false }),
    'GET /discover/also-read': answerOf(alsoRead, { isOn: false }),
    'GET /discover/packs': { packs: [] },
    ...admin,
  })
  drawInFrame(<DiscoverScreen />, { address: '/discover' })
  await expect.element(link('Switch them on')).toHaveAttribute('href', '/admin/people#recommends')
})

test('push notifications without https say that https is missing, not that the browser is too old', async () => {
  const own = Object.getOwnPropertyDescriptor(window, 'isSecureContext')
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
  try {
    serveReading(oneSource('Alerts', 1), admin)
    draw(<BrowserChannel pushKey="key" />)
    await expect.element(page.getByText(/^Push notifications need https/)).toBeVisible()
    await expect.element(page.getByText(/PUBLIC_URL to its https address/)).toBeVisible()
  } finally {
    if (own !== undefined) Object.defineProperty(window, 'isSecureContext', own)
  }
})

test('a problem of the server has a link to the page where it can be mended', async () => {
  const warnings = [
    { code: 'queueLate', level: 'warning', values: { lagMs: 60_000, due: 3 } },
    { code: 'diskNearlyFull', level: 'warning', values: { freeShare: 0.04, freeBytes: 4.2e9 } },
    { code: 'manyFail', level: 'warning', values: { failedShare: 0.5, sources: 9, hosts: 4 } },
  ]
  serveReading(oneSource('Admin', 1), { 'GET /admin/warnings': { warnings }, ...admin })
  draw(<WarningBanner />)
  await expect.element(link('Budget and policy')).toHaveAttribute('href', '/admin/budget')
  await expect.element(page.getByText('The disk under DATA_DIR has only 4.2 GB left.')).toBeVisible()
  await expect.element(link('Retention')).toHaveAttribute('href', '/admin/retention')
  await expect.element(link('Feeds')).toHaveAttribute('href', '/admin/sources?state=failing')
})
