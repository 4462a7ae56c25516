import { expect, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { checkLooks } from '../../support/components/check-looks.ts'
import {
  folder,
  serveOrganising,
  threeOrganised,
  type Organised,
} from '../../support/components/organising-server.ts'
import {
  chooseFrom,
  drawReading,
  expectUnread,
  openList,
  postingRow,
  toast,
  treeRow,
} from '../../support/components/reading-pages.tsx'
import { subscription } from '../../support/components/sample-answers.ts'

const undo = () => page.getByRole('button', { name: 'Undo' })
const sourcesInOrder = () =>
  [...document.querySelectorAll('nav [data-row^="source:"] bdi')].map((each) => each.textContent)

/** Draws a row onto a part of another one, and lets it go where a line or a frame shows that it would stay. */
async function drag(from: Locator, onto: Locator, fraction: number): Promise<void> {
  const { height } = onto.element().getBoundingClientRect()
  const marks: boolean[] = []
  const note = () => void marks.push(document.querySelector('[data-drop-mark]') !== null)
  document.addEventListener('drop', note, { capture: true, once: true })
  // A drag that ends before the browser has asked where the row may fall brings no drop: a hand is never so quick.
  for (let tries = 0; tries < 5 && marks.length === 0; tries++)
    await userEvent.dragAndDrop(from, onto, {
      sourcePosition: { x: 40, y: 8 },
      targetPosition: { x: 60, y: height * fraction },
      steps: 20,
    })
  expect(marks, 'shown where it goes').toEqual([true])
}

test('dragging in another order keeps what is hidden in its place, and undo brings the own order back', async () => {
  const start: Organised = {
    ...threeOrganised(),
    subscriptions: [
      subscription(2, 'Rail Weekly', { position: 0 }),
      subscription(1, 'Harbour Gazette', { position: 1, isMuted: true }),
      subscription(3, 'Field & Fen', { position: 2 }),
    ],
    settings: { order: 'name', shown: 'unread' },
  }
  const server = serveOrganising(start)
  const ownOrder = () =>
    server
      .now()
      .subscriptions.toSorted((one, other) => one.position - other.position)
      .map(({ title }) => title)
  await openList()
  await expect.poll(sourcesInOrder).toEqual(['Field & Fen', 'Rail Weekly'])
  await drag(treeRow(/Rail Weekly/), treeRow(/Field & Fen/), 0.2)
  await expect.element(toast('The order is your own now')).toBeVisible()
  expect(ownOrder()).toEqual(['Rail Weekly', 'Field & Fen', 'Harbour Gazette'])
  await undo().click()
  await expect.poll(ownOrder).toEqual(['Rail Weekly', 'Harbour Gazette', 'Field & Fen'])
  await expect.poll(() => server.now().settings.order).toBe('name')
})

test('on a phone the sheet has the same tree and menus', async () => {
  serveOrganising(threeOrganised())
  await page.viewport(390, 844)
  drawReading('/')
  await page.getByRole('button', { name: 'Folders' }).click()
  const sheet = page.getByRole('dialog')
  await expect.element(sheet.getByRole('link', { name: /Coast/ })).toBeVisible()
  await checkLooks('organising-sheet', 'narrow')
  await page.viewport(390, 844)
  await chooseFrom(sheet.getByRole('link', { name: /Rail Weekly/ }), 'Mute')
  await expect.element(toast('Rail Weekly muted')).toBeVisible()
})

test('a muted source leaves the counts, one hidden from All stays in its folder', async () => {
  serveOrganising(threeOrganised())
  await openList()
  await expectUnread('All articles', 6)
  await chooseFrom(treeRow(/Field & Fen/), 'Mute')
  await expect.element(toast('Field & Fen muted')).toBeVisible()
  await expectUnread('All articles', 4)
  await treeRow(/Field & Fen/).click()
  await expect.element(postingRow('Field & Fen 2')).toBeVisible()
  await chooseFrom(treeRow(/Harbour Gazette/), 'Hide in All articles')
  await expect.element(toast('Harbour Gazette: hidden in All articles')).toBeVisible()
  await expectUnread('All articles', 2)
  await expectUnread('Coast', 2)
  await undo().click()
  await expectUnread('All articles', 4)
})

test('1,000 sources in 100 folders, all open, are drawn, and each click is answered', async () => {
  const folders = Array.from({ length: 100 }, (_, n) => folder(n + 1, `Folder ${n + 1}`, n))
  const subscriptions = Array.from({ length: 1000 }, (_, n) =>
    subscription(n + 1, `Many ${n + 1}`, { folderId: 1 + (n % 100) }),
  )
  serveOrganising({ folders, subscriptions, labels: [], settings: { order: 'name', shown: 'all' } }, [])
  drawReading('/')
  await expect.element(treeRow(/^Folder 100$/)).toBeInTheDocument()
  for (const each of document.querySelectorAll<HTMLElement>('[data-toggle][aria-expanded=false]'))
    each.click()
  await expect.poll(() => sourcesInOrder().length).toBe(1000)
  expect(document.querySelectorAll('nav a').length).toBeGreaterThan(1100)
  const close = document.querySelector<HTMLElement>('[data-toggle][aria-expanded=true]')
  close?.click()
  await expect.poll(() => sourcesInOrder().length).toBe(990)
})
