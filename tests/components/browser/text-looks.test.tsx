import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { expectOpen, openList, postingRow } from '../../support/components/reading-pages.tsx'
import { soundAt } from '../../support/components/open-text.ts'
import { postingsOf, serveReading } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'

const gazette = subscription(1, 'Harbour Gazette')
const text = () => page.getByRole('region', { name: 'Text' })

/** Opens the only posting of a paper. */
async function openText(
  parts: Partial<PostingDetail> & { readonly title: string },
  name = parts.title,
): Promise<void> {
  serveReading(
    { subscriptions: [gazette], postings: postingsOf(gazette, 1, parts) },
    {
      'GET /integrations': { integrations: [] },
      'POST /postings/:id/full-text': {
        ...postingsOf(gazette, 1, parts)[0],
        fullText: { kind: 'failed', failure: 'not-found', message: 'It is gone.', retryAt: null },
      },
    },
  )
  await openList('/?show=all')
  await postingRow(name).getByRole('link').first().click()
  await expectOpen(name)
}

test('the choice of look is accessible and fits', async () => {
  await openText({ title: 'Ferry timetable changes' })
  await page.getByRole('button', { name: 'Typography' }).first().click()
  await expect.element(page.getByRole('slider', { name: /^Size/ })).toBeVisible()
  await checkLooks('text-look', 'wide')
})

test('the menu to share is accessible and fits', async () => {
  await openText({ title: 'Ferry timetable changes' })
  await page.getByRole('button', { name: 'Share' }).first().click()
  await expect.element(page.getByRole('menuitem', { name: /^Copy link/ }).first()).toBeVisible()
  await checkLooks('text-share', 'wide')
})

test('a failed full text is accessible and fits', async () => {
  await openText({ title: 'A page that is gone' })
  await text().getByRole('button', { name: 'Load full text' }).click()
  await expect.element(text().getByText(/^The full text could not be loaded/)).toBeVisible()
  await checkLooks('text-failed')
})

test('a text from right to left is accessible and fits', async () => {
  await openText({ title: 'الميناء يفتح أبوابه', html: '<p dir="auto">يفتح الميناء أبوابه يوم الاثنين.</p>' })
  const paragraph = () => document.querySelector('.article p')
  await expect
    .poll(() => paragraph() !== null && getComputedStyle(paragraph() as Element).direction)
    .toBe('rtl')
  await checkLooks('text-rtl')
})

test('the full text is offered where a text may go on, and quietly without a title or beside a sound', async () => {
  const offer = () => text().getByRole('button', { name: 'Load full text' })
  const expectQuiet = (isQuiet: boolean) =>
    expect.poll(() => getComputedStyle(offer().element()).borderColor.endsWith(', 0)')).toBe(isQuiet)
  const first = { excerpt: 'A swallow.', html: '<p>A swallow.</p>' }
  const enclosures = soundAt('http://example.org/1.wav').map((each) => ({
    ...each,
    length: 99,
    durationMs: 1_865_000,
  }))
  await openText({ title: 'Harbour talk', enclosures })
  await expect.element(text().getByRole('button', { name: 'Play Harbour talk' })).toBeVisible()
  await expect.element(text().getByText(/^31\smin/)).toBeVisible()
  await expect.element(text().getByText('1.wav', { exact: true })).toBeVisible()
  // Minutes to read would pass for the length of the episode.
  expect(text().element().textContent).not.toContain('min read')
  await expectQuiet(true)
  await openText({ ...first, title: 'A short notice' })
  await expectQuiet(false)
  const picture = { url: 'http://example.org/1.jpg', type: 'image/jpeg', length: 90_000, position: null }
  await openText({ ...first, title: 'A notice with a picture', enclosures: [picture] })
  await expectQuiet(false)
  const inText = enclosures.map((each) => ({ ...each, isInText: true as const }))
  await openText({ ...first, title: 'A notice that plays itself', enclosures: inText })
  await expectQuiet(false)
  await openText({ ...first, title: '' }, 'A swallow.')
  await expect.element(text().getByRole('button', { name: 'Add a note' })).toBeVisible()
  await expectQuiet(true)
  await openText({ title: '', excerpt: 'A swallow…', html: '<p>A swallow…</p>' }, 'A swallow…')
  await expectQuiet(false)
  await openText({ title: 'A long report', html: `<p>${'A swallow. '.repeat(200)}</p>` })
  await expect.element(text().getByRole('button', { name: 'Add a note' })).toBeVisible()
  await expect.element(offer()).not.toBeInTheDocument()
})

test('the line below a title tells when the article was published, and a row that its figure is the delay', async () => {
  const hour = 3_600_000
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  await openText({
    title: 'A ferry is late',
    publishedAt: ago(9.25 * hour),
    foundAt: ago(1.25 * hour),
    shownAt: ago(1.25 * hour),
    delay: { kind: 'exact', delayMs: 8 * hour },
  })
  await expect.poll(() => text().element().textContent).toMatch(/1\smin read · 9\sh ago/)
  await expect
    .element(postingRow('A ferry is late').getByText('after 8\u00a0h', { exact: true }))
    .toBeVisible()
})

test('the line below a title without a date tells when the article was found, as such', async () => {
  const foundAt = new Date(Date.now() - 3_600_000).toISOString()
  const delay = { kind: 'doubtful' as const }
  await openText({ title: 'A ferry of no date', publishedAt: null, foundAt, shownAt: foundAt, delay })
  await expect.poll(() => text().element().textContent).toMatch(/1\smin read · found 1\sh ago/)
})

test('the name of an attachment stands alone where it says that it is a sound or film, else with its kind', async () => {
  const names = ['10.mp3', 'play.php', 'talk.MP4', 'paper.pdf', 'print', 'listen']
  const enclosures = names.map((name) => ({
    url: `http://example.org/${name}`,
    type: ['paper.pdf', 'print'].includes(name) ? 'application/pdf' : 'audio/mpeg',
    length: null,
    position: null,
  }))
  await openText({ title: 'Harbour talk', enclosures })
  const links = text().getByRole('list', { name: 'Attachments' }).getByRole('link')
  await expect
    .poll(() => links.elements().map(({ textContent }) => textContent))
    .toEqual(['10.mp3', 'play.php · Audio', 'talk.MP4', 'paper.pdf', 'print · PDF', 'listen · Audio'])
})
