import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultReadingSettings } from '#lib/api/accounts/declared-reading.ts'
import { defaultReadingOptions } from '#lib/api/lists/list-defaults.ts'
import type { ListLayout } from '#lib/api/lists/list-settings.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import { ReadingScreen } from '#components/reading/screen/reading-screen.tsx'
import {
  drawInFrame,
  expectOpen,
  openList,
  openTitle,
  pick,
  postingRow,
} from '../../support/components/reading-pages.tsx'
import {
  oneSource,
  postingsOf,
  serveReading,
  type ReadingWorld,
} from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'

/** A paper, and one in a folder; a story with an edit, which another paper tells, too. */
function fullWorld(layout?: ListLayout): ReadingWorld {
  const gazette = subscription(1, 'Harbour Gazette')
  const machines = subscription(2, 'Rail Weekly', { folderId: 7 })
  const [ferry, ...rest] = postingsOf(gazette, 12)
  if (ferry === undefined) throw new Error('no posting')
  const told = { id: '2999', sourceId: 2, sourceTitle: 'Rail Weekly', sourceIconUrl: null, laterMs: 60_000 }
  const story = {
    ...ferry,
    title: 'Ferry late by an hour',
    html: '<p>The ferry is cancelled because of the storm.</p>',
    editedAt: ferry.foundAt,
    clusterId: '1',
    alsoIn: [told],
    versions: [
      {
        title: 'Ferry late',
        html: '<p>The ferry is late.</p>',
        foundAt: ferry.foundAt,
        replacedAt: ferry.foundAt,
      },
    ],
    clones: [
      {
        id: '2999',
        sourceId: 2,
        sourceTitle: 'Rail Weekly',
        title: 'Storm',
        url: null,
        shownAt: ferry.shownAt,
      },
    ],
  }
  return {
    subscriptions: [gazette, machines],
    folders: [{ id: 7, name: 'Machines', position: 0, parentId: null }],
    labels: [{ id: 1, name: 'Weather', subscriptions: 0, postings: 0 }],
    postings: [story, ...rest, ...postingsOf(machines, 3, { isRead: true })],
    lists: { lists: layout === undefined ? {} : { all: { layout } }, options: defaultReadingOptions },
  }
}

test('the list is accessible and fits', async () => {
  serveReading(fullWorld())
  await openList()
  await expect.element(page.getByText('Found 2 min after publication').first()).toBeVisible()
  await checkLooks('list')
})

test.for(['list', 'expanded', 'cards'] as const)(
  'the list of many sources drawn as %s is accessible and fits',
  async (layout) => {
    serveReading(fullWorld(layout))
    await openList()
    await expect.element(postingRow('Ferry late by an hour')).toBeVisible()
    await checkLooks(`layout-${layout}`)
  },
)

test.each(['Northern Courier', 'Harbour Gazette'])(
  'the name of a feed (%s) is whole beside a picture in a list of the usual width, in German',
  async (name) => {
    const feed = subscription(1, name)
    const imageUrl = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
    const postings = postingsOf(feed, 3, { imageUrl, delay: { kind: 'exact', delayMs: 8 * 60_000 } })
    serveReading({ subscriptions: [feed], postings })
    drawInFrame(<ReadingScreen />, { address: '/', language: 'de' })
    const row = page.getByRole('article').first()
    await expect.element(row.getByText('8\u00a0min später')).toBeVisible()
    const said = row.getByText(name, { exact: true }).first().element()
    expect(said.scrollWidth).toBe(said.clientWidth)
    // The tools lie over the end of the words, which make room for them.
    await userEvent.hover(row)
    const badge = row.getByTitle(/nach der Veröffentlichung gefunden/).element()
    await expect.poll(() => getComputedStyle(badge).opacity).toBe('0')
  },
)

test('an open posting is accessible and fits', async () => {
  serveReading(fullWorld())
  await openList()
  await postingRow('Ferry late by an hour').getByRole('link').first().click()
  await expectOpen('Ferry late by an hour')
  await page.getByRole('button', { name: 'How it was found' }).click()
  await checkLooks('posting')
})

test('what edits changed, and where else a story is told, is accessible and fits', async () => {
  serveReading(fullWorld())
  await openList('/?show=all')
  await postingRow('Ferry late by an hour').getByRole('link').first().click()
  await page.getByRole('button', { name: 'What changed?' }).click()
  await expect.element(page.getByText(/cancelled because of the storm/).first()).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Rail Weekly' }).last()).toBeInTheDocument()
  await checkLooks('posting-changes')
})

test('a list without postings is accessible and fits', async () => {
  serveReading(fullWorld())
  await openList()
  await page.getByRole('link', { name: 'Starred' }).first().click()
  await expect.element(page.getByText('No starred articles')).toBeVisible()
  await checkLooks('list-empty')
})

test('the help for the keys is accessible and fits', async () => {
  serveReading(fullWorld())
  await openList()
  await userEvent.keyboard('?')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await checkLooks('keys')
})

test('the folders of a phone are accessible and fit', async () => {
  serveReading(fullWorld())
  await page.viewport(390, 844)
  await openList()
  await page.getByRole('button', { name: 'Folders' }).click()
  await expect.element(page.getByRole('dialog').getByRole('link', { name: /^Machines/ })).toBeVisible()
  await checkLooks('folders-sheet', 'narrow')
})

test('each layout is remembered for its list, accessible and fits', async () => {
  serveReading(oneSource('Layouts', 12))
  await openList()
  for (const [layout, name] of [
    ['List only', 'list-only'],
    ['Full texts', 'list-expanded'],
    ['Cards', 'list-cards'],
  ] as const) {
    await pick('Layout', layout)
    await expect.element(page.getByRole('region', { name: 'Text' })).not.toBeInTheDocument()
    await openList()
    await expect.element(postingRow('Layouts 12')).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'Text' })).not.toBeInTheDocument()
    await checkLooks(name)
  }
  await userEvent.keyboard('j')
  await expectOpen('Layouts 12')
  // One head of 52 px, with the way back in it.
  expect(document.querySelector('#text')?.getBoundingClientRect().top).toBe(52)
  await page.getByRole('button', { name: 'Back to the list' }).first().click()
  await expect.element(openTitle()).not.toBeInTheDocument()
  // Another list stays as it was.
  await page.getByRole('link', { name: 'Starred' }).first().click()
  await expect.element(page.getByRole('region', { name: 'Text' })).toBeVisible()
})

test('compact and roomy rows are accessible and fit', async () => {
  serveReading(oneSource('Densities', 12))
  const height = () => postingRow('Densities 12').element().getBoundingClientRect().height
  await openList()
  await pick('Layout', 'Compact')
  await expect.poll(height).toBe(34)
  await checkLooks('list-compact')
  await pick('Layout', 'Roomy')
  await expect.poll(height).toBeGreaterThan(60)
  await checkLooks('list-roomy')
})

test('a compact row beside a text names its source, and its tools lie over no word', async () => {
  const gazette = subscription(1, 'Gazette')
  const long = { title: 'The ferry to the islands is late again, and nobody at the harbour knows why it is' }
  const [measured, first] = postingsOf(gazette, 2, long)
  if (measured === undefined || first === undefined) throw new Error('no posting')
  const postings = [measured, { ...first, delay: { kind: 'initial' as const } }]
  serveReading({
    subscriptions: [gazette],
    postings,
    lists: { lists: { all: { density: 'compact' } }, options: defaultReadingOptions },
  })
  await openList()
  const rows = page.getByRole('feed').getByRole('article')
  await expect.poll(() => rows.first().element().getBoundingClientRect().height).toBe(34)
  for (const row of [rows.nth(0), rows.nth(1)]) {
    const name = row.getByText('Gazette', { exact: true }).element().getBoundingClientRect()
    expect(name.width).toBeGreaterThan(30)
    await userEvent.hover(row)
    // The row is drawn anew a moment after the mouse has come.
    const tools = () => row.getByRole('button', { name: 'Star' }).element().getBoundingClientRect()
    const heading = () => row.getByRole('heading').element().getBoundingClientRect()
    await expect.poll(() => heading().right - tools().left).toBeLessThan(1)
    const badge = row.element().querySelector('[title^="Found"]')
    if (badge !== null) await expect.poll(() => getComputedStyle(badge).opacity).toBe('0')
  }
})

test('a compact row keeps room for its title, whatever else stands in it', async () => {
  const gazette = subscription(1, 'Gazette')
  const title = 'The ferry to the islands is late again, and nobody at the harbour knows why it is'
  const told = { id: '2999', sourceId: 2, sourceTitle: 'Rail Weekly', sourceIconUrl: null, laterMs: 60_000 }
  const postings = postingsOf(gazette, 1, {
    title,
    labelIds: [1, 2],
    isStarred: true,
    alsoIn: [told],
    editedAt: new Date().toISOString(),
  })
  const names = ['Timetables and fares', 'Weather at sea']
  const labels = names.map((name, index) => ({ id: index + 1, name, subscriptions: 0, postings: 1 }))
  serveReading({
    subscriptions: [gazette],
    postings,
    labels,
    lists: { lists: { all: { density: 'compact' } }, options: defaultReadingOptions },
  })
  await openList()
  const row = page.getByRole('feed').getByRole('article').first()
  await expect.element(row.getByText('Labels:')).toBeInTheDocument()
  const box = (element: Element) => element.getBoundingClientRect()
  const heading = () => box(row.getByRole('heading').element())
  await expect.poll(() => heading().width).toBeGreaterThan(85)
  expect(row.element().scrollWidth).toBe(row.element().clientWidth)
  await expect.element(row.getByText(/^Also in/)).not.toBeVisible()
  // Where there is room for both, it stands behind the title.
  await pick('Layout', 'List only')
  await expect.element(row.getByText(/^Also in/)).toBeVisible()
  expect(box(row.getByText(/^Also in/).element()).left).toBeGreaterThan(heading().right)
  expect(heading().width).toBeGreaterThan(250)
  await checkLooks('list-compact-full')
})

test('the tools of a regular row lie over no word of its delay', async () => {
  const gazette = subscription(1, 'Gazette')
  serveReading({
    subscriptions: [gazette],
    postings: postingsOf(gazette, 1, { delay: { kind: 'doubtful' } }),
  })
  await openList()
  const row = page.getByRole('feed').getByRole('article').first()
  await userEvent.hover(row)
  const words = () => row.getByText('doubtful').element().getBoundingClientRect()
  const tools = () => row.getByRole('button', { name: 'Star' }).element().getBoundingClientRect()
  await expect.poll(() => words().right - tools().left).toBeLessThanOrEqual(0)
})

test('a picture that fails leaves no room in its row, and an icon that never comes leaves the letter', async () => {
  const gazette = subscription(1, 'Gazette')
  const broken = { imageUrl: 'data:image/png;base64,AAAA', sourceIconUrl: 'data:image/png;base64,BBBB' }
  serveReading({ subscriptions: [gazette], postings: postingsOf(gazette, 2, broken) })
  await openList()
  const row = postingRow('Gazette 2')
  await expect.poll(() => row.element().querySelector(`img[src="${broken.imageUrl}"]`)).toBeNull()
  const words = row.getByRole('heading').element().parentElement?.parentElement
  expect(words === null || words === undefined ? null : getComputedStyle(words).paddingInlineEnd).toBe('0px')
  await expect.element(row.getByText('G', { exact: true })).toBeVisible()
})

test('no icon is loaded in the sidebar for who wants no pictures', async () => {
  const iconUrl = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const gazette = { ...subscription(1, 'Gazette'), iconUrl }
  const icons = () => document.querySelectorAll(`img[src="${iconUrl}"]`).length
  const open = (images: 'none' | 'proxied') => {
    serveReading(
      { subscriptions: [gazette], postings: postingsOf(gazette, 1) },
      { 'GET /reading-settings': { ...defaultReadingSettings, images } },
    )
    return openList()
  }
  await open('proxied')
  await expect.poll(icons).toBeGreaterThan(0)
  await open('none')
  await expect.poll(icons).toBe(0)
})
