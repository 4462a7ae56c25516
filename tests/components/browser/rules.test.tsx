import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { RulesScreen } from '#components/rules/rules-screen.tsx'
import type { RuleRequest, RuleItem } from '#lib/api/rules/rules.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { drawInSettings } from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'
import type { Routes } from '../../support/components/stand-in-server.ts'

const acts = { read: false, star: true, labelId: null, hide: false, alert: false, sendTo: null }
const storms: RuleItem = {
  id: 1,
  name: 'Storms',
  kind: 'rule',
  query: 'tide OR storm',
  scope: 'all',
  folderId: null,
  sourceId: null,
  acts,
  stops: false,
  isOn: true,
  trouble: null,
}

/** The server's rules, which are changed as the screen asks. */
function serveRules(first: readonly RuleItem[], others: Routes = {}) {
  let rules = first
  let settings = { readAfterDays: null as number | null }
  const server = serveReading(oneSource('Tide table', 5), {
    'GET /rules': () => ({ rules }),
    'GET /rules/runs': { runs: [] },
    'GET /rules/settings': () => settings,
    'PATCH /rules/settings': ({ body }) => (settings = body as typeof settings),
    'POST /rules': ({ body }) => {
      const made = { ...(body as RuleRequest), id: rules.length + 10, trouble: null }
      rules = [...rules, made]
      return made
    },
    'PATCH /rules/:id': ({ id, body }) => change(id, body as Partial<RuleItem>),
    'PUT /rules/:id': ({ id, body }) => change(id, body as RuleRequest),
    'DELETE /rules/:id': ({ id }) => void (rules = rules.filter((rule) => String(rule.id) !== id)),
    'POST /rules/arrange': ({ body }) => {
      const { ids } = body as { ids: number[] }
      rules = rules.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    },
    ...others,
  })
  function change(id: string, parts: Partial<RuleItem>) {
    rules = rules.map((rule) => (String(rule.id) === id ? { ...rule, ...parts } : rule))
    return rules.find((rule) => String(rule.id) === id)
  }
  return { ...server, rules: () => rules, settings: () => settings }
}

test('a rule is switched off, changed and deleted, with a way back', async () => {
  const server = serveRules([storms])
  drawInSettings(<RulesScreen />, { address: '/settings/automation' })
  await page.getByRole('checkbox', { name: 'Storms is on' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Storms is on' })).not.toBeChecked()
  await expect.poll(server.rules).toMatchObject([{ name: 'Storms', isOn: false }])
  await page.getByRole('button', { name: 'Edit Storms' }).click()
  const form = page.getByRole('form', { name: 'Edit Storms' })
  await form.getByLabelText('Name').fill('Gales')
  await form.getByLabelText('For').selectOptions('Tide table')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Gales saved')).toBeVisible()
  expect(server.rules()).toMatchObject([{ name: 'Gales', scope: 'source', sourceId: 1, isOn: false, acts }])
  await page.getByRole('button', { name: 'Delete Gales' }).click()
  await expect.element(page.getByText('Gales deleted')).toBeVisible()
  expect(server.rules()).toEqual([])
  await userEvent.keyboard('z')
  await expect.element(page.getByRole('checkbox', { name: 'Gales is on' })).not.toBeChecked()
  await page.getByLabelText('Mark as read automatically after').selectOptions('30 days')
  await expect.poll(server.settings).toEqual({ readAfterDays: 30 })
  await expect.element(page.getByLabelText('Mark as read automatically after')).toHaveValue('30')
})

test('before there is a rule or a change, no log of them stands empty', async () => {
  serveRules([])
  drawInSettings(<RulesScreen />, { address: '/settings/automation' })
  await expect.element(page.getByText('No rules yet')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'What rules did' })).not.toBeInTheDocument()
  serveRules([storms])
  drawInSettings(<RulesScreen />, { address: '/settings/automation' })
  await expect.element(page.getByText(/^No rule has changed anything/)).toBeVisible()
})

test('the page is accessible and fits', async () => {
  serveRules([storms], {
    'POST /rules/test': {
      tested: 5,
      found: 5,
      counts: { read: 0, star: 5, label: 0, hide: 0, alert: 0, send: 0 },
      postings: oneSource('Tide table', 5).postings,
    },
  })
  drawInSettings(<RulesScreen />, { address: '/settings/automation' })
  await page.getByRole('button', { name: 'Edit Storms' }).click()
  await page.getByRole('form', { name: 'Edit Storms' }).getByRole('button', { name: 'Test' }).click()
  await expect.element(page.getByText(/^Matches 5 of the latest 5 articles/)).toBeVisible()
  await expect.element(page.getByText(/^Nothing was changed\. The rule would do this: /)).toBeVisible()
  await checkLooks('rules')
})

test('the page is German for who wants that', async () => {
  serveRules([storms])
  drawInSettings(<RulesScreen />, { address: '/settings/automation', language: 'de' })
  await expect.element(page.getByRole('checkbox', { name: 'Storms ist an' })).toBeVisible()
  await checkLooks('rules-de')
})
