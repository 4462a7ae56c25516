import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SourceYear } from '#components/sources/year/source-year.tsx'
import { draw } from '../../support/components/draw.tsx'
import { delaysOfMonth } from '../../support/components/source-answers.ts'
import { serve } from '../../support/components/stand-in-server.ts'

const sky = () => page.getByRole('img', { name: /^60\sarticles since/ })
const minuteMs = 60_000

function serveYear() {
  return serve({ 'GET /sources/:id/delays': delaysOfMonth() })
}

test('the year of a source is asked for when it is nearly in sight, and nothing moves then', async () => {
  const { calls } = serveYear()
  draw(
    <div id="scrolled" style={{ height: 900, overflow: 'auto' }}>
      <div style={{ height: 2000 }} />
      <SourceYear sourceId={1} promiseMs={null} />
      <p id="behind">Behind</p>
    </div>,
  )
  await expect.element(page.getByRole('heading', { name: 'A year of this feed' })).toBeInTheDocument()
  expect(calls).toEqual([])
  const scrolled = document.querySelector('#scrolled')
  scrolled?.scrollTo(0, 1900)
  await expect.element(sky()).toBeVisible()
  expect(calls).toHaveLength(1)
})

test('a year has a line for each posting, late ones in their colour, a sentence and a table by the month', async () => {
  serveYear()
  draw(<SourceYear sourceId={1} promiseMs={20 * minuteMs} />)
  await expect.element(sky()).toBeVisible()
  const lines = (tone: string) =>
    sky().element().querySelector(`[data-tone=${tone}]`)?.getAttribute('d')?.match(/M/g)?.length ?? 0
  expect(lines('fresh') + lines('late')).toBe(60)
  // The delays go from 2 to 26 minutes.
  expect(lines('late')).toBeGreaterThan(10)
  expect(lines('late')).toBeLessThan(20)
  await expect
    .element(page.getByText(/^60\sarticles since .*: half found within \d+\smin, 9 in 10 within/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Table' }).click()
  await expect.element(page.getByRole('row', { name: /^Month Articles/ })).toBeVisible()
  expect(page.getByRole('row').elements().length).toBeGreaterThan(1)
})
