import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { PostingItem, PostingPage } from '#lib/api/postings/postings.ts'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { receive } from '#lib/queries/events/events.ts'
import { stateMutation } from '#lib/queries/requests/keys.ts'
import { findCachedPosting } from '#lib/queries/postings/posting-cache.ts'
import { postingListQuery } from '#lib/queries/postings/postings.ts'

vi.stubGlobal('document', { hidden: true }) // views are counted later, by a window that is seen

const unread = { isRead: false, isStarred: false, isLater: false }

/** A window that shows postings 9, 8 and 7 in its list of unread ones. */
function openWindow(): QueryClient {
  const client = new QueryClient()
  const postings = ['9', '8', '7'].map((id) => ({ id, ...unread })) as unknown as PostingItem[]
  const pages: PostingPage[] = [{ postings, nextCursor: null, asOfId: '9', asOfAt: '' }]
  client.setQueryData(postingListQuery(postingFilter.parse({ show: 'unread' })).queryKey, {
    pages,
    pageParams: [null],
  })
  return client
}

const stateOf = (client: QueryClient, id: string) => findCachedPosting(client, id)

test('what another window did to postings shows in this one, each in its place', async () => {
  const client = openWindow()
  receive(client, { type: 'state', postings: [{ ids: ['8', '7', '1'], ...unread, isRead: true }] })
  receive(client, { type: 'state', postings: [{ ids: ['9'], ...unread, isStarred: true }] })
  await expect.poll(() => stateOf(client, '9')).toMatchObject({ isRead: false, isStarred: true })
  for (const id of ['8', '7']) expect(stateOf(client, id)).toMatchObject({ isRead: true, isStarred: false })
})

test('what this window is changing itself stays as it is shown, the rest of the posting follows', async () => {
  const client = openWindow()
  const mutation = client.getMutationCache().build(client, {
    mutationKey: stateMutation,
    mutationFn: () => new Promise(() => undefined),
  })
  void mutation.execute({ id: '9', change: { isRead: false } })
  receive(client, {
    type: 'state',
    postings: [{ ids: ['9', '8'], ...unread, isRead: true, isStarred: true }],
  })
  await expect.poll(() => stateOf(client, '8')).toMatchObject({ isRead: true, isStarred: true })
  expect(stateOf(client, '9')).toMatchObject({ isRead: false, isStarred: true })
})

test('of many, those that are shown are asked for, and again when more was told before the answer', async () => {
  const client = openWindow()
  const asked: unknown[] = []
  let isRead = false
  vi.stubGlobal('fetch', (_address: string, { body }: RequestInit) => {
    if (typeof body === 'string') asked.push(JSON.parse(body))
    const states = [{ ids: ['9'], ...unread, isRead }]
    isRead = true
    return Promise.resolve(Response.json({ states }))
  })
  receive(client, { type: 'state', postings: 'many' })
  receive(client, { type: 'state', postings: 'many' })
  await expect.poll(() => stateOf(client, '9')).toMatchObject({ isRead: true })
  expect(asked).toEqual([{ ids: ['9', '8', '7'] }, { ids: ['9', '8', '7'] }])
})
