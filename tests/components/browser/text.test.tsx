import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkLooks } from '../../support/components/check-looks.ts'
import { openText, postingsWith, textRegion } from '../../support/components/open-text.ts'
import { openList, postingRow, shownTitles } from '../../support/components/reading-pages.tsx'
import { serveReading } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'

const gazette = subscription(1, 'Harbour Gazette')
const wire = subscription(2, 'Coast Wire')

test('a film of another site is asked for only by a press', async () => {
  serveReading({
    subscriptions: [gazette],
    postings: postingsWith(gazette, [
      { title: 'A film of boats', url: 'https://www.youtube.com/watch?v=abcdefghijk' },
    ]),
  })
  await openList('/?show=all')
  await openText('A film of boats')
  const play = textRegion().getByRole('button', { name: /Play the video from YouTube/ })
  await expect.element(play).toBeVisible()
  await checkLooks('text-film')
  const asked = () => [...document.querySelectorAll('iframe')].map(({ src }) => new URL(src).hostname)
  expect(asked()).toEqual([])
  expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('youtube'))).toEqual([])
  await play.click()
  await expect.element(page.getByTitle('A film of boats')).toBeVisible()
  expect(asked()).toEqual(['www.youtube-nocookie.com'])
})

test('who kept a text finds it as it was, also where only a link changed since', async () => {
  const html = (host: string) => `<p>See <a href="https://${host}/map">the map</a>.</p>`
  const kept = { title: 'Harbour map', html: html('good.example') }
  const times = { foundAt: '2026-01-05T00:00:00.000Z', replacedAt: '2026-01-06T00:00:00.000Z' }
  const then = { url: 'https://good.example/of-then', author: 'Ada', imageUrl: null }
  serveReading({
    subscriptions: [gazette],
    postings: postingsWith(gazette, [
      {
        ...kept,
        html: html('new.example'),
        editedAt: null,
        isStarred: true,
        author: 'Eve',
        versions: [{ ...kept, ...then, ...times }],
      },
    ]),
  })
  await openList('/?show=all')
  await openText('Harbour map')
  await textRegion().getByRole('button', { name: 'What changed?' }).click()
  const hosts = () =>
    textRegion()
      .getByRole('link', { name: 'the map' })
      .elements()
      .map((link) => new URL(String(link.getAttribute('href'))).host)
  expect(hosts()).toEqual(['new.example'])
  await expect.element(page.getByText(/^The words are the same/)).toBeVisible()
  await expect.element(page.getByText('Earlier author: Ada')).toBeVisible()
  await expect.element(textRegion().getByRole('link', { name: then.url })).toHaveAttribute('href', then.url)
  await textRegion().getByRole('button', { name: 'Show the whole earlier text' }).click()
  await expect.poll(hosts).toEqual(['good.example', 'new.example'])
})

test('a story of two sources is one row, until one wants it shown separately', async () => {
  const told = postingsWith(gazette, [{ title: 'Council sells the old crane' }])[0]
  const again = postingsWith(wire, [{ title: 'Old crane goes to a museum' }])[0]
  if (told === undefined || again === undefined) throw new Error('no postings')
  let isSplit = false
  const { id, sourceId, sourceTitle, title, shownAt } = again
  const story = () => ({
    ...told,
    isSplit,
    clusterId: '1',
    clones: [{ id, sourceId, sourceTitle, title, url: null, shownAt }],
    alsoIn: isSplit ? [] : [{ id, sourceId, sourceTitle, sourceIconUrl: null, laterMs: 19 * 60_000 }],
  })
  serveReading(
    { subscriptions: [gazette, wire], postings: [] },
    {
      'GET /postings': () => ({
        postings: isSplit ? [story(), again] : [story()],
        nextCursor: null,
        asOfId: '999999',
        asOfAt: new Date().toISOString(),
      }),
      'GET /postings/:id': story,
      'PATCH /postings/:id': undefined,
      'PUT /postings/:id/story': ({ body }) => void ({ isSplit } = body as { isSplit: boolean }),
    },
  )
  await openList('/?show=all')
  await expect
    .element(postingRow('Council sells the old crane').getByText('Also in Coast Wire, 19 min later'))
    .toBeVisible()
  expect(shownTitles()).toEqual(['Council sells the old crane'])
  await openText('Council sells the old crane')
  await checkLooks('text-story')
  await textRegion().getByRole('button', { name: 'Show separately' }).click()
  await expect.element(postingRow('Old crane goes to a museum')).toBeVisible()
  await textRegion().getByRole('button', { name: 'Show as one' }).click()
  await expect.element(postingRow('Old crane goes to a museum')).not.toBeInTheDocument()
})
