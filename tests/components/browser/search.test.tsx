import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ViewChange, ViewItem, ViewRequest } from '#lib/api/lists/search.ts'
import { checkLooks } from '../../support/components/check-looks.ts'
import {
  drawReading,
  expectUnread,
  openList,
  postingRow,
  shownTitles,
  toast,
} from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'

const field = () => page.getByRole('combobox', { name: 'Search articles' })
const firstMark = () => document.querySelector('[role=feed] mark')?.textContent

test('the key / opens the search: names are completed, mistakes shown in place, hits marked', async () => {
  serveReading(oneSource('Seeker', 5))
  await openList()
  await userEvent.keyboard('/')
  await expect.poll(() => document.activeElement === field().query()).toBe(true)
  await expect.element(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
  await checkLooks('search-empty')
  await field().fill('before:soon 4 ')
  await expect.element(page.getByText(/before: needs a date/)).toBeVisible()
  await checkLooks('search-mistake')
  await field().fill('')
  await userEvent.keyboard('from:see')
  await expect.element(page.getByRole('option', { name: /Seeker/ })).toBeVisible()
  await checkLooks('search-completion')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option', { name: /Seeker/ })).not.toBeInTheDocument()
  await userEvent.keyboard('4')
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownTitles).toEqual(['Seeker 4'])
  await expect.poll(firstMark).toBe('4')
  expect(new URL(location.href).searchParams.get('q')).toMatch(/^from:.* 4$/)
  await checkLooks('search-results')
})

test('what helps with writing a search covers neither the tools of the list nor its first row', async () => {
  serveReading(oneSource('Seeker', 5))
  await openList('/?q=number')
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  const topOf = (element: Element | null) => element?.getBoundingClientRect().top ?? NaN
  const isCovered = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
  const expectFree = async () => {
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    const tools = [...document.querySelectorAll('section header button, section header [role=radio]')]
    expect(tools.length).toBeGreaterThan(0)
    for (const tool of tools.filter((each) => each.getClientRects().length > 0))
      expect(isCovered(tool), tool.textContent).toBe(false)
  }
  await field().click()
  await expect.element(page.getByText('in:', { exact: true })).toBeVisible()
  await expectFree()
  await userEvent.keyboard('{End} from:see')
  const options = page.getByRole('listbox')
  await expect.element(options).toBeVisible()
  expect(options.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    topOf(document.querySelector('section header')),
  )
  await expectFree()
})

test('the best hits stand first, the newest by choice, and the choice stays for what is sought next', async () => {
  const server = serveReading(oneSource('Ranker', 5))
  drawReading('/?q=')
  await expect.element(page.getByRole('heading', { name: 'What are you looking for?' })).toBeVisible()
  const asked = () => new URL(location.href).searchParams.get('order')
  const lastSearch = () => server.calls.filter(({ path }) => path === '/postings').at(-1)?.query
  await field().fill('Ranker')
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownTitles).toHaveLength(5)
  expect(asked()).toBeNull()
  expect(lastSearch()?.get('best')).toBe('true')
  await page.getByRole('button', { name: /^Order/ }).click()
  await expect.element(page.getByRole('menuitemradio', { name: 'Best first' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: /^Newest first/ }).click()
  await expect.poll(asked).toBe('newest')
  await expect.poll(() => lastSearch()?.get('best') ?? null).toBeNull()
  await field().fill('Ranker 4')
  await userEvent.keyboard('{Enter}')
  await expect.poll(shownTitles).toEqual(['Ranker 4'])
  expect(asked()).toBe('newest')
})

test('part of a search is marked read: its undo is offered when the server has it, and takes it back', async () => {
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const server = serveReading(oneSource('Holder', 5), {
    'POST /postings/state': async ({ body }) => {
      const { ids, isRead } = body as { ids: string[]; isRead: boolean }
      asked.resolve()
      if (isRead) await held.promise
      server.change(ids, { isRead })
      return { changed: ids.length }
    },
  })
  await openList('/?q=title:Holder&show=all')
  await postingRow('Holder 3').hover()
  await postingRow('Holder 3').getByRole('button', { name: 'More for this article' }).click()
  await page.getByRole('menuitem', { name: 'Mark all below as read' }).click()
  await asked.promise
  // The counts follow at once; an offer that does not wait for the server would come with them.
  await expectUnread('Holder', 3)
  expect(toast(/marked as read/).elements()).toEqual([])
  held.resolve()
  await expect.element(toast(/2\sarticles marked as read/)).toBeVisible()
  await expectUnread('Holder', 3)
  await userEvent.keyboard('z')
  await expectUnread('Holder', 5)
  expect(server.unread()).toBe(5)
})

test('hits in excerpts, a mistaken address and an unknown name look as they should', async () => {
  const server = serveReading(oneSource('Looker', 5))
  await openList('/?q=number')
  await expect.poll(firstMark).toBe('number')
  await checkLooks('search-hits-in-excerpts')
  const searches = () => server.calls.filter(({ path }) => path === '/postings').length
  const before = searches()
  drawReading('/?q=number+before:soon')
  await expect.element(page.getByRole('heading', { name: 'The search has a mistake' })).toBeVisible()
  await expect.element(page.getByText(/before: needs a date/)).toBeVisible()
  expect([...document.querySelectorAll('em')].map((each) => each.textContent).join('')).toBe('before:soon')
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  expect(searches()).toBe(before)
  await checkLooks('search-mistaken')
  await openList('/?q=number+OR+from:Lokker')
  await expect.element(page.getByText('No feed is called Lokker. Did you mean Looker?')).toBeVisible()
  await expect.element(postingRow('Looker 5')).toBeVisible()
  await checkLooks('search-unknown-name')
})

test('a search is saved as a view: counted, renamed, marked read and deleted, each with a way back', async () => {
  let views: readonly ViewItem[] = []
  const server = serveReading(oneSource('Keeper', 5), {
    'GET /views': () => ({ views }),
    'GET /views/counts': () => ({
      counts: Object.fromEntries(views.map(({ id }) => [id, { count: server.unread(), isMore: false }])),
    }),
    'POST /views': ({ body }) => {
      const made = { position: 0, ...(body as ViewRequest), id: views.length + 1 }
      views = [...views, made]
      return made
    },
    'PATCH /views/:id': ({ id, body }) => {
      views = views.map((view) =>
        String(view.id) === id ? { ...view, ...defined(body as ViewChange) } : view,
      )
      return views.find((view) => String(view.id) === id)
    },
    'DELETE /views/:id': ({ id }) => void (views = views.filter((view) => String(view.id) !== id)),
  })
  await openList('/?q=title:Keeper')
  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('All of Keeper')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  // It stands as the search stood.
  await expect.poll(() => views[0]?.order).toBe('best')
  await expect.poll(() => new URL(location.href).searchParams.get('order')).toBe('best')
  await page.getByRole('link', { name: /^All of Keeper/ }).click()
  await expectUnread('All of Keeper', 5)
  await checkLooks('view')
  const more = (name: string) => page.getByRole('button', { name: `${name}: more` })
  await more('All of Keeper').click({ force: true })
  await page.getByRole('menuitem', { name: 'Mark these as read' }).click()
  await expect.element(toast(/5\sarticles marked as read/)).toBeVisible()
  await expectUnread('All of Keeper', 0)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expectUnread('All of Keeper', 5)
  await more('All of Keeper').click({ force: true })
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Kept')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('link', { name: /^Kept/ })).toBeVisible()
  await more('Kept').click({ force: true })
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(page.getByRole('link', { name: /^Kept/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect.element(page.getByRole('link', { name: /^Kept/ })).toBeVisible()
  expect(views).toMatchObject([{ name: 'Kept', query: 'title:Keeper', order: 'best' }])
})

function defined(change: ViewChange): Partial<ViewItem> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

test('the room below the field of a search is kept for what comes later', async () => {
  serveReading(oneSource('Seeker', 5))
  await openList('/?q=seeker&show=all')
  const room = () => page.getByRole('search').element().parentElement?.lastElementChild
  await expect.element(page.getByRole('button', { name: 'Save as view' })).toBeVisible()
  const { minHeight, height } = getComputedStyle(room() ?? document.body)
  expect(minHeight).toBe(height)
})
