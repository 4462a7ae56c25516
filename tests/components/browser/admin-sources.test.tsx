import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminSourceRow, adminSourcesPage, budgetPreview } from '#lib/api/server/admin.ts'
import { BudgetEffect } from '#components/admin/budget/budget-effect.tsx'
import { BudgetNote } from '#components/admin/budget/budget-note.tsx'
import { answerOf } from '../../support/components/answer-of.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { budgetDays, drawAdmin, serveAdmin } from '../../support/components/admin-pages.tsx'
import { draw } from '../../support/components/draw.tsx'
import { toast } from '../../support/components/reading-pages.tsx'

const names = ['Orbit Alpha', 'Orbit Beta', 'Orbit Gamma'] as const
const factorOf = (name: string, factor: string) =>
  page.getByRole('button', { name: new RegExp(`^Factor of ${name}: ${factor.replace('.', '\\.')}`) }).first()

test('many sources get one weight together', async () => {
  const server = serveAdmin(names)
  drawAdmin('/admin/sources')
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).first().click()
  await expect.element(page.getByText(/^3\sfeeds chosen/)).toBeVisible()
  await page.getByRole('button', { name: 'Set factor' }).click()
  await page.getByRole('textbox', { name: 'Factor for 3 feeds' }).fill('2')
  await expect.element(page.getByText(/Expected mean delay/)).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(toast('Factor 2.0 for 3 feeds')).toBeVisible()
  for (const name of names) await expect.element(factorOf(name, '2.0')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  for (const name of names) await expect.element(factorOf(name, '1.0')).toBeVisible()
  expect(server.changes().filter(([path]) => path === 'POST /admin/sources/weights')).toHaveLength(2)
})

test('on the first day no column of delays stands empty, and the page says when they come', async () => {
  const source = answerOf(adminSourceRow, { id: 1, title: 'Orbit', url: 'https://1.example/', weight: 1 })
  const sources = answerOf(adminSourcesPage, { sources: [source], total: 1, page: 1, pageSize: 50 })
  serveAdmin(names, { 'GET /admin/sources': sources })
  drawAdmin('/admin/sources')
  const table = page.getByRole('table', { name: 'Feeds, their weights, checks and delays' })
  await expect.element(table.getByRole('columnheader', { name: /^Weight/ })).toBeVisible()
  await expect.element(page.getByText(/^Nothing is measured yet\./).first()).toBeVisible()
  for (const name of [/^Half within/, /within/, /^Promise/])
    await expect.element(table.getByRole('columnheader', { name })).not.toBeInTheDocument()
})

test('the columns that one sorts by show what is sorted: the weight beside its factor, and the next check', async () => {
  const next = new Date(Date.now() + 20.2 * 60_000).toISOString()
  const row = { id: 1, title: 'Orbit', url: 'https://1.example/', subscribers: 3, nextPollAt: next }
  const source = answerOf(adminSourceRow, { ...row, weight: 3.4, weightFactor: 2, lastOutcome: 'fetched' })
  serveAdmin(names, {
    'GET /admin/sources': answerOf(adminSourcesPage, { sources: [source], total: 1, page: 1, pageSize: 50 }),
  })
  drawAdmin('/admin/sources')
  const table = page.getByRole('table', { name: 'Feeds, their weights, checks and delays' })
  await expect.element(table.getByRole('columnheader', { name: 'Weight and factor' })).toBeVisible()
  await expect.element(table.getByRole('cell', { name: /^3\.4 Factor of Orbit: 2\.0/ })).toBeVisible()
  await expect.element(table.getByRole('columnheader', { name: 'Next check and last' })).toBeVisible()
  await expect.element(table.getByRole('cell', { name: /^in 20\smin\s*feed read/ })).toBeVisible()
})

test('a feed is added from the list, and one that was asked to wait says so apart from the check that is due', async () => {
  const past = new Date(Date.now() - 60_000).toISOString()
  const row = { id: 1, title: 'Orbit', url: 'https://1.example/', nextPollAt: past }
  const source = answerOf(adminSourceRow, { ...row, weight: 1, lastOutcome: 'throttled' })
  serveAdmin(names, {
    'GET /admin/sources': answerOf(adminSourcesPage, { sources: [source], total: 1, page: 1, pageSize: 50 }),
  })
  await page.viewport(820, 1180)
  onTestFinished(() => page.viewport(1440, 900))
  drawAdmin('/admin/sources')
  const main = page.getByRole('main')
  await expect.element(main.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe')
  const cell = main.getByRole('cell', { name: /due/ })
  await expect.element(cell).toBeVisible()
  const [due, waited] = ['due', 'asked to wait'].map((words) => {
    const range = document.createRange()
    const walker = document.createTreeWalker(cell.element(), NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (walker.currentNode.textContent === words) range.selectNode(walker.currentNode)
    return range.getBoundingClientRect()
  })
  expect(due?.height).toBeGreaterThan(0)
  expect(waited?.top).toBeGreaterThanOrEqual(due?.bottom ?? Infinity)
})

test('on a phone, without headings, the weight and its factor say what they are', async () => {
  const row = { id: 1, title: 'Orbit', url: 'https://1.example/', subscribers: 3 }
  const source = answerOf(adminSourceRow, { ...row, weight: 3.4, weightFactor: 2, lastOutcome: 'fetched' })
  serveAdmin(names, {
    'GET /admin/sources': answerOf(adminSourcesPage, { sources: [source], total: 1, page: 1, pageSize: 50 }),
  })
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  drawAdmin('/admin/sources')
  const card = page.getByRole('listitem').filter({ hasText: 'Orbit' })
  await expect.element(card.getByText('weight 3.4', { exact: true })).toBeVisible()
  await expect
    .element(card.getByRole('button', { name: 'Orbit: Factor 2.0' }))
    .toHaveTextContent('Factor 2.0')
})

test('a rule for the weights of all that are found is accessible and fits', async () => {
  serveAdmin(names)
  drawAdmin('/admin/sources')
  await page.getByRole('button', { name: /^Change the weight of all 3\sfeeds found/ }).click()
  await page.getByRole('form', { name: 'Weights by rule' }).getByRole('textbox').fill('3')
  await expect.element(page.getByText(/of 3/).first()).toBeVisible()
  await checkLooks('admin-rule', 'wide')
})

test('the panel says where the polls go, by source, state and host', async () => {
  const server = serveAdmin(names)
  drawAdmin('/admin/budget')
  const section = page.getByRole('region', { name: 'Checks by feed and host' }).first()
  await expect.element(section.getByRole('link', { name: 'Orbit Alpha' })).toBeVisible()
  await section.getByRole('combobox').selectOptions('state')
  await expect.element(section.getByRole('rowheader', { name: 'Still learning' })).toBeVisible()
  await section.getByRole('combobox').selectOptions('host')
  await expect.element(section.getByRole('rowheader', { name: '1.example', exact: true })).toBeVisible()
  const asked = server.calls.filter(({ path }) => path === '/admin/budget/shares')
  expect(asked.map(({ query }) => query.get('by'))).toEqual(['source', 'state', 'host'])
})

test('feeds that lose by a smaller budget stand in the order of what is shown', async () => {
  const preview = answerOf(budgetPreview, {
    now: { budgetPerDay: 10_000, predictedDelayMs: 600_000 },
    then: { budgetPerDay: 5_000, predictedDelayMs: 900_000 },
    gainers: [6, 3, 4, 12].map((minutes, index) => ({
      id: index + 1,
      title: `${minutes} min`,
      changeMs: 60_000 * minutes,
    })),
  })
  draw(<BudgetEffect preview={preview} failure={null} isEdited comparesHourly={false} />)
  await expect.element(page.getByRole('heading', { name: 'Lose most' })).toBeVisible()
  const titles = page.getByRole('link').elements()
  expect(titles.map(({ textContent }) => textContent)).toEqual(['12 min', '6 min', '4 min', '3 min'])
})

test('a budget by feed says what hourly checks of all would give', async () => {
  const now = { budgetPerDay: 1_536, predictedDelayMs: 720_000 }
  const preview = answerOf(budgetPreview, { now, then: now })
  draw(<BudgetEffect preview={preview} failure={null} isEdited={false} comparesHourly />)
  await expect
    .element(page.getByText(/^Checking every feed once an hour would give 30\smin\.$/))
    .toBeVisible()
})

test('where feeds together reach the limit of all checks, the budget says what is left for each', async () => {
  const now = { budgetPerDay: 10_000, predictedDelayMs: 2_000_000 }
  const server: ReturnType<typeof serveAdmin> = serveAdmin(names, {
    'GET /admin/settings': () => ({ ...server.settings(), checksPerSource: 24 }),
    'POST /admin/preview/budget': answerOf(budgetPreview, { now, then: now, sources: 1_230 }),
  })
  drawAdmin('/admin/budget')
  const budget = page.getByRole('region', { name: 'Budget', exact: true })
  await expect
    .element(budget.getByText(/^The limit of 10,000 checks a day is reached: 8\.1\sa\sday per feed\.$/))
    .toBeVisible()
  await expect.element(budget.getByText(/never more than/)).not.toBeInTheDocument()
})

test('a server from before budgets by feed keeps its budget, and its admin is asked once', async () => {
  const server = serveAdmin(names)
  draw(<BudgetNote />)
  const note = page.getByRole('region', { name: 'Budget' })
  await expect.element(note.getByText(/^This server may make 10,000 checks a day/)).toBeVisible()
  expect(server.settings().budgetPerDay).toBe(10_000)
  await note.getByRole('button', { name: /^Keep 10,000/ }).click()
  await expect.element(note).not.toBeInTheDocument()
  expect(server.changes()).toEqual([['PATCH /admin/settings', { checksPerSource: 0 }]])
})

test('the budget of many days is drawn, and its table says the same', async () => {
  serveAdmin(names)
  drawAdmin('/admin/budget')
  const history = page.getByRole('region', { name: 'History of the budget' }).first()
  const chart = history.getByRole('img', { name: /^Budget and expected delay by day/ })
  await expect.element(chart).toBeVisible()
  expect(chart.element().querySelectorAll('rect')).toHaveLength(21)
  await history.getByRole('button', { name: 'Table' }).click()
  const budgets = () =>
    [...history.element().querySelectorAll('td:nth-child(2)')].map((cell) => cell.textContent)
  const expected = budgetDays(21).map(({ budgetPerDay }) => budgetPerDay.toLocaleString('en'))
  await expect.poll(budgets).toEqual(expected.toReversed())
  await history.getByRole('button', { name: 'Chart' }).click()
  chart.element().scrollIntoView()
  await checkLooks('admin-budget-history')
})

test('in German nothing of the budget is cut off', async () => {
  serveAdmin(names)
  drawAdmin('/admin/budget', 'de')
  await expect
    .element(page.getByRole('region', { name: 'Abrufe nach Feed und Host' }).getByRole('link').first())
    .toBeVisible()
  page.getByRole('region', { name: 'Verlauf des Budgets' }).first().element().scrollIntoView()
  await checkLooks('admin-budget-de')
})
