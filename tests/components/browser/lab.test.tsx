import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { LabScreen } from '#components/admin/lab/lab-screen.tsx'
import { serveAdmin } from '../../support/components/admin-pages.tsx'
import { answerOf } from '../../support/components/answer-of.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { drawInFrame } from '../../support/components/reading-pages.tsx'
import {
  labComparison,
  labPoint,
  labResult,
  labRunDetails,
  labRunItem,
  type LabRequest,
  labRequest,
} from '#lib/api/server/lab.ts'

const minute = 60_000
const policies = ['price', 'uniform', 'minimum-delay'] as const
const budgets = [20, 40, 80, 160, 320]

/** Figures of a policy at a budget: the later a policy stands, the later postings are found. */
function figures(policy: (typeof policies)[number], budget: number) {
  const meanMs = ((10 + 4 * policies.indexOf(policy)) * minute * 80) / budget
  return answerOf(labPoint, {
    polls: 7 * budget,
    pollsPerDay: budget,
    postings: 120,
    weightedMeanMs: meanMs,
    medianMs: 0.8 * meanMs,
    p90Ms: 3 * meanMs,
    lost: 0,
  })
}

const result = answerOf(labResult, {
  fromAt: new Date(Date.now() - 7 * 24 * 60 * minute).toISOString(),
  sources: 9,
  allSources: 9,
  livePolicy: 'price',
  budgetPerDay: 80,
  happened: figures('price', 80),
  failedPolls: 2,
  tookMs: 1_800,
  compared: policies.map((policy) =>
    answerOf(labComparison, {
      policy,
      figures: figures(policy, 80),
      pollsToReach: policy === 'price' ? null : 120,
      difference: policy === 'price' ? null : { ms: 4 * minute, lowMs: 2 * minute, highMs: 6 * minute },
      sooner: 1,
      later: 7,
      alike: 1,
      pollsByHour: Array.from({ length: 24 }, () => 3.3),
      losers: [
        {
          sourceId: 1,
          title: 'Orbit',
          postings: 9,
          beforeMs: minute,
          afterMs: 9 * minute,
          changeMs: 8 * minute,
        },
      ],
    }),
  ),
  points: policies.flatMap((policy) =>
    budgets.map((budgetPerDay) => ({ ...figures(policy, budgetPerDay), policy, budgetPerDay })),
  ),
  bound: budgets.map((budgetPerDay) => ({ budgetPerDay, weightedMeanMs: (5 * minute * 80) / budgetPerDay })),
})
const request = labRequest.parse({ policies: [...policies], days: 7 })
const done = answerOf(labRunItem, { id: 7, state: 'done', progress: 1, request })

/** A lab in which one run is done; one that is begun stands still, or fails where it asks for more than 7 days. */
function serveLab() {
  let runs = [done]
  const server = serveAdmin(['Orbit'], {
    'GET /admin/lab': () => ({ runs, readyAt: new Date(0).toISOString() }),
    'GET /admin/lab/:id': answerOf(labRunDetails, { ...done, result, hasTrace: true }),
    'POST /admin/lab': ({ body }) => {
      const isLong = (body as LabRequest).days > 7
      const begun = answerOf(labRunItem, {
        id: 8,
        request: labRequest.parse(body),
        progress: 0.2,
        ...(isLong ? { state: 'failed', failure: 'no-history' } : { state: 'running' }),
      })
      runs = [begun, ...runs.filter(({ id }) => id !== 8)]
      return begun
    },
    'DELETE /admin/lab/:id': ({ id }) => {
      runs = runs.map((run) => (String(run.id) === id ? { ...run, state: 'cancelled' } : run))
    },
  })
  return server
}

const draw = () => drawInFrame(<LabScreen />, { address: '/admin/lab' })

test('the lab is not offered before there is a day to replay, and says when it will be', async () => {
  let readyAt: string | null = null
  serveAdmin(['Orbit'], { 'GET /admin/lab': () => ({ runs: [], readyAt }) })
  draw()
  await expect.element(page.getByText('Not enough history yet')).toBeVisible()
  await expect.element(page.getByText(/It opens a day after the first feed was checked/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Replay' })).not.toBeInTheDocument()
  readyAt = new Date(Date.now() + 60 * minute).toISOString()
  draw()
  await expect.element(page.getByText(/Available from .*\d:\d\d/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Replay' })).not.toBeInTheDocument()
  await checkLooks('lab-too-soon')
})

test('a run without history says why it failed, and one that is under way is cancelled', async () => {
  serveLab()
  draw()
  await page.getByLabelText('History').selectOptions('28')
  await page.getByRole('button', { name: 'Replay' }).click()
  await expect.element(page.getByText(/No feed was checked before this span/)).toBeVisible()
  await page.getByLabelText('History').selectOptions('7')
  await page.getByRole('button', { name: 'Replay' }).click()
  const status = page.getByRole('status').filter({ hasText: 'The run is under way' })
  await expect.element(status).toBeVisible()
  await status.getByRole('button', { name: 'Cancel the run' }).click()
  await expect.element(page.getByText('cancelled')).toBeVisible()
})

test('the picker begins with five policies, and the curves of a run grow while it is under way', async () => {
  let replayed = 1
  const running = answerOf(labRunItem, { id: 9, state: 'running', progress: 0.4, request })
  serveAdmin(['Orbit'], {
    'GET /admin/lab': { runs: [running], readyAt: new Date(0).toISOString() },
    'GET /admin/lab/:id': () => ({
      ...answerOf(labRunDetails, { ...running, hasTrace: false }),
      soFar: { livePolicy: 'price', budgetPerDay: 80, points: result.points.slice(0, replayed) },
    }),
  })
  drawInFrame(<LabScreen />, { address: '/admin/lab?run=9' })
  const picker = page.getByRole('group', { name: 'Policies' })
  await expect
    .poll(
      () =>
        picker
          .getByRole('checkbox')
          .elements()
          .filter((each) => each.checkVisibility()).length,
    )
    .toBe(5)
  const chart = page.getByRole('group', { name: /^Delay against budget/ })
  await expect.element(chart).toBeVisible()
  const dots = () => chart.element().querySelectorAll('[data-point]').length
  const before = dots()
  replayed = 8
  await expect.poll(dots).toBeGreaterThan(before)
  await checkLooks('admin-lab-growing')
})

test('in German the lab is whole', async () => {
  serveLab()
  drawInFrame(<LabScreen />, { address: '/admin/lab', language: 'de' })
  await expect.element(page.getByRole('heading', { name: 'Strategielabor' })).toBeVisible()
  await expect.element(page.getByRole('img', { name: /^Verzögerung je nach Budget/ })).toBeVisible()
  await checkLooks('admin-lab-german')
})
