import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DiscoverScreen } from '#components/discover/discover-screen.tsx'
import {
  alsoRead,
  discoverPreview,
  discoverSource,
  hotSources,
  starterPack,
} from '#lib/api/sources/discover.ts'
import { feedCandidate } from '#lib/api/sources/subscriptions.ts'
import { answerOf } from '../../support/components/answer-of.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { drawInFrame } from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'

const sources = ['Moonward Notes', 'Rail Weekly', 'Tideline Podcast', 'Die Brücke'].map((title, index) =>
  answerOf(discoverSource, {
    sourceId: index + 10,
    title,
    url: `https://read-here.example/${index}`,
    description: 'Rings and small moons, weekly.',
    readersAtLeast: 20 - 5 * index,
    postingsPerDay: 2,
  }),
)
const preview = answerOf(discoverPreview, {
  ...sources[0],
  delay: { medianMs: 240_000, p90Ms: 600_000, count: 40 },
  postings: [{ title: 'A small moon', shownAt: new Date().toISOString() }],
})

test('of a feed with too few dates the preview names no rate, and shows no column of what is not known', async () => {
  const source = answerOf(discoverSource, { sourceId: 10, title: 'Moonward Notes', readersAtLeast: 20 })
  serveReading(oneSource('Explorer', 2), {
    'GET /discover/hot': answerOf(hotSources, { isOn: true, popular: [source] }),
    'GET /discover/also-read': answerOf(alsoRead, { isOn: true }),
    'GET /discover/packs': { packs: [] },
    'GET /discover/sources/:id': answerOf(discoverPreview, source),
  })
  drawInFrame(<DiscoverScreen />, { address: '/discover' })
  await page.getByRole('link', { name: 'Moonward Notes' }).click()
  const shown = page.getByRole('article', { name: 'Preview of Moonward Notes' })
  await expect.element(shown.getByText(/^Too few articles have a date to tell\./)).toBeVisible()
  expect(shown.element().textContent).not.toMatch(/unknown/i)
})

test('discover shows what others read, with a preview beside it', async () => {
  serveReading(oneSource('Explorer', 2), {
    'GET /discover/hot': answerOf(hotSources, { isOn: true, popular: sources, rising: sources.slice(1) }),
    'GET /discover/also-read': answerOf(alsoRead, { isOn: true }),
    'GET /discover/packs': {
      packs: [
        answerOf(starterPack, { name: 'science', title: 'Science' }),
        answerOf(starterPack, { name: 'rail', title: 'Railways' }),
      ],
    },
    'GET /discover/sources/:id': preview,
  })
  drawInFrame(<DiscoverScreen />, { address: '/discover' })
  // The first is shown before one is chosen, on wide windows alone.
  await expect.element(page.getByRole('article', { name: 'Preview of Moonward Notes' })).toBeVisible()
  await page.viewport(390, 844)
  await expect.element(page.getByRole('article')).not.toBeInTheDocument()
  await page.viewport(1440, 900)
  await page.getByRole('link', { name: 'Moonward Notes' }).click()
  const shown = page.getByRole('article', { name: 'Preview of Moonward Notes' })
  await expect.element(shown).toBeVisible()
  await expect.element(shown.getByText('20 or more', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Science' })).toBeInTheDocument()
  await checkLooks('discover', 'wideOfBoth')
  await page.viewport(390, 844)
  await expect.element(page.getByRole('dialog').getByRole('article')).toBeVisible()
  await checkLooks('discover-preview', 'narrowOfBoth')
  await page.viewport(390, 844)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await checkLooks('discover', 'narrowOfBoth')
})

test('a feed that nobody reads here yet is previewed with the icon of its site', async () => {
  const iconUrl = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const url = 'https://rail.example/feed'
  const candidate = answerOf(feedCandidate, { url, title: 'Rail Weekly', iconUrl })
  serveReading(oneSource('Explorer', 2), {
    'GET /discover/hot': answerOf(hotSources, { isOn: true }),
    'GET /discover/also-read': answerOf(alsoRead, { isOn: true }),
    'GET /discover/packs': { packs: [] },
    'POST /discover': { candidates: [candidate] },
  })
  drawInFrame(<DiscoverScreen />, { address: `/discover?${new URLSearchParams({ feed: url })}` })
  const shown = page.getByRole('article', { name: 'Preview of Rail Weekly' })
  await expect.element(shown).toBeVisible()
  expect(shown.element().querySelector('img')?.getAttribute('src')).toBe(iconUrl)
})
