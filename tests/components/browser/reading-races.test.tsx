import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PostingChange } from '#lib/api/postings/postings.ts'
import {
  drawReading,
  expectOpen,
  expectUnread,
  openList,
  openTitle,
  unreadRow,
} from '../../support/components/reading-pages.tsx'
import { oneSource, serveReading } from '../../support/components/reading-server.ts'
import { refusal } from '../../support/components/stand-in-server.ts'

test('what is made unread right after it was opened stays unread, however slowly the server hears of it', async () => {
  const sent: PostingChange[] = []
  const isOver = Promise.withResolvers<void>()
  const server = serveReading(oneSource('Hasty', 3), {
    'PATCH /postings/:id': async ({ id, body }) => {
      const { isRead = false } = body as PostingChange
      if (sent.push(body as PostingChange) === 1) await isOver.promise
      server.change([id], { isRead })
    },
  })
  await openList()
  await userEvent.keyboard('j')
  await expectOpen('Hasty 3')
  await expect.poll(() => sent).toEqual([{ isRead: true, seen: true }])
  await userEvent.keyboard('m')
  await expect.element(unreadRow('Hasty 3')).toBeVisible()
  // The second waits for the first: the server keeps the last that it hears.
  expect(sent).toHaveLength(1)
  isOver.resolve()
  await expect.poll(() => sent[1]).toEqual({ isRead: false })
  await userEvent.keyboard('j')
  await expectOpen('Hasty 2')
  await expectUnread('Hasty', 2)
  await openList()
  await expect.element(unreadRow('Hasty 3')).toBeVisible()
})

test('what is made unread while its text is on the way stays unread when it comes', async () => {
  let isOver = Promise.withResolvers<void>()
  isOver.resolve()
  const server = serveReading(oneSource('Early', 2), {
    'GET /postings/:id': async ({ id }) => {
      // As it was when it was asked for.
      const posting = ['Early 1', 'Early 2'].map(server.posting).find((each) => each?.id === id)
      await isOver.promise
      return posting ?? refusal('not_found')
    },
  })
  await openList('/?show=all')
  await userEvent.keyboard('j')
  await expectOpen('Early 2')
  await expectUnread('Early', 1)
  isOver = Promise.withResolvers()
  await openList('/?show=all')
  await userEvent.keyboard('j')
  await expect.poll(() => new URL(location.href).searchParams.has('posting')).toBe(true)
  await userEvent.keyboard('m')
  await expect.element(unreadRow('Early 2')).toBeVisible()
  isOver.resolve()
  await expectOpen('Early 2')
  await expectUnread('Early', 2)
  await expect.poll(() => server.posting('Early 2')?.isRead).toBe(false)
  // Not by its own address, which opens it anew: it is read then as soon as its text is there.
  await openList('/?show=all')
  await expect.element(unreadRow('Early 2')).toBeVisible()
})

test.each([
  ['/?source=99999', 'No such feed'],
  ['/?folder=99999', 'No such folder'],
  ['/?label=99999', 'No such label'],
  ['/?view=99999', 'No such view'],
])('at %s is said that there is %s, and nothing is offered to be tried again', async (address, name) => {
  serveReading(oneSource('Unknown', 1), { 'GET /postings': () => refusal('not_found') })
  drawReading(address)
  await expect.element(page.getByRole('heading', { name })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await expect.element(openTitle()).not.toBeInTheDocument()
})
