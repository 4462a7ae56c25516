import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { callApi, sharedApp } from '../support/app-accounts.ts'
import { openWindow, type AppWindow } from '../support/app-window.ts'
import { look } from '../support/look.ts'
import { subscribeToNew } from '../support/subscribed-sources.ts'
import { withPublishers } from '../support/with-publishers.ts'
import { testByNight } from '../support/night-test.ts'

const app = sharedApp()
const world = withPublishers()
let window: AppWindow
let sourcePath: string

beforeAll(async () => {
  const { pathOf } = await subscribeToNew(world, 'Reader of the budget', [
    'Timber Oak',
    'Timber Ash',
    'Timber Elm',
  ])
  sourcePath = pathOf('Timber Ash')
  window = await openWindow(world.browser, { appUrl: app.url, account: app.admin })
})

test('the panel says where the polls go, by source and by host, as the API does', async () => {
  const { page } = window
  await page.goto('/admin/sources')
  const section = page.getByRole('region', { name: 'Where the polls go' })
  await section.getByRole('link').first().waitFor()
  await section.getByRole('combobox').selectOption('state')
  await section.getByRole('rowheader', { name: 'Still learning' }).waitFor()
  const { groups } = await callApi<{ groups: { name: string; pollsShare: number }[] }>(
    app.admin,
    'GET',
    '/admin/budget/shares?by=host',
  )
  await section.getByRole('combobox').selectOption('host')
  await section.getByRole('rowheader', { name: groups[0]?.name ?? '', exact: true }).waitFor()
  window.expectQuiet()
})

test('a changed budget stands in its history', async () => {
  const { page } = window
  await page.goto('/admin/sources')
  await page.getByRole('button', { name: /^Budget: / }).click()
  await page.getByRole('textbox', { name: 'Polls a day' }).fill('12,345')
  await page.getByRole('button', { name: 'Save' }).first().click()
  const history = page.getByRole('region', { name: 'History of the budget' })
  await history
    .getByText(/→ 12,345/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await history
    .getByText(/12,345 →/)
    .first()
    .waitFor()
  window.expectQuiet()
})

test('the budget of many days is drawn, and its table is what the API tells', async () => {
  await withPastPlannings(async () => {
    const days = await daysByBudgetInForce()
    expect(days).toHaveLength(21)
    await look(
      world.browser,
      'admin-budget-history',
      {
        ...{ appUrl: app.url, account: app.admin, path: '/admin/sources' },
        lead: async (page) => {
          const history = page.getByRole('region', { name: 'History of the budget' })
          const chart = history.getByRole('img', { name: /^Budget and delay expected by day/ })
          await chart.waitFor()
          expect(await chart.locator('rect').count()).toBe(21)
          await history.getByRole('button', { name: 'Table' }).click()
          const budgets = await history.getByRole('row').locator('td:nth-child(2)').allTextContents()
          expect(budgets).toEqual(
            days.map(({ budgetPerDay }) => budgetPerDay.toLocaleString('en')).toReversed(),
          )
          await history.getByRole('button', { name: 'Chart' }).click()
          await chart.scrollIntoViewIfNeeded()
        },
      },
      { only: 'wide' },
    )
  })
})

/** The budget by day, once sources are planned by the one in force: the test before changed it, and took that back. */
async function daysByBudgetInForce(): Promise<readonly { budgetPerDay: number }[]> {
  const { budgetPerDay } = await callApi<{ budgetPerDay: number }>(app.admin, 'GET', '/admin/settings')
  const read = () => callApi<{ days: { budgetPerDay: number }[] }>(app.admin, 'GET', '/admin/budget/history')
  await expect
    .poll(async () => (await read()).days.at(-1)?.budgetPerDay, { timeout: 30_000 })
    .toBe(budgetPerDay)
  return (await read()).days
}

/** With a planning on each of the twenty days before the latest: of growing budgets, from which less waiting was expected. */
async function withPastPlannings(then: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  // Negative ids: what asks for the latest planning must not find these.
  await client.query(`INSERT INTO "planning_run" ("id", "madeAt", "policyVersion", "run", "sources", "grantedPerDay", "predictedDelayMs")
    SELECT -day, "madeAt" - make_interval(days => day), "policyVersion",
      jsonb_set("run", '{settings,budgetPerDay}', to_jsonb(5000 - 200 * (day / 5))), "sources", "grantedPerDay", 600000 + 30000 * day
    FROM generate_series(1, 20) AS day, (SELECT * FROM "planning_run" ORDER BY "id" DESC LIMIT 1) AS latest`)
  try {
    await then()
  } finally {
    await client.query(`DELETE FROM "planning_run" WHERE "id" < 0`)
    await client.end()
  }
}

test('an admin fixes how one source is polled, and takes it back', async () => {
  const { page } = window
  await page.goto(sourcePath)
  const form = page.getByRole('form', { name: 'Admin settings for this source' })
  await form.getByRole('textbox', { name: /^Check every/ }).fill('0')
  await expect.poll(() => form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await form.getByRole('textbox', { name: /^Check every/ }).fill('90')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Undo').waitFor()
  await page.reload()
  await expect.poll(() => form.getByRole('textbox', { name: /^Check every/ }).inputValue()).toBe('90')
  await page.goto('/admin/audit')
  await page
    .getByText(/^Always every: /)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Take back' }).first().click()
  await page
    .getByText(/^Taken back/)
    .first()
    .waitFor()
  await page.goto(sourcePath)
  await expect.poll(() => form.getByRole('textbox', { name: /^Check every/ }).inputValue()).toBe('')
  window.expectQuiet()
})

testByNight('the hatch form is accessible and fits', () =>
  look(world.browser, 'source-hatch', {
    ...{ appUrl: app.url, account: app.admin, path: sourcePath },
    lead: async (page) => {
      const form = page.getByRole('form', { name: 'Admin settings for this source' })
      await form.waitFor()
      await form.scrollIntoViewIfNeeded()
    },
  }),
)

testByNight('the table with its budget is accessible and fits', () =>
  look(
    world.browser,
    'admin-budget',
    {
      ...{ appUrl: app.url, account: app.admin, path: '/admin/sources' },
      lead: (page) =>
        page.getByRole('region', { name: 'Where the polls go' }).getByRole('link').first().waitFor(),
    },
    { only: 'wide' },
  ),
)

test('the budget on a phone is accessible and fits', () =>
  look(
    world.browser,
    'admin-budget',
    {
      ...{ appUrl: app.url, account: app.admin, path: '/admin/sources' },
      lead: async (page) => {
        await page.getByRole('button', { name: 'Budget', exact: true }).click()
        await page.getByRole('region', { name: 'Where the polls go' }).getByRole('link').first().waitFor()
      },
    },
    { only: 'narrow' },
  ))

testByNight('in German nothing of the table and its budget is cut off', async () => {
  await callApi(app.admin, 'PATCH', '/me', { language: 'de' })
  try {
    await look(
      world.browser,
      'admin-budget-de',
      {
        ...{ appUrl: app.url, account: app.admin, path: '/admin/sources' },
        lead: async (page) => {
          const section = page.getByRole('region', { name: 'Wohin die Abrufe gehen' })
          await section.getByRole('link').first().waitFor()
          await page.getByRole('region', { name: 'Verlauf des Budgets' }).scrollIntoViewIfNeeded()
        },
      },
      { only: 'wide' },
    )
  } finally {
    await callApi(app.admin, 'PATCH', '/me', { language: null })
  }
})
