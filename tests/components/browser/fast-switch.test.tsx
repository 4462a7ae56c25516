import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { FastSwitch } from '#components/sources/source/fast-switch.tsx'
import type { SourceDetail } from '#lib/api/sources/sources.ts'
import type { FastPreview, SourceHealth } from '#lib/api/sources/subscriptions.ts'
import { drawInFrame } from '../../support/components/reading-pages.tsx'
import { serveReading } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'

const beacon = subscription(1, 'Beacon')

type Drawn = { readonly asked?: number; readonly health?: SourceHealth['kind'] }

/** The effect of the switch: checks a day from `now` to `then`, at an expected delay of five minutes or less. */
function previewOf(now: number, then: number, asked = 1): FastPreview {
  return {
    wantsFast: false,
    asked,
    fairShare: 5,
    share: { now: 1, then: 1 },
    sayStrength: 2,
    weight: { now: 1, then: 3 },
    pollsPerDay: { now, then },
    predictedDelayMs: { now: 300_000, then: (300_000 * now) / then },
  }
}

/** Draws the switch beside what it would do. */
function drawSwitch(now: number, then: number, { asked = 1, health = 'ok' }: Drawn = {}): void {
  const preview = previewOf(now, then, asked)
  serveReading({ subscriptions: [beacon], postings: [] }, { 'GET /subscriptions/:id/fast': () => preview })
  drawInFrame(<FastSwitch source={sourceOf(health)} />, { address: '/sources/1' })
}

function sourceOf(health: SourceHealth['kind']): SourceDetail {
  return { id: beacon.sourceId, health: { kind: health, reason: null } } as SourceDetail
}

test('where more checks would be made, the switch says how many and how much sooner', async () => {
  drawSwitch(65, 130)
  await expect.element(page.getByText(/^Checks: 130\sa\sday instead of 65\sa\sday/)).toBeVisible()
})

test('who has marked no feed yet is not told of none, but for how many it works', async () => {
  drawSwitch(65, 130, { asked: 0 })
  await expect.element(page.getByText(/This works best for up to 5 feeds\.$/)).toBeVisible()
})

test.each(['failing', 'gone', 'opted-out'] as const)(
  'of a feed that is %s no checks and no delay are promised',
  async (health) => {
    drawSwitch(65, 130, { health })
    await expect.element(page.getByText(/^Skylark cannot read this feed at the moment/)).toBeVisible()
    expect(document.body.textContent).not.toMatch(/a\sday|\d\smin/)
  },
)

test('where nothing would change, no figure stands beside itself', async () => {
  drawSwitch(144, 144)
  await expect
    .element(page.getByText(/^This makes no difference\. Checks: 144\sa\sday either way/))
    .toBeVisible()
  expect(document.body.textContent).not.toContain('instead of')
})

test('read from right to left, its words begin below its name', async () => {
  document.documentElement.dir = 'rtl'
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  drawSwitch(65, 130)
  const words = page.getByText(/^Checks: 130/)
  await expect.element(words).toBeVisible()
  expect(getComputedStyle(words.element()).paddingRight).toBe('24px')
})

test('what stands below the switch keeps its place while its effect is asked for', async () => {
  let tell: (preview: FastPreview) => void = () => undefined
  const told = new Promise<FastPreview>((resolve) => (tell = resolve))
  serveReading({ subscriptions: [beacon], postings: [] }, { 'GET /subscriptions/:id/fast': () => told })
  drawInFrame(
    <>
      <FastSwitch source={sourceOf('ok')} />
      <p>What stands below</p>
    </>,
    { address: '/sources/1' },
  )
  const top = () => page.getByText('What stands below').element().getBoundingClientRect().top
  await expect.element(page.getByRole('switch')).toBeVisible()
  const before = top()
  tell(previewOf(65, 130))
  await expect.element(page.getByText(/^Checks: 130/)).toBeVisible()
  expect(top()).toBe(before)
})
