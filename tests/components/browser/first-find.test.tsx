import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultSettings } from '#lib/api/accounts/declared-settings.ts'
import { expectOpen, openList, postingRow } from '../../support/components/reading-pages.tsx'
import { postingsOf, serveReading } from '../../support/components/reading-server.ts'
import { subscription } from '../../support/components/sample-answers.ts'

const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()
const line = () => page.getByRole('button', { name: /after it was published: the first new article/ })

/** A reader who subscribed so many minutes ago; the postings are 30, 31 and 32 minutes old, and the newest came with the first document. */
function serveReader(subscribedMinutes: number, isFirstFindSaid = false) {
  const only = subscription(1, 'Lark', { subscribedAt: ago(subscribedMinutes) })
  const [newest, ...others] = postingsOf(only, 3)
  if (newest === undefined) throw new Error('no posting')
  let settings = { ...defaultSettings, isFirstFindSaid }
  const server = serveReading(
    { subscriptions: [only], postings: [{ ...newest, delay: { kind: 'initial' } }, ...others] },
    {
      'GET /me/settings': () => settings,
      'PATCH /me/settings': ({ body }) => (settings = { ...settings, ...(body as Partial<typeof settings>) }),
    },
  )
  return { server, isSaid: () => settings.isFirstFindSaid }
}

test.each([1440, 390])('the first posting that was measured is told once, at %i px', async (width) => {
  await page.viewport(width, 844)
  const { isSaid } = serveReader(60)
  await openList()
  await expect.element(line()).toBeVisible()
  expect(line().element().textContent).toMatch(/^Found 2\smin after/)
  expect(isSaid()).toBe(false) // until the reader has seen it
  await line().click()
  // Of those published since, it was found first.
  await expectOpen('Lark 1')
  await expect.element(line()).not.toBeInTheDocument()
  expect(isSaid()).toBe(true)
})

test('opening the posting by its row ends the line, too', async () => {
  const { isSaid } = serveReader(60)
  await openList()
  await expect.element(line()).toBeVisible()
  await postingRow('Lark 1').click()
  await expect.element(line()).not.toBeInTheDocument()
  expect(isSaid()).toBe(true)
})

test('closing the line ends it for all windows', async () => {
  const { isSaid } = serveReader(60)
  await openList()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(line()).not.toBeInTheDocument()
  await expect.poll(isSaid).toBe(true)
})

test.each([
  ['nothing was published since the reader subscribed', 10, false],
  ['it was said before', 60, true],
])('no line where %s', async (_why, minutes, isSaid) => {
  serveReader(minutes, isSaid)
  await openList()
  await expect.element(postingRow('Lark 3')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 300)) // its code comes after the list
  await expect.element(line()).not.toBeInTheDocument()
})
