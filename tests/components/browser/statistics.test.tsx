import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { StatisticsScreen } from '#components/sources/statistics/statistics-screen.tsx'
import { readingStatistics } from '#lib/api/sources/sources.ts'
import type { Language } from '#lib/words/languages.ts'
import { answerOf } from '../../support/components/answer-of.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { serveOrganising, threeOrganised } from '../../support/components/organising-server.ts'
import { drawInFrame } from '../../support/components/reading-pages.tsx'
import { subscription } from '../../support/components/sample-answers.ts'

const dayMs = 86_400_000
const names = ['Harbour Gazette', 'Rail Weekly', 'Field & Fen', 'The Very Long Name of a Local Newspaper']

function statistics() {
  const present = new Date()
  const source = (index: number, opened: number, starred: number) => ({
    sourceId: index + 1,
    title: names[index] ?? '',
    found: 80 * (index + 1),
    opened,
    starred,
  })
  return answerOf(readingStatistics, {
    months: Array.from({ length: 12 }, (_, index) => ({
      from: new Date(Date.UTC(present.getUTCFullYear(), present.getUTCMonth() - 11 + index)).toISOString(),
      opened: 100 + ((index * 37) % 90),
      starred: index,
    })),
    found: 800,
    opened: 120,
    starred: 66,
    mostOpened: [source(0, 60, 30), source(1, 40, 20)],
    leastOpened: [source(3, 1, 0), source(2, 19, 16)],
    mostStarred: [source(0, 60, 30), source(1, 40, 20), source(2, 19, 16)],
  })
}

function drawStatistics(language: Language = 'en', told = statistics()): void {
  const world = threeOrganised()
  const quiet = (id: number, title: string, days: number) =>
    subscription(id, title, { lastPostingAt: new Date(Date.now() - days * dayMs).toISOString() })
  const subscriptions = [...world.subscriptions, quiet(91, 'Old Lighthouse', 400), quiet(92, 'Busy Pier', 2)]
  serveOrganising({ ...world, subscriptions }, [], { 'GET /statistics': told })
  drawInFrame(<StatisticsScreen />, { address: '/sources/statistics', language })
}

test('a year of reading is a picture with its table, and sources are compared by what is opened of them', async () => {
  drawStatistics()
  await expect
    .element(page.getByText('You opened 15 % of what was found for you in 30 days: 120 of 800.'))
    .toBeVisible()
  const chart = page.getByRole('group', { name: /opened in twelve months, most in/ })
  ;(chart.element() as HTMLElement).focus()
  await userEvent.keyboard('{End}')
  await expect.element(page.getByText(/Opened 147.*Starred 11/)).toBeVisible()
  await userEvent.keyboard('t')
  await expect.element(page.getByRole('row', { name: / 147 11$/ })).toBeVisible()
  await userEvent.keyboard('t{End}')
  await expect.element(page.getByText(/Opened 147.*Starred 11/)).toBeVisible()
  const most = page.getByRole('table', { name: 'Most opened' })
  await expect.element(most.getByRole('row', { name: /Harbour Gazette 60 of 80/ })).toBeVisible()
  await expect.element(page.getByRole('table', { name: 'Most starred' })).toBeVisible()
  await checkLooks('statistics')
})

test('the axis of a few opened articles has each number once', async () => {
  const told = statistics()
  drawStatistics('en', { ...told, months: told.months.map((month) => ({ ...month, opened: 2, starred: 0 })) })
  const chart = page.getByRole('img', { name: /opened in twelve months, most in/ }).first()
  await expect.element(chart).toBeVisible()
  const numbers = [...chart.element().querySelectorAll('text')]
    .map((each) => each.textContent)
    .filter((each) => /^\d+$/.test(each))
  expect(numbers.toSorted()).toEqual(['0', '1', '2'])
})

test('a feed that has been silent for months is named, and left from there', async () => {
  drawStatistics()
  const silent = page.getByRole('region', { name: 'Silent feeds' })
  await expect.element(silent.getByRole('link', { name: 'Old Lighthouse' })).toBeVisible()
  await expect.element(silent.getByRole('link', { name: 'Busy Pier' })).not.toBeInTheDocument()
  await silent.getByRole('button', { name: 'Unsubscribe: Old Lighthouse' }).click()
  await expect.element(silent.getByText(/^None\./)).toBeVisible()
})

test('in German, and before anything was opened, the page is whole', async () => {
  drawStatistics('de')
  await expect.element(page.getByRole('table', { name: 'Am meisten geöffnet' })).toBeVisible()
  await checkLooks('de-statistics')
  drawStatistics('en', answerOf(readingStatistics))
  await expect.element(page.getByText('Nothing to count yet')).toBeVisible()
})

test('silent feeds wait for the figures above them, so that nothing moves', async () => {
  let tell: (told: ReturnType<typeof statistics>) => void = () => undefined
  const told = new Promise<ReturnType<typeof statistics>>((resolve) => (tell = resolve))
  serveOrganising(threeOrganised(), [], { 'GET /statistics': () => told })
  drawInFrame(<StatisticsScreen />, { address: '/sources/statistics' })
  await expect.element(page.getByRole('heading', { name: 'Statistics' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /All articles/ }).first()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /Silent feeds/ })).not.toBeInTheDocument()
  tell(statistics())
  await expect.element(page.getByRole('heading', { name: /Silent feeds/ })).toBeInTheDocument()
})
