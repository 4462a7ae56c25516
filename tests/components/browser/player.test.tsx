import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { MediaPositionRequest } from '#lib/api/postings/postings.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import {
  openText,
  player,
  postingsWith,
  silence,
  soundAt,
  textRegion,
} from '../../support/components/open-text.ts'
import { expectOpen, openList } from '../../support/components/reading-pages.tsx'
import { serveReading } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'

const gazette = subscription(1, 'Harbour Gazette')
const chapters = '<p>An hour about boats.</p><ul><li>00:00 Welcome</li><li>01:10 The tug</li></ul>'

/** A paper with two sounds of two minutes and a text; the server keeps how far they were heard. */
function serveTalks() {
  const server = serveReading(
    {
      subscriptions: [gazette],
      postings: postingsWith(gazette, [
        { title: 'Harbour talk', html: chapters, enclosures: soundAt(silence(120)) },
        { title: 'A film of boats' },
        { title: 'Harbour songs', enclosures: soundAt(silence(120)) },
      ]),
    },
    {
      'PUT /postings/:id/media-position': ({ id, body }) => {
        const { url, ...place } = body as MediaPositionRequest
        const position = { ...place, updatedAt: new Date().toISOString() }
        server.change([id], { enclosures: [{ ...soundAt(url)[0], position }] as ReturnType<typeof soundAt> })
      },
    },
  )
  return server
}

const play = (title: string) =>
  textRegion()
    .getByRole('button', { name: `Play ${title}` })
    .click()
const place = () =>
  Number((player().getByRole('slider', { name: 'Position' }).element() as HTMLInputElement).value)
function sound(): HTMLAudioElement {
  const heard = document.querySelector('audio')
  if (heard === null) throw new Error('nothing is heard')
  return heard
}

test('a sound goes on while one reads on, and begins again where it was left', async () => {
  const server = serveTalks()
  await openList('/?show=all')
  await openText('Harbour talk')
  await play('Harbour talk')
  await expect.element(player().getByRole('button', { name: 'Pause' })).toBeVisible()
  await player().getByRole('button', { name: 'Forward 30 seconds' }).click()
  await userEvent.keyboard('j')
  await expectOpen('A film of boats')
  await expect.poll(place).toBeGreaterThanOrEqual(30)
  const choice = player().getByRole('combobox', { name: 'Chapters' })
  await expect.element(choice).toHaveDisplayValue('0:00 Welcome')
  await choice.selectOptions('1:10 The tug')
  await expect.poll(place).toBeGreaterThanOrEqual(70)
  await player().getByRole('button', { name: 'Pause' }).click()
  await expect
    .poll(() => server.posting('Harbour talk')?.enclosures[0]?.position?.positionMs)
    .toBeGreaterThanOrEqual(70_000)
  await checkLooks('text-player')
  // In this window, and in one that knows nothing of it.
  await player().getByRole('button', { name: 'Close the player' }).click()
  await userEvent.keyboard('k')
  await expectOpen('Harbour talk')
  await play('Harbour talk')
  await expect.poll(place).toBeGreaterThanOrEqual(70)
  await openList('/?show=all')
  await openText('Harbour talk')
  await play('Harbour talk')
  await expect.poll(place).toBeGreaterThanOrEqual(70)
})

test('speed and queue hold over items, and the speed over a full load', async () => {
  serveTalks()
  await openList('/?show=all')
  await openText('Harbour talk')
  await play('Harbour talk')
  await player().getByRole('combobox', { name: 'Speed' }).selectOptions('1.5')
  await expect.poll(() => sound().playbackRate).toBe(1.5)
  await openText('Harbour songs')
  await textRegion().getByRole('button', { name: 'Play next' }).click()
  await expect.element(player().getByText(/1 more in the queue/)).toBeVisible()
  await page.getByRole('link', { name: 'Discover' }).first().click()
  await expect.element(page.getByRole('heading', { name: '/discover' })).toBeVisible()
  await player().getByRole('button', { name: 'Next in the queue' }).click()
  await expect.element(player().getByText('Harbour songs')).toBeVisible()
  await expect.poll(() => sound().playbackRate).toBe(1.5)
  await openList('/?show=all')
  await openText('Harbour talk')
  await play('Harbour talk')
  await expect.poll(() => sound().playbackRate).toBe(1.5)
})

test('the player hides nothing on a small phone', async () => {
  serveTalks()
  await page.viewport(360, 560)
  await openList('/?show=all')
  await openText('Harbour talk')
  await play('Harbour talk')
  await expect.element(player().getByRole('combobox', { name: 'Chapters' })).toBeVisible()
  const pane = document.querySelector('#text')
  pane?.scrollTo(0, pane.scrollHeight)
  const box = (part: { element: () => Element }) => part.element().getBoundingClientRect()
  const file = textRegion().getByRole('link', { name: /· Audio · / })
  await expect.poll(() => box(file).bottom - box(player()).top).toBeLessThan(0)
  expect(box(player()).bottom).toBeLessThan(560)
  const next = page
    .getByRole('button', { name: 'Next', exact: true })
    .elements()
    .find((each) => each.checkVisibility())
  expect(next?.getBoundingClientRect().right).toBeLessThanOrEqual(360)
})

test('a sound without a title goes by its first words, told once', async () => {
  const first = { title: '', excerpt: 'A song.', html: '<p>A song.</p>' }
  serveReading({
    subscriptions: [gazette],
    postings: postingsWith(gazette, [{ ...first, enclosures: soundAt(silence(120)) }]),
  })
  await openList('/?show=all')
  await openText('A song.')
  await textRegion().getByRole('button', { name: 'Play', exact: true }).click()
  await expect.element(player().getByText('A song.')).toBeVisible()
  expect(player().getByText('Harbour Gazette').elements()).toHaveLength(1)
})

test('a sound without a picture of its own shows that of its podcast', async () => {
  const icon = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='
  const talk = { title: 'Harbour talk', sourceIconUrl: icon, enclosures: soundAt(silence(120)) }
  serveReading({ subscriptions: [gazette], postings: postingsWith(gazette, [talk]) }, {})
  await openList('/?show=all')
  await openText('Harbour talk')
  const picture = () => textRegion().element().querySelector('[aria-label="Attachments"] img')
  await expect.poll(() => picture()?.getAttribute('src')).toBe(icon)
})

test('the picture of a sound is shown once: beside its player, or where its text tells of it', async () => {
  const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const talk = { imageUrl: pixel, enclosures: soundAt(silence(1)) }
  const picture = (alt: string) => `<figure><img src="${pixel}" alt="${alt}" loading="lazy" /></figure>`
  serveReading({
    subscriptions: [gazette],
    postings: postingsWith(gazette, [
      { ...talk, title: 'With a cover', html: `<p>About boats.</p>${picture('')}` },
      { ...talk, title: 'With a picture', html: `<p>About boats.</p>${picture('A tug')}` },
    ]),
  })
  await openList('/?show=all')
  const pictures = () => [...textRegion().element().querySelectorAll(`img[src="${pixel}"]`)]
  await openText('With a cover')
  await expect.poll(() => pictures().map((each) => each.closest('li') !== null)).toEqual([true])
  await openText('With a picture')
  await expect.element(textRegion().getByRole('button', { name: 'Play With a picture' })).toBeVisible()
  expect(pictures().map((each) => each.closest('.article') !== null)).toEqual([true])
})
