import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { msText } from '#components/admin/shared/lab-words.ts'
import { formatCount } from '#lib/text/format.ts'
import { localeOf } from '#lib/words/server-words.ts'
import { callApi, sharedApp } from '#tests/support/browser/app-accounts.ts'
import { chooseLanguage } from '#tests/support/browser/app-pages.ts'
import { openWindow, type AppWindow } from '#tests/support/browser/app-window.ts'
import { storeLabHistory } from '#tests/support/data/lab-history.ts'
import { look } from '#tests/support/browser/look.ts'
import { checkEveryLook, takePicture } from '#tests/support/browser/page-check.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'
import type { AuditPage } from '#lib/api/server/audit.ts'
import type { LabRunDetails, LabRunItem } from '#lib/api/server/lab.ts'
import type { ServerSettings } from '#lib/api/server/admin.ts'

const app = sharedApp()
const world = withPublishers()
const english = localeOf('en')
let window: AppWindow
let usualBudget: number

beforeAll(async () => {
  await storeLabHistory(app.databaseUrl, app.admin.email)
  const { budgetPerDay } = await callApi<ServerSettings>(app.admin, 'GET', '/admin/settings')
  usualBudget = budgetPerDay
  await callApi(app.admin, 'PATCH', '/admin/settings', { budgetPerDay: 80 })
  window = await openWindow(world.browser, { appUrl: app.url, account: app.admin })
})

// Other files poll more than these few sources.
afterAll(() => callApi(app.admin, 'PATCH', '/admin/settings', { budgetPerDay: usualBudget }))

const rowOf = (page: Page, name: RegExp) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

/** The latest that came to its end. */
async function latestRun(): Promise<LabRunDetails> {
  // The chart is there while the run goes on.
  const doneId = async () => {
    const { runs } = await callApi<{ runs: LabRunItem[] }>(app.admin, 'GET', '/admin/lab')
    return runs.find(({ state }) => state === 'done')?.id
  }
  await expect.poll(doneId, { timeout: 120_000 }).toBeDefined()
  return callApi<LabRunDetails>(app.admin, 'GET', `/admin/lab/${await doneId()}`)
}

test('a replay is watched to its end, and its table shows the figures of the API', async () => {
  const { page } = window
  await page.goto('/admin/lab')
  await page.getByRole('heading', { name: 'No runs yet' }).waitFor()
  await takePicture(page, 'admin-lab-empty', true)
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByRole('heading', { name: 'Delay against budget' }).waitFor({ timeout: 120_000 })
  const { result } = await latestRun()
  expect(result?.happened.postings).toBeGreaterThan(50)
  for (const { policy, figures } of result?.compared ?? []) {
    const name = { price: /^Price/, uniform: /^Uniform/, 'minimum-delay': /^Minimum delay/ }[policy as string]
    if (name === undefined) continue
    const cells = async () => {
      const texts = await rowOf(page, name).getByRole('cell').allInnerTexts()
      return [texts[0], texts[2], texts[3], texts[5]]
    }
    await expect
      .poll(cells)
      .toEqual([
        ...[msText(figures.weightedMeanMs, english), msText(figures.medianMs, english)],
        ...[msText(figures.p90Ms, english), formatCount(Math.round(figures.pollsPerDay), english)],
      ])
  }
  await page.getByRole('img', { name: /^Delay against budget/ }).waitFor()
  window.expectQuiet()
})

test('the chart comes with the document, before any script', async () => {
  const document = await (await window.page.request.get(`${app.url}/admin/lab`)).text()
  expect(document).toContain('role="img" aria-label="Delay against budget')
})

test('the chart has a table of all points beside it, and the points are there as CSV', async () => {
  const { page } = window
  const { result } = await latestRun()
  const frame = page.getByRole('group', { name: /^Delay against budget/ })
  await frame.focus()
  await page.keyboard.press('t')
  await expect
    .poll(() => frame.getByRole('row').count())
    .toBe(1 + (result?.points.length ?? 0) + (result?.bound?.length ?? 0))
  await page.keyboard.press('t')
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await coming).suggestedFilename()).toMatch(/^policy-lab-\d+\.csv$/)
})

test('the live policy is switched from there, and that is taken back', async () => {
  const { page } = window
  await rowOf(page, /^Uniform/)
    .getByRole('button', { name: 'Switch…' })
    .click()
  await takePicture(page, 'admin-lab-switch')
  await page.getByRole('dialog').getByRole('button', { name: 'Switch', exact: true }).click()
  await rowOf(page, /^Uniform/)
    .getByText('in use')
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await rowOf(page, /^Price/)
    .getByText('in use')
    .waitFor()
  window.expectQuiet()
})

test('what was switched stands in the log', async () => {
  const { entries } = await callApi<AuditPage>(app.admin, 'GET', '/admin/audit')
  const acts = entries.map(({ act, detail, changed }) => `${act} ${changed[0]?.after ?? detail}`)
  expect(acts.slice(0, 2)).toEqual(['settings-changed price', 'settings-changed uniform'])
})

testByNight('a run without history says why it failed', async () => {
  const { page } = window
  await page.getByLabel('History').selectOption('28')
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByText('No feed was checked before this span').waitFor({ timeout: 30_000 })
  await takePicture(page, 'admin-lab-failed')
  await page.getByLabel('History').selectOption('7')
})

test('a run that waits or is under way is cancelled', async () => {
  const { page } = window
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByRole('status').getByText('The run is under way').waitFor()
  await takePicture(page, 'admin-lab-running')
  await page.getByRole('status').getByRole('button', { name: 'Cancel the run' }).click()
  await page.getByText('cancelled').waitFor()
})

testByNight('the lab is accessible and fits', () =>
  look(world.browser, 'admin-lab', {
    appUrl: app.url,
    account: app.admin,
    path: '/admin/lab',
    lead: (page) => page.getByRole('img', { name: /^Delay against budget/ }).waitFor(),
  }),
)

testByNight(
  'on a phone the policies are named below the chart, and none of their figures is out of sight',
  async () => {
    const { page, close } = await openWindow(world.browser, {
      appUrl: app.url,
      account: app.admin,
      width: 390,
      height: 844,
      hasTouch: true,
    })
    await page.goto('/admin/lab')
    const chart = page.getByRole('group', { name: /^Delay against budget/ })
    await chart.getByRole('listitem').filter({ hasText: 'Price (live)' }).waitFor()
    const { result } = await latestRun()
    // Where each posting would be found as it comes, what knows the future is not drawn: that depends on the days.
    const named = chart.getByRole('listitem').filter({ hasNotText: 'Theoretical optimum' })
    expect(await named.count()).toBe(result?.compared.length)
    const cards = page.getByRole('list', { name: 'Policies' })
    const uniform = cards
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: /^Uniform/ }) })
    const figures = result?.compared.find(({ policy }) => policy === 'uniform')?.figures
    expect(await uniform.getByRole('definition').first().innerText()).toBe(
      msText(figures?.medianMs ?? null, english),
    )
    await close()
  },
)

testByNight('the table of policies and the hours are accessible and fit', async () => {
  const { page } = window
  await page.goto('/admin/lab')
  await page.getByRole('img', { name: /^Checks over the day: Price/ }).waitFor()
  await checkEveryLook(page, 'admin-lab-table', { inSight: page.getByRole('heading', { name: /^At 80/ }) })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/settings')
  await chooseLanguage(page, 'de')
  await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor()
  await page.goto('/admin/lab')
  await page.getByRole('img', { name: /^Verzögerung je nach Budget/ }).waitFor()
  await page.getByRole('heading', { name: 'Strategielabor' }).waitFor()
  await page.getByLabel('Die laufende Strategie vergleichen mit').selectOption('minimum-delay')
  await takePicture(page, 'admin-lab-german', true)
  await page.goto('/settings')
  await chooseLanguage(page, 'browser')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
})
