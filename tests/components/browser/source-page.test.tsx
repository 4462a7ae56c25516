import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SourceScreen } from '#components/sources/source/source-screen.tsx'
import { answerOf } from '../../support/components/answer-of.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { drawInFrame } from '../../support/components/reading-pages.tsx'
import { delaysOfMonth, longSource } from '../../support/components/source-answers.ts'
import { drawSource, serveSource } from '../../support/components/source-pages.tsx'
import { refusal } from '../../support/components/stand-in-server.ts'
import { sourcePush } from '#lib/api/sources/sources.ts'

const delays = () => page.getByRole('group', { name: /^Delay of \d+/ })

test('a source with a long history is accessible and fits', async () => {
  serveSource()
  drawSource()
  await expect.element(delays()).toBeVisible()
  await checkLooks('source-long')
})

test.each([390, 600, 820, 1_000, 1_440])(
  'words in drawings are whole, and 8.5 px or more, at a width of %i px',
  async (width) => {
    await page.viewport(width, 900)
    serveSource()
    drawSource()
    await expect.element(delays()).toBeVisible()
    await page.getByText('Details', { exact: true }).first().click()
    const drawn = [...document.querySelectorAll<SVGTextElement>('svg text')].filter((text) =>
      text.checkVisibility(),
    )
    expect(drawn.length).toBeGreaterThan(10)
    const sizes = drawn.map(
      (text) => Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0),
    )
    expect(Math.min(...sizes)).toBeGreaterThan(8.5)
    const isCut = (text: SVGTextElement) => {
      const [own, whole] = [text, text.ownerSVGElement ?? text].map((each) => each.getBoundingClientRect())
      return (
        own === undefined || whole === undefined || own.right > whole.right + 1 || own.left < whole.left - 1
      )
    }
    expect(drawn.filter(isCut).map(({ textContent }) => textContent)).toEqual([])
  },
)

test('the line of the promise has the colour of ink: amber is for what came late', async () => {
  serveSource()
  drawSource()
  const label = page.getByText(/^promise: /).first()
  await expect.element(label).toBeInTheDocument()
  const ink = getComputedStyle(document.body).color
  expect(getComputedStyle(label.element()).fill).toBe(ink)
})

test('a source without a measured article says so once', async () => {
  const none = { ...delaysOfMonth(), delays: [] }
  const young = longSource({ weeks: [], createdAt: new Date(Date.now() - 86_400_000).toISOString() })
  serveSource({ 'GET /sources/:id': young, 'GET /sources/:id/delays': none })
  drawSource()
  await expect.element(page.getByRole('heading', { name: 'No delay measured yet' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Articles', exact: true })).toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'A year of this feed' })).not.toBeInTheDocument()
})

test('an old source of which nothing was measured says so once', async () => {
  const server = serveSource({
    'GET /sources/:id': longSource({ weeks: [] }),
    'GET /sources/:id/delays': { ...delaysOfMonth(), delays: [] },
  })
  drawSource()
  const said = page.getByRole('heading', { name: 'No delay measured yet' })
  await expect.element(said).toBeVisible()
  page.getByRole('heading', { name: 'Articles', exact: true }).element().scrollIntoView()
  await expect.poll(() => server.calls.some(({ query }) => query.get('days') === '365')).toBe(true)
  await expect.element(page.getByRole('heading', { name: 'A year of this feed' })).not.toBeInTheDocument()
  expect(said.elements()).toHaveLength(1)
})

test('a source that posted nothing for a season keeps its year', async () => {
  serveSource({ 'GET /sources/:id': longSource({ weeks: [] }) })
  drawSource()
  await expect.element(page.getByRole('heading', { name: 'A year of this feed' })).toBeInTheDocument()
})

test('a source with a hub, gaps, promises and a move is accessible and fits', async () => {
  const push = answerOf(sourcePush, {
    protocol: 'websub',
    hubUrl: 'https://hub.example/',
    state: 'active',
    share: 0.9,
  })
  serveSource({ 'GET /sources/:id': longSource({ push, movedTo: 'https://new.example/feed' }) })
  drawSource()
  await page.getByText('Details', { exact: true }).first().click()
  await expect.element(page.getByText(/with checks as a backup/)).toBeVisible()
  await expect.element(page.getByText(/2\sgaps, likely 7\sarticles lost/)).toBeVisible()
  await expect.element(page.getByText(/were right 11 of 12 times, so Skylark uses them/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Subscribe to that one' })).toBeVisible()
  await checkLooks('source-history')
})

test('a source is four facts and their pictures; the rest is opened, asked for then, and kept open by the address', async () => {
  const server = serveSource()
  drawSource()
  await expect.element(page.getByRole('heading', { name: 'Why not now?' })).toBeVisible()
  const terms = () =>
    page
      .getByRole('term')
      .elements()
      .filter((each) => each.checkVisibility())
  expect(terms().map((each) => each.textContent)).toEqual([
    ...['Skylark promises', 'Delay, last 30 days', 'Next article expected', 'Next check'],
  ])
  // The figures of the policy are for who opens them.
  const figures = page.getByText(/^A check now would save/).first()
  await expect.element(figures).not.toBeVisible()
  await page.getByText('How much waiting a check would save').click()
  await expect.element(figures).toBeVisible()
  const asksForPolls = () => server.calls.some(({ path }) => path.endsWith('/polls'))
  expect(asksForPolls()).toBe(false)
  await page.getByText('Details', { exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Reasons for the last checks' })).toBeVisible()
  expect(asksForPolls()).toBe(true)
  expect(terms().length).toBe(8)
  expect(location.hash).toBe('#details')
  await checkLooks('source-details')
  drawInFrame(<SourceScreen sourceId={1} days={30} />, { address: '/sources/1#details' })
  await expect.element(page.getByRole('heading', { name: 'Reasons for the last checks' })).toBeVisible()
})

test('in German the page of a source is whole', async () => {
  serveSource()
  drawSource('de')
  await expect.poll(() => document.querySelectorAll('svg[role=img]').length).toBeGreaterThan(3)
  await checkLooks('de-source-long')
})

test.each(['en', 'de'] as const)(
  'at 1280 px (%s) the days that are shown stand beside their heading',
  async (language) => {
    serveSource()
    drawSource(language)
    await page.viewport(1280, 900)
    const choice = page.getByRole('radiogroup', { name: /^(Days shown|Gezeigte Tage)$/ })
    await expect.element(choice).toBeVisible()
    const head = choice.element().closest(':has(> h2)')
    const title = head?.querySelector('h2')?.getBoundingClientRect()
    const { top, right } = choice.element().getBoundingClientRect()
    expect(top).toBeLessThan(title?.bottom ?? 0)
    expect(right).toBeCloseTo(head?.getBoundingClientRect().right ?? 0, 0)
  },
)

test('a source that there is not is said to be none, and nothing is offered to be tried again', async () => {
  serveSource({ 'GET /sources/:id': () => refusal('not_found') })
  drawSource()
  await expect.element(page.getByRole('heading', { name: 'No such feed' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test.each([
  ['en', /^Posts every day at 07:00\. Skylark is there at 07:02\.$/],
  ['de', /^Erscheint täglich um 07:00 Uhr\. Skylark ist um 07:02 Uhr da\.$/],
] as const)('in %s the rhythm of the publisher is one sentence', async (language, sentence) => {
  const minute = 60_000
  const day = 86_400_000
  const seven = new Date().setHours(7, 0, 0, 0)
  const delays = Array.from({ length: 28 }, (_, index) => {
    const at = seven - (index + 1) * day
    return {
      postingId: `${index + 1}`,
      title: 'Tide',
      publishedAt: new Date(at).toISOString(),
      foundAt: new Date(at + 2 * minute).toISOString(),
      delay: { kind: 'exact', delayMs: 2 * minute },
    }
  })
  serveSource({ 'GET /sources/:id/delays': { delays, outages: [], promises: [] } })
  drawSource(language)
  await expect.element(page.getByText(sentence)).toBeVisible()
  await checkLooks(`source-rhythm-${language}`)
})

test('a feed that fails says its whole reason, and nothing of checks that it does not get', async () => {
  const reason = { code: 'loginPage', values: { host: 'example.org' }, text: '' } as const
  const { freshness } = longSource()
  if (freshness === null) throw new Error('no freshness')
  serveSource({
    'GET /sources/:id': longSource({
      health: { kind: 'failing', reason },
      freshness: { ...freshness, state: 'learning', keptShare: null },
    }),
  })
  drawSource()
  const said = page.getByText(/asks for a login instead of sending the feed/).first()
  await expect.element(said).toBeVisible()
  await page.viewport(390, 844)
  expect(said.element().scrollHeight).toBe(said.element().clientHeight)
  await expect.element(page.getByText(/a\sday on average/)).not.toBeInTheDocument()
  await expect.element(page.getByText('none yet', { exact: true })).toBeVisible()
})

test('the next check and its reason name the time once', async () => {
  const pollAt = new Date(Date.now() + 1_200_000).toISOString()
  const nextPollReason = { code: 'leastInterval', values: { pollAt, leastSeconds: 600 }, text: '' } as const
  serveSource({ 'GET /sources/:id': longSource({ nextPollAt: pollAt, nextPollReason }) })
  drawSource()
  const reason = page.getByText(/Skylark checks this feed every 10\smin/).first()
  await expect.element(reason).toBeVisible()
  expect(
    reason
      .element()
      .closest('p')
      ?.textContent.match(/\d\d:\d\d/g),
  ).toHaveLength(1)
})

test('while a source is still learnt nothing is said of its rhythm', async () => {
  serveSource({ 'GET /sources/:id': longSource({ learnsUntil: '2099-01-01T00:00:00.000Z' }) })
  drawSource()
  await expect.element(delays()).toBeVisible()
  await expect.element(page.getByText(/Skylark is (usually )?there/)).not.toBeInTheDocument()
})

test.each([
  [
    { kept: 0, broken: 1, isBelieved: false },
    /^Its cache headers were right only 0 of 1 time, so Skylark ignores them\.$/,
  ],
  [{ kept: 2, broken: 0, isBelieved: false }, null],
] as const)('of cache headers as %j it says %s', async (hint, said) => {
  serveSource({ 'GET /sources/:id': longSource({ hint, windowSize: 1 }) })
  drawSource()
  await page.getByText('Details', { exact: true }).click()
  await expect.element(page.getByText('the feed lists 1 article', { exact: true })).toBeVisible()
  if (said === null) await expect.element(page.getByText(/cache headers/)).not.toBeInTheDocument()
  else await expect.element(page.getByText(said)).toBeVisible()
})
