import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { subscription } from '../../support/components/sample-answers.ts'
import { expectUnread, openList, toast, unreadRow } from '../../support/components/reading-pages.tsx'
import { oneSource, postingsOf, serveReading } from '../../support/components/reading-server.ts'
import { refusal } from '../../support/components/stand-in-server.ts'

test('z before the answer takes back what was pressed last, not the act before', async () => {
  const held = Promise.withResolvers<void>()
  const waiting = subscription(1, 'Waiting')
  const postings = postingsOf(waiting, 4)
  let undone = 0
  const server = serveReading(
    { subscriptions: [waiting], postings },
    {
      'POST /postings/mark-read': async () => {
        await held.promise
        return { marked: 4, undoToken: 'all' }
      },
      'POST /postings/mark-read/undo': () => ({ restored: (undone += 1) }),
    },
  )
  await openList()
  await userEvent.keyboard('n')
  await userEvent.keyboard('b')
  await expect.element(toast('Saved for later')).toBeVisible()
  await userEvent.keyboard('{Shift>}A{/Shift}')
  await expect.element(unreadRow('Waiting 1')).not.toBeInTheDocument()
  await userEvent.keyboard('z')
  await userEvent.keyboard('z')
  held.resolve()
  await expect.element(unreadRow('Waiting 1')).toBeVisible()
  await expectUnread('Waiting', 4)
  await expect.poll(() => undone).toBe(1)
  expect(server.posting('Waiting 4')?.isLater).toBe(true)
})

test('pressed twice, from another list and from another page: what was marked is taken back, and nothing offers it again', async () => {
  const server = serveReading(oneSource('Twice', 4))
  await openList()
  const told = toast(/4\sarticles marked as read/)
  await userEvent.keyboard('{Shift>}A{/Shift}')
  await expect.element(told).toBeVisible()
  await userEvent.keyboard('{Shift>}A{/Shift}')
  const marks = () => server.calls.filter(({ path }) => path === '/postings/mark-read').length
  await expect.poll(marks).toBe(2)
  await userEvent.keyboard('z')
  await expectUnread('Twice', 4)
  await expect.element(told).not.toBeInTheDocument()

  await userEvent.keyboard('{Shift>}A{/Shift}')
  await expect.element(told).toBeVisible()
  await page.getByRole('link', { name: 'Starred' }).first().click()
  await expect.element(page.getByText('No starred articles')).toBeVisible()
  await userEvent.keyboard('z')
  await expectUnread('Twice', 4)

  await userEvent.keyboard('ga')
  await expect.element(unreadRow('Twice 1')).toBeVisible()
  await userEvent.keyboard('{Shift>}A{/Shift}')
  await expect.element(told).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect.element(page.getByRole('heading', { name: '/settings' })).toBeVisible()
  await userEvent.keyboard('z')
  await expectUnread('Twice', 4)
})

test('a list that the server refuses to mark is unread again, and says so', async () => {
  serveReading(oneSource('Refused', 3), {
    'POST /postings/mark-read': () => refusal('unavailable', 'Not now.'),
  })
  await openList()
  await userEvent.keyboard('{Shift>}A{/Shift}')
  await expect.element(toast(/Nothing was marked as read/)).toBeVisible()
  await expect.element(unreadRow('Refused 1')).toBeVisible()
  await expectUnread('Refused', 3)
})
