import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LabelItem, OrganisingSettings } from '#lib/api/organising/organising.ts'
import type { FolderItem } from '#lib/api/sources/subscriptions.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import {
  chooseFrom,
  expectOpen,
  openList,
  postingRow,
  toast,
  treeRow,
} from '../../support/components/reading-pages.tsx'
import { postingsOf, serveReading, type ReadingWorld } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'
import { refusal } from '../../support/components/stand-in-server.ts'

const folders: readonly FolderItem[] = [
  { id: 7, name: 'Coast', position: 0, parentId: null },
  { id: 8, name: 'Machines', position: 1, parentId: null },
]
const label = (id: number, name: string): LabelItem => ({ id, name, subscriptions: 0, postings: 0 })

/** Three sources with two postings each: the first in Coast, the others without a folder. */
function threeSources(): ReadingWorld {
  const subscriptions = [
    subscription(1, 'Harbour Gazette', { folderId: 7 }),
    subscription(2, 'Rail Weekly'),
    subscription(3, 'Field & Fen'),
  ]
  return { folders, subscriptions, postings: subscriptions.flatMap((each) => postingsOf(each, 2)) }
}

const sidebar = () => page.getByRole('navigation', { name: 'Folders and pages' })
const focused = () => document.activeElement?.textContent ?? ''
const focus = (row: { element: () => Element }) => (row.element() as HTMLElement).focus()

test('the tree is walked, opened and closed by the arrow keys; its menu opens by the keyboard', async () => {
  let settings: OrganisingSettings = { order: 'name', shown: 'all' }
  serveReading(threeSources(), {
    'GET /organising': () => settings,
    'PATCH /organising': ({ body }) => (settings = { ...settings, ...(body as Partial<OrganisingSettings>) }),
  })
  await openList()
  await expect.element(treeRow(/^Coast/)).toBeVisible()
  await expect.element(treeRow(/Rail Weekly/)).toBeVisible()
  focus(treeRow(/^Coast/))
  await userEvent.keyboard('{ArrowRight}')
  expect(focused()).toContain('Harbour Gazette')
  await userEvent.keyboard('{ArrowLeft}')
  expect(focused()).toContain('Coast')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(treeRow(/Harbour Gazette/)).not.toBeInTheDocument()
  await userEvent.keyboard('{End}')
  expect(focused()).toContain('Rail Weekly')
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await expect.element(page.getByRole('menuitem', { name: 'Rename…' })).toBeVisible()
  await checkLooks('organising-menu', 'wide')
  await userEvent.keyboard('{Escape}')
  await expect.poll(focused).toContain('Rail Weekly')
  const head = sidebar().getByRole('button', { name: /^by name/ })
  focus(head)
  // The head is no row: the way of Tab into the rows stays, and Home leads to the first of them.
  expect(document.querySelectorAll('nav [data-row] a[tabindex="0"]')).toHaveLength(1)
  focus(treeRow(/Rail Weekly/))
  await userEvent.keyboard('{Home}')
  expect(focused()).toContain('Coast')
  await userEvent.keyboard('{ArrowUp}')
  expect(focused()).toContain('Coast')
  await head.click()
  await page.getByRole('menuitemradio', { name: 'Folders with feeds' }).click()
  await expect.element(treeRow(/^Machines/)).not.toBeInTheDocument()
})

test('labels are merged and deleted by their menu, which says what became of it', async () => {
  let labels = [label(1, 'Ink'), label(2, 'Paper')]
  serveReading(threeSources(), {
    'GET /labels': () => ({ labels }),
    'POST /labels/:id/merge': ({ id, body }) => {
      expect([id, body]).toEqual(['1', { intoId: 2 }])
      labels = [label(2, 'Paper')]
    },
    'DELETE /labels/:id': () => refusal('unavailable'),
  })
  await openList()
  await chooseFrom(treeRow(/^Ink/), /^Merge into…/)
  await page.getByRole('radio', { name: 'Paper' }).click()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect.element(toast('Ink merged into Paper')).toBeVisible()
  await expect.element(treeRow(/^Ink/)).not.toBeInTheDocument()
  await chooseFrom(treeRow(/^Paper/), /^Delete label/)
  await page.getByRole('button', { name: 'Delete label' }).click()
  await expect.element(page.getByText(/^The change was not saved\./)).toBeVisible()
})

test('the keys b and l keep a posting for later and label it; both have lists of their own', async () => {
  const server = serveReading(threeSources())
  await openList()
  await postingRow('Rail Weekly 2').getByRole('link').first().click()
  await expectOpen('Rail Weekly 2')
  await userEvent.keyboard('b')
  await expect.element(toast('Saved for later')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Remove from Read later' }).first()).toBeVisible()
  await userEvent.keyboard('l')
  await page.getByRole('dialog').getByRole('textbox', { name: 'New label' }).fill('Trains')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await expect.element(page.getByRole('dialog').getByRole('checkbox', { name: 'Trains' })).toBeChecked()
  await checkLooks('organising-labels')
  await userEvent.keyboard('{Escape}')
  await treeRow(/Read later/).click()
  // The list before has that posting, too: keys pressed in it would be another's.
  await expect.element(page.getByRole('heading', { name: 'Read later', level: 1 })).toBeVisible()
  await expect.element(postingRow('Rail Weekly 2')).toBeVisible()
  await userEvent.keyboard('j')
  await userEvent.keyboard('b')
  await expect.element(toast('Removed from Read later')).toBeVisible()
  await userEvent.keyboard('z')
  await expect.poll(() => treeRow(/Read later/).element().textContent).toMatch(/1/)
  expect(server.posting('Rail Weekly 2')?.isLater).toBe(true)
  await treeRow(/^Trains/).click()
  await expect.element(page.getByRole('heading', { name: 'Trains', level: 1 })).toBeVisible()
  await page.getByText('All', { exact: true }).first().click()
  await expect.element(postingRow('Rail Weekly 2')).toBeVisible()
})

test('folders and sources are put into an own order by their menus, without dragging', async () => {
  const world = { ...threeSources(), folders: [] }
  let subscriptions = ['A', 'B', 'C'].map((name, index) => subscription(index + 1, `Order ${name}`))
  let settings: OrganisingSettings = { order: 'name', shown: 'all' }
  serveReading(world, {
    'GET /subscriptions': () => ({ subscriptions }),
    'GET /organising': () => settings,
    'PATCH /organising': ({ body }) => (settings = { ...settings, ...(body as Partial<OrganisingSettings>) }),
    'POST /subscriptions/arrange': ({ body }) => {
      const { ids } = body as { ids: number[] }
      subscriptions = subscriptions.map((each) => ({ ...each, position: ids.indexOf(each.id) }))
    },
  })
  await openList()
  const names = () =>
    [...document.querySelectorAll('nav [data-row^="source:"] bdi')].map((each) => each.textContent)
  await expect.poll(names).toEqual(['Order A', 'Order B', 'Order C'])
  focus(treeRow(/Order C/))
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  await expect.element(page.getByRole('menuitem', { name: 'Move down' })).toHaveAttribute('data-disabled')
  focus(page.getByRole('menuitem', { name: 'Move up' }))
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['Order A', 'Order C', 'Order B'])
  await openList()
  await expect.poll(names).toEqual(['Order A', 'Order C', 'Order B'])
})

test('Ctrl K goes to a source by its name, and offers it first the next time', async () => {
  serveReading(threeSources())
  await openList()
  await userEvent.keyboard('{Control>}k{/Control}')
  const commands = page.getByRole('combobox', { name: 'Type a command or a name' })
  await expect.element(commands).toBeVisible()
  await checkLooks('palette')
  await commands.fill('rail we')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.search).toBe('?source=2')
  await expect.element(postingRow('Rail Weekly 2')).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.poll(() => page.getByRole('option').first().element().textContent).toMatch(/Rail Weekly/)
  await userEvent.keyboard('{Escape}')
  await expect.element(commands).not.toBeInTheDocument()
})

test('Ctrl K finds a setting by another word for it, and offers last to search the articles', async () => {
  serveReading(threeSources())
  await openList()
  await userEvent.keyboard('{Control>}k{/Control}')
  const commands = page.getByRole('combobox', { name: 'Type a command or a name' })
  const options = () =>
    page
      .getByRole('option')
      .elements()
      .map((each) => each.textContent)
  await expect.element(page.getByRole('option', { name: 'Freshness' })).toBeVisible()
  // Parts of pages come with words only, and what is the admin's to nobody else.
  expect(options().filter((name) => name === 'Theme' || name === 'Policy lab')).toEqual([])
  await commands.fill('2fa')
  await expect.poll(options).toEqual(['Two-factor authentication', 'Search articles for “2fa”'])
  await checkLooks('palette-words')
  await commands.fill('policy lab')
  await expect.poll(options).toEqual(['Search articles for “policy lab”'])
  await commands.fill('rail weekly 2')
  await expect.poll(options).toEqual(['Search articles for “rail weekly 2”'])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => new URLSearchParams(location.search).get('q')).toBe('rail weekly 2')
})
