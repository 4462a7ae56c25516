import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { OverviewScreen } from '#components/admin/server/overview-screen.tsx'
import { adminActivity, adminDelay, aggregatorStatus } from '#lib/api/server/admin.ts'
import { storedSizes } from '#lib/api/server/retention.ts'
import { answerOf } from '../../support/components/answer-of.ts'
import { serveAdmin } from '../../support/components/admin-pages.tsx'
import { checkLooks } from '../../support/components/check-looks.ts'
import { drawInFrame } from '../../support/components/reading-pages.tsx'
import { refusal, type Routes } from '../../support/components/stand-in-server.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

/** A day with a quiet night, an hour in which a host failed, and a week that became quicker. */
function activity() {
  const thisHour = Math.floor(Date.now() / hourMs) * hourMs
  return answerOf(adminActivity, {
    hours: Array.from({ length: 24 }, (_, index) => ({
      at: new Date(thisHour - (23 - index) * hourMs).toISOString(),
      fetched: index < 6 ? 5 : 40,
      unchanged: index < 6 ? 20 : 120,
      planned: 150,
      refused: index === 12 ? 14 : 0,
      failed: index === 13 ? 30 : 0,
    })),
    days: Array.from({ length: 7 }, (_, index) => ({
      from: new Date(Date.now() - (7 - index) * 24 * hourMs).toISOString(),
      count: 400,
      medianMs: (12 - index) * minuteMs,
      p90Ms: (40 - 3 * index) * minuteMs,
    })),
  })
}

const sizes = answerOf(storedSizes, {
  postings: { count: 41_000, bytes: 160_000_000 },
  searchDocuments: { count: 41_000, bytes: 60_000_000 },
  polls: { count: 70_000, bytes: 20_000_000 },
  pollDays: { count: 2_000, bytes: 1_000_000 },
  forgotten: { count: 10, bytes: 9_000 },
})

function drawOverview(others: Routes = {}, language: 'en' | 'de' = 'en'): void {
  serveAdmin(['Harbour Gazette'], {
    'GET /admin/aggregator': answerOf(aggregatorStatus, {
      pollsLastHour: 160,
      pollsLastDay: 3_500,
      budgetPerDay: 10_000,
      grantedPerDay: 3_600,
      onTimeShare: 0.98,
      lastPassAt: new Date().toISOString(),
      isRunning: true,
    }),
    'GET /admin/activity': activity(),
    'GET /admin/delay': ({ query }) =>
      answerOf(adminDelay, {
        since: query.get('since') ?? new Date(Date.now() - 24 * hourMs).toISOString(),
        count: 400,
        medianMs: 6 * minuteMs,
        p90Ms: 22 * minuteMs,
      }),
    'GET /admin/retention': sizes,
    ...others,
  })
  drawInFrame(<OverviewScreen />, { address: '/admin', language })
}

const polls = () =>
  page.getByRole('group', { name: /^3,\d+\schecks since .*, 3,\d+ were planned\. 30 failed\.$/ })

test('the day of checks stands against its plan, and each hour says what came of it', async () => {
  drawOverview()
  await expect.element(polls()).toBeVisible()
  ;(polls().element() as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByText(/Feed read 40.*Nothing changed 120/)).toBeVisible()
  await userEvent.keyboard('t')
  await expect.element(page.getByRole('columnheader', { name: 'Planned on average' })).toBeVisible()
  expect(page.getByRole('row', { name: / 40 120 0 30 150$/ }).elements()).toHaveLength(1)
  await userEvent.keyboard('t{Escape}')
  await checkLooks('admin-overview')
})

test('on the first day checks are not compared with the plan of a few hours', async () => {
  const { hours, days } = activity()
  const first = hours.map((hour, index) => (index < 23 ? { ...hour, planned: null } : hour))
  drawOverview({ 'GET /admin/activity': { hours: first, days } })
  const name = /^3,\d+\schecks since .*\d\. 30 failed\.$/
  await expect.element(page.getByRole('group', { name })).toBeVisible()
  await expect.element(page.getByRole('group', { name: /planned/ })).not.toBeInTheDocument()
})

test('the week of delays and the storage say in one sentence what they show', async () => {
  drawOverview()
  await expect
    .element(
      page.getByText(/last 24\shours half were found within 6\smin, .* half were found within 12\smin/),
    )
    .toBeVisible()
  await expect.element(page.getByText('241 MB in all. Largest: Articles, 66 %.')).toBeVisible()
})

test('a plan a little beyond the budget does not look forbidden: the budget is a mean of days', async () => {
  const status = { budgetPerDay: 1_536, grantedPerDay: 1_575, lastPassAt: new Date().toISOString() }
  drawOverview({ 'GET /admin/aggregator': answerOf(aggregatorStatus, status) })
  await expect.element(page.getByText(/^1,575\sa\sday$/)).toBeVisible()
  await expect.element(page.getByText('budget: 1,536 a day on average, more on busy days')).toBeVisible()
})

test('in German the overview is whole', async () => {
  drawOverview({}, 'de')
  await expect.element(page.getByText(/schlugen fehl/)).toBeVisible()
  await checkLooks('de-admin-overview')
})

test('without checks and delays the figures stand, and loading is offered again', async () => {
  drawOverview({ 'GET /admin/activity': () => refusal('unavailable') })
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(page.getByText('Checks in the last hour')).toBeVisible()
})

test('a delay of days ago is not called one of the last 24 hours', async () => {
  const { days, ...rest } = activity()
  drawOverview({ 'GET /admin/activity': { ...rest, days: days.slice(0, 5) } })
  await expect.element(page.getByText(/^On .* half were found within 8\smin/).first()).toBeVisible()
  await expect.element(page.getByText(/^In the last 24\shours half/)).not.toBeInTheDocument()
})
