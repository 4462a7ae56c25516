import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { drawReading, openList, pick } from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'

const tool = (name: string) => page.getByRole('button', { name, exact: true }).first()
const words = (name: string) => tool(name).element().closest('.relative')?.querySelector(':scope > span')
const isShown = (name: string) => words(name)?.checkVisibility({ visibilityProperty: true })

test.each(['Layout', 'Order', 'Mark older as read'])(
  'the tool “%s” of a list says its name beside it, and not beside its menu',
  async (name) => {
    serveReading(oneSource('Tools', 5))
    await openList()
    expect(isShown(name)).toBe(false)
    await userEvent.keyboard('{Tab}')
    ;(tool(name).element() as HTMLElement).focus()
    await expect.poll(() => isShown(name)).toBe(true)
    await tool(name).click()
    await expect.element(page.getByRole('menu')).toBeVisible()
    expect(isShown(name)).toBe(false)
  },
)

test('the button of the layout shows the chosen one as its menu does', async () => {
  serveReading(oneSource('Tools', 5))
  await openList()
  const drawingIn = (element: Element) => element.querySelector('svg')?.innerHTML
  const seen = new Set<string | undefined>()
  for (const layout of ['List only', 'Full texts', 'Cards', 'List and text']) {
    await pick('Layout', layout)
    await tool('Layout').click()
    const choice = page.getByRole('menuitemradio', { name: layout })
    await expect.element(choice).toBeChecked()
    expect(drawingIn(tool('Layout').element())).toBe(drawingIn(choice.element()))
    seen.add(drawingIn(choice.element()))
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  }
  expect(seen.size).toBe(4)
})

test('an import is cut in the strip of the day, so that the other quarters are seen', async () => {
  const found: number[] = Array.from({ length: 96 }, (_, quarter) => (quarter % 4 === 0 ? 4 : 0))
  const startAt = new Date(Date.now() - 86_400_000).toISOString()
  const counts = (day: readonly number[]) => ({ startAt, found: day, unread: found.map(() => 0) })
  const all = { all: 30, starred: 0, later: 0, bySource: {}, byFolder: {}, byLabel: {} }
  const heights = () => {
    const bars = document.querySelector('svg path.fill-line-strong')?.getAttribute('d') ?? ''
    return [...bars.matchAll(/v-([\d.]+)h/g)].map(([, height]) => Number(height))
  }
  serveReading(oneSource('Tools', 30), {
    'GET /counts/all': { counts: all, fresh: { unread: 0 }, day: counts(found.with(40, 400)) },
  })
  await openList('/?show=all')
  await expect.poll(() => heights().length).toBe(24)
  // A third of the height, not a hundredth.
  expect(Math.min(...heights())).toBeGreaterThan(Math.max(...heights()) / 4)
})

test('a list whose feeds all fail is not said to be read', async () => {
  const failing = { kind: 'failing', reason: null } as const
  const feeds = [subscription(1, 'Gone', { health: failing }), subscription(2, 'Lost', { health: failing })]
  serveReading({ subscriptions: feeds, postings: [] })
  drawReading('/')
  await expect.element(page.getByText('None of these feeds is working at the moment')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'See your feeds' })).toHaveAttribute('href', '/sources')
  // One that works is enough.
  serveReading({ subscriptions: [subscription(3, 'Lark'), ...feeds], postings: [] })
  drawReading('/')
  await expect.element(page.getByText('All read')).toBeVisible()
})
